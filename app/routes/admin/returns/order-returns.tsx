import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import type { OrderReturns, StaffReturn } from '#app/.server/returns/queries/order-returns.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { parcelLink, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { formatDifference, isReturnOpen } from '#app/domain/returns/return.ts'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { OpenReturn } from './open-return.tsx'
import { ReturnActions, sentAs } from './return-actions.tsx'
import { returnNames } from './return-names.ts'

type Props = {
  order: AdminOrder & { returns: OrderReturns | null; money: OrderRefunds }
  mayDecide: boolean
}

/** What comes back of an order, step by step, and the way to open a return [RETURN-06]. */
export function Returns({ order, mayDecide }: Props) {
  const { returns: all } = order
  if (all === null) return null
  const { returns, pieces } = all
  const mayOpen = mayDecide && pieces.length > 0
  if (returns.length === 0 && !mayOpen) return null
  return (
    <section id="returns" className="admin-panel print:hidden">
      <h2>Returns</h2>
      {returns.length > 0 && (
        <ol className="mt-3 grid gap-5">
          {returns.map((each) => (
            <li key={each.id} className="border-line border-t pt-4 first:border-t-0 first:pt-0">
              <h3>{returnNames[each.state]}</h3>
              <Lines found={each} />
              <Course found={each} />
              {isReturnOpen(each.state) && (
                <ReturnActions
                  order={order}
                  found={each}
                  instructions={all.instructions}
                  leftToRefund={order.money.refundable}
                  mayDecide={mayDecide}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {mayOpen && <OpenReturn order={order} returns={all} />}
    </section>
  )
}

function Lines({ found: { lines } }: { found: StaffReturn }) {
  return (
    <ul className="mt-1 text-sm">
      {lines.map(({ line, quantity, engraving, weighedMg, difference, isOff, ...piece }) => (
        <li key={line} className="wrap-anywhere">
          {quantity} × {titleOf(piece)}
          {engraving && <span className="block">Engraved “{engraving}”</span>}
          <span className="block text-muted">{sentAs(piece)}</span>
          {weighedMg !== null && difference !== null && (
            <span className={`block ${isOff ? 'text-alert' : 'text-muted'}`}>
              Weighed: {formatScale(weighedMg)}, {formatDifference(difference)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function Course({ found }: { found: StaffReturn }) {
  const { askedBy, acceptedBy, receivedBy, weighedBy, closedBy, refund } = found
  const step = (at: Date | null, by: string | null) =>
    at && (
      <>
        <ShopTime at={at} />
        {by && `, ${by}`}
      </>
    )
  return (
    <div className="mt-2">
      <Facts
        facts={[
          ['Requested', step(found.askedAt, askedBy || 'the buyer')],
          ['Buyer’s reason', found.reason || null],
          ['Exception to the terms', found.exception || null],
          ['Approved', step(found.acceptedAt, acceptedBy)],
          ['Sent back', step(found.sentBackAt, null)],
          ['Package', followed(found.carrier, found.tracking)],
          ['Received', step(found.receivedAt, receivedBy)],
          ['Weighed', step(found.weighedAt, weighedBy)],
          ['Weight note', found.weightNote || null],
          ['Closed', step(found.closedAt, closedBy)],
          ['Reason', found.closedWhy || null],
          ['Package to the buyer', followed(found.againCarrier, found.againTracking)],
          ['Refund', refund && `${formatCents(refund.amount)}${refundNotes[refund.state]}`],
        ]}
      />
    </div>
  )
}

const refundNotes = {
  requested: ', requested',
  pending: ', pending',
  succeeded: '',
  failed: ' couldn’t be refunded; see Payment summary',
  refused: ' couldn’t be refunded; see Payment summary',
} as const

function followed(carrier: StaffReturn['carrier'], tracking: string) {
  if (carrier === null || tracking === '') return null
  const parcel = { carrier, tracking }
  return <TrackingLink text={trackingText(parcel)} href={parcelLink(parcel)} />
}
