import { type ReactNode, useState } from 'react'

type Props = {
  /** What its button says. */
  label: string
  /**
   * What opens it without being asked: an answer that refused what is in it, or has something to be
   * read. Another one opens it again.
   */
  opens?: unknown
  children: ReactNode
}

/**
 * A form that is out of the way until it is wanted. It is folded by whoever opened it, or by another
 * `key` once it was done: an answer to another form of the screen leaves it as it is.
 */
export function Disclosure({ label, opens, children }: Props) {
  const [isOpen, setOpen] = useState(Boolean(opens))
  const [before, setBefore] = useState(opens)
  if (opens !== before) {
    setBefore(opens)
    if (opens) setOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-6"
    >
      <summary className="button button-line cursor-pointer list-none justify-self-start">
        {label}
      </summary>
      <div className="mt-6">{children}</div>
    </details>
  )
}
