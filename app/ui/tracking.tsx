import { carrierNames } from '#app/domain/fulfillment/carrier.ts'
import { trackingParts } from '#app/domain/fulfillment/tracking.ts'

/** Of the field of a carrier: nobody needs to choose one for every parcel. */
export const carrierOptions = { 'by number': 'Detect from tracking number', ...carrierNames }

/**
 * How a parcel is followed, its number linked to the carrier's own page [ORDER-11]. `href` is of a
 * carrier the shop knows; in words entered manually the number is looked for.
 */
export function TrackingLink({ text, href }: { text: string; href: string | null }) {
  const parts = trackingParts(text)
  if (href === null || parts.some((part) => part.href !== null)) {
    return parts.map((part) =>
      part.href === null ? part.text : <Out key={part.href} text={part.text} href={part.href} />,
    )
  }
  return <Out text={text} href={href} />
}

function Out({ text, href }: { text: string; href: string }) {
  return (
    <a href={href} rel="noopener noreferrer" className="link">
      {text}
    </a>
  )
}
