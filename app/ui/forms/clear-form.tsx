import { useEffect, useId, useRef, useState } from 'react'

type Props = {
  texts: Readonly<Record<'clear' | 'clearAsk' | 'clearYes' | 'clearNo', string>>
  onClear: () => void
}

/** Asks in its place before it clears what was written and not sent [CONTACT-09]. */
export function ClearForm({ texts, onClear }: Props) {
  const [asks, setAsks] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  const question = useId()
  useEffect(() => {
    if (asks) no.current?.focus()
    else if (asked.current) button.current?.focus()
    asked.current = asks
  }, [asks])
  if (!asks) {
    return (
      <button ref={button} type="button" className="link py-1" onClick={() => setAsks(true)}>
        {texts.clear}
      </button>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard of the buttons in it.
    <span
      className="flex flex-wrap gap-x-4 gap-y-1"
      onKeyDown={(event) => event.key === 'Escape' && setAsks(false)}
    >
      <span id={question} className="py-1">
        {texts.clearAsk}
      </span>
      <button
        type="button"
        aria-describedby={question}
        className="link py-1 text-alert"
        onClick={onClear}
      >
        {texts.clearYes}
      </button>
      <button
        ref={no}
        type="button"
        aria-describedby={question}
        className="link py-1"
        onClick={() => setAsks(false)}
      >
        {texts.clearNo}
      </button>
    </span>
  )
}
