import { useEffect, useRef } from 'react'

type Props = {
  sentence: string | null | undefined
  /** The answer it came with, so that the same sentence takes the focus again. */
  answer: unknown
}

/** Why it was refused. It takes the focus, so that a screen reader says it and no one misses it. */
export function Refused({ sentence, answer }: Props) {
  const shown = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answer) shown.current?.focus()
  }, [answer])
  if (!sentence) return null
  return (
    <p
      ref={shown}
      role="alert"
      tabIndex={-1}
      className="mb-6 border border-alert bg-raised px-4 py-3 text-alert"
    >
      {sentence}
    </p>
  )
}
