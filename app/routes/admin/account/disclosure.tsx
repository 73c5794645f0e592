import type { ReactNode } from 'react'

type Props = {
  /** What its button says. */
  label: string
  /** Open without being asked: something in it was refused, or is to be read. */
  isOpen?: boolean
  children: ReactNode
}

/** A form that is out of the way until it is wanted. */
export function Disclosure({ label, isOpen = false, children }: Props) {
  return (
    <details open={isOpen} className="mt-6">
      <summary className="button button-line cursor-pointer list-none justify-self-start">
        {label}
      </summary>
      <div className="mt-6">{children}</div>
    </details>
  )
}
