import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type Props = {
  /** From `useRows`, which moves the focus here when a row is removed. */
  ref: Ref<HTMLButtonElement>
  onClick: () => void
  className?: string
  children: ReactNode
}

/** The button below a list of rows that adds one more. */
export function AddRow({ ref, onClick, className = 'justify-self-start', children }: Props) {
  return (
    <button ref={ref} type="button" onClick={onClick} className={`button button-line ${className}`}>
      <Plus aria-hidden="true" className="size-4" />
      {children}
    </button>
  )
}
