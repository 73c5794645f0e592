import type { ReactNode } from 'react'

/**
 * Parts with dots between, like those of a size (`sizeParts`), each but the first on one line. A line
 * begins and ends with none of the dots: `dotted` in text.css hides the one before its first part.
 */
export function DottedLine({ parts }: { parts: readonly ReactNode[] }) {
  return (
    <span className="dotted">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one size keep their order.
        <span key={at}>
          {at > 0 && <span> · </span>}
          {part}
        </span>
      ))}
    </span>
  )
}
