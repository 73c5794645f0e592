import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { formatArrival } from '#app/domain/fulfillment/arrival.ts'
import { deliveryText } from '#app/domain/shipping/shipping-words.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { Email } from '#app/ui/text/no-break.tsx'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { PickupPlace } from './order-pickup.tsx'
import { Part } from './order-section.tsx'
import { DateTime } from './order-summary.tsx'

/** What becomes of a paid order: when it leaves and arrives, what has been sent, who was written to. */
export function Next({ page }: { page: OrderPage }) {
  const { shipping, summary } = page
  return (
    <Part heading={headingOf(page)}>
      {page.state === 'paid' && page.claim === null && (
        <p>Processing time: {shipping.processingTime}</p>
      )}
      {summary.shipping && !page.isPickup && <p>Delivery: {deliveryText(summary.shipping)}</p>}
      {!page.delivered && !page.isPickup && (
        <>
          <p>Shipping time: {shipping.shippingTime}</p>
          {shipping.shippingCost !== '' && <p>{shipping.shippingCost}</p>}
        </>
      )}
      {page.shipBy && (
        <p>
          {page.isPickup ? 'Ready for pickup by' : 'Ships by'} {formatDay(page.shipBy)}
        </p>
      )}
      {page.isPickup && page.state === 'paid' && (
        <>
          <p>We’ll email you a pickup code when it’s ready. You’ll pick it up here:</p>
          <PickupPlace place={page.pickupPlace} />
        </>
      )}
      {page.arrival && (
        <p>
          Estimated delivery: <span className="unbroken">{formatArrival(page.arrival)}</span>
        </p>
      )}
      {page.delay && (
        <p className="text-muted text-sm wrap-anywhere">
          Original {page.isPickup ? 'date' : 'ship date'}: {formatDay(page.delay.from)}.{' '}
          {page.delay.reason}
        </p>
      )}
      {page.isPickup ? <PickedUp page={page} /> : <Parcels page={page} />}
      {page.mail && (
        <p className="wrap-anywhere">
          {page.mail.isSent ? 'We emailed ' : 'We’re emailing '}
          <Email address={page.mail.to} />.
        </p>
      )}
    </Part>
  )
}

function headingOf({ delivered, isPickup }: OrderPage): string {
  if (!delivered) return 'What happens next'
  return isPickup ? 'Pickup' : 'Delivery'
}

function PickedUp({ page: { delivered } }: { page: OrderPage }) {
  if (!delivered) return null
  return <p>Picked up {delivered.at ? <DateTime at={delivered.at} /> : 'in person'}</p>
}

/** What has been sent; where it is not the whole order, which pieces are in it [PARCEL-05]. */
function Parcels({ page: { parcels, state, partShipped } }: { page: OrderPage }) {
  const isWhole = parcels.length === 1 && state !== 'paid' && partShipped === null
  return parcels.map(({ tracking, href, signature, sentAt, deliveredAt, pieces }) => (
    <div key={`${sentAt.getTime()} ${tracking}`} className="wrap-anywhere">
      {!isWhole && (
        <p>
          Shipped <DateTime at={sentAt} />: {pieces.join('; ')}
        </p>
      )}
      <p>
        Tracking: <TrackingLink text={tracking} href={href} />
      </p>
      {deliveredAt && (
        <p>
          Delivered <DateTime at={deliveredAt} />
        </p>
      )}
      {signature && !deliveredAt && <p>The carrier will ask for a signature on delivery.</p>}
    </div>
  ))
}
