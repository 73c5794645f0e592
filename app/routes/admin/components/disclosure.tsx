import { type ReactNode, useState } from 'react'

const looks = {
  /** A few lines of text. */
  text: {
    details: 'text-sm',
    summary: 'link inline-block py-1',
    content: 'mt-2 grid grid-cols-1 gap-2 wrap-anywhere',
  },
  /** A form or a list, which brings its distance to the link above it. */
  link: { details: '', summary: 'link inline-block py-1', content: null },
  /** A form that is the main thing to do in its section. */
  button: {
    details: 'mt-6',
    summary: 'button button-line list-none justify-self-start',
    content: 'mt-6',
  },
}

type Props = {
  /** On the link or button that opens it. */
  label: ReactNode
  look?: keyof typeof looks
  /** The label in small letters. */
  isSmall?: boolean
  /**
   * Opens it without a click: a refusal of what is in it, or an answer to be read. Another one opens it
   * again; without one it is closed.
   */
  opens?: unknown
  /** Only who opened it closes it, or another `key`: an answer to another form of the page does not. */
  staysOpen?: boolean
  className?: string
  children: ReactNode
}

/** What is out of the way until somebody asks for it. */
export function Disclosure({
  label,
  look = 'link',
  isSmall = false,
  opens,
  staysOpen = false,
  className = '',
  children,
}: Props) {
  const [isOpen, setOpen] = useState(Boolean(opens))
  const [before, setBefore] = useState(opens)
  if (opens !== before) {
    setBefore(opens)
    if (opens || !staysOpen) setOpen(Boolean(opens))
  }
  const { details, summary, content } = looks[look]
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={`${details} ${className}`.trim() || undefined}
    >
      <summary className={isSmall ? `${summary} text-sm` : summary}>{label}</summary>
      {content === null ? children : <div className={content}>{children}</div>}
    </details>
  )
}

/** Names of settings and commands: they are nowhere else in the admin area [HELP-02]. */
export function ForServer({ children }: { children: ReactNode }) {
  return (
    <Disclosure look="text" label="Technical details">
      {children}
    </Disclosure>
  )
}
