import type { ReactNode } from 'react'

/** `14.7 g`, `24 × 24 mm`: nothing in it to translate. */
const isFigure = /^[\d.,× ]+(g|mm|in)$/

/**
 * Parts with dots between, like those of a size (`sizeParts`), each but the first on one line. A line
 * begins and ends with none of the dots: `dotted` in text.css hides the one before its first part.
 */
export function DottedLine({ parts }: { parts: readonly ReactNode[] }) {
  return (
    <span className="dotted">
      {parts.map((part, at) => (
        // A text that changes is a new element: see LiveValue.
        <span key={typeof part === 'string' ? `${at} ${part}` : at}>
          {at > 0 && <span> · </span>}
          {typeof part === 'string' && isFigure.test(part) ? (
            <span translate="no">{part}</span>
          ) : (
            part
          )}
        </span>
      ))}
    </span>
  )
}
