import { trackingParts } from '#app/domain/orders/tracking.ts'

/** A tracking text, its number linked to the carrier's own page where its form is known [ORDER-11]. */
export function Tracking({ text }: { text: string }) {
  return trackingParts(text).map((part) =>
    part.href === null ? (
      part.text
    ) : (
      <a key={part.href} href={part.href} rel="noopener noreferrer" className="link">
        {part.text}
      </a>
    ),
  )
}
