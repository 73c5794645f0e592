import { unbrokenParts } from '#app/domain/text/no-break.ts'

/** A text whose lines are not broken inside `14.7 g`, `1-3 weeks`, `email` and the like [A11Y-06]. */
export function Unbroken({ children }: { children: string }) {
  const parts = unbrokenParts(children)
  if (parts.length === 1) return children
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that changes is a new element (LiveValue).
      <span key={`${at} ${part}`} className="unbroken">
        {part}
      </span>
    ),
  )
}

/** An email address, which breaks after its @ where the column is narrow. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
