import { Form, Link } from 'react-router'
import type { ShownLabel } from '#app/.server/fulfillment/shipping-labels.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { buyerParcels } from '#app/domain/fulfillment/buyer-parcel.ts'
import { labelNote } from '#app/domain/fulfillment/label.ts'
import { isAllHandedOver, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { TrackingLink } from '#app/ui/tracking.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { TrackingFields } from './send-parcel.tsx'
import { addressOnLabel, labelPath, PrintLabel } from './shipping-labels.tsx'

/** What was sent, parcel by parcel, with the way to correct how it is followed [PARCEL-01]. */
export function Parcels({ order }: { order: AdminOrder }) {
  const sent = useSent()
  const { parcels, payment } = order
  if (parcels.length === 0) return null
  // What needs a decision first is decided first.
  const mayCorrect = order.holdReason === null && !order.priceToDecide
  // One parcel with all of it is delivered with the order, by the step of its work.
  const isInParts = parcels.length > 1 || order.state === 'paid'
  const told = buyerParcels(parcels, order.summary.lines)
  return (
    <section className="admin-panel print:hidden">
      <h2>{isAllHandedOver(parcels) ? 'Handed over' : 'Shipped'}</h2>
      {order.nextToPack && (
        <p className="mt-3">
          <Link
            to={`/admin/dashboard/orders/${order.nextToPack.id}#send`}
            className="button button-line"
          >
            Next to ship: {order.nextToPack.number}
          </Link>
        </p>
      )}
      {payment.dispute === 'open' && (
        <p className="mt-3 text-alert">The buyer’s bank is disputing this payment.</p>
      )}
      <ol className="mt-3 grid gap-5">
        {parcels.map((parcel, index) => {
          const { tracking = '', href = null, pieces = [] } = told[index] ?? {}
          const isHandedOver = isAllHandedOver([parcel])
          // Where another admin was first, what was typed stays in sight.
          const label = order.labels.labels.find(({ parcelId }) => parcelId === parcel.id)
          const seller = order.labels.gateway?.name ?? 'the service that sold the label'
          const byLabel = label?.asked.insured && `${seller}, with the label`
          const insured = [parcel.insurer || byLabel, parcel.policy].filter(Boolean).join(', ')
          const isSent =
            sent.parcel === String(parcel.id) ||
            (sent.action === 'fulfill' && order.left.length === 0 && index === parcels.length - 1)
          return (
            <li key={parcel.id} className="border-line border-t pt-4 first:border-t-0 first:pt-0">
              <p className="wrap-anywhere">
                {!isHandedOver && 'Tracking: '}
                <TrackingLink text={tracking} href={href} />
              </p>
              <ul className="mt-1 text-sm">
                {pieces.map((piece) => (
                  <li key={piece} className="wrap-anywhere">
                    {piece}
                  </li>
                ))}
              </ul>
              <div className="mt-2">
                <Facts
                  facts={[
                    [
                      isHandedOver ? 'Handed over' : 'Shipped',
                      <ShopTime key="sent" at={parcel.sentAt} />,
                    ],
                    ['By', parcel.sentBy],
                    [
                      'Delivered',
                      parcel.deliveredAt && !isHandedOver && (
                        <ShopTime key="delivered" at={parcel.deliveredAt} />
                      ),
                    ],
                    ['Declared value', parcel.declared !== null && formatCents(parcel.declared)],
                    ['Insured', insured],
                    ['Signature', parcel.signature && 'required'],
                    ['Weighed', parcel.weighed !== null && formatScale(parcel.weighed)],
                    ['Label', label && `${label.service}, ${formatCents(label.cost)}`],
                    ['Printed on it', label?.asked.to && addressOnLabel(label.asked.to)],
                    ['Note', label && labelNote(label.asked)],
                  ]}
                />
              </div>
              {isInParts && <Delivered order={order} parcel={parcel} tracking={tracking} />}
              {label && <PrintLabel path={labelPath(order.id, label)} label={label} />}
              {label && !parcel.deliveredAt && (
                <UnusedLabel label={label} parcel={parcel} seller={seller} />
              )}
              {mayCorrect && !isHandedOver && (
                <Disclosure
                  key={tracking}
                  label="Edit tracking"
                  isSmall
                  className="mt-2"
                  opens={isSent}
                >
                  <Form method="post" className="mt-3 grid gap-4">
                    <input type="hidden" name="revision" value={order.revision} />
                    <input type="hidden" name="parcel" value={parcel.id} />
                    <OwnFields isSent={isSent}>
                      <TrackingFields key={tracking} known={parcel} />
                      {order.email !== null && (
                        <Checkbox name="mail" defaultChecked>
                          Email the corrected tracking to the buyer
                        </Checkbox>
                      )}
                    </OwnFields>
                    <SubmitButton action="correct">Correct</SubmitButton>
                  </Form>
                </Disclosure>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type UnusedLabelProps = {
  label: ShownLabel
  parcel: AdminOrder['parcels'][number]
  /** Who refunds the label: the gateway, not the carrier. */
  seller: string
}

/** Once a package was marked as shipped, the shop no longer knows whether the carrier scanned its label. */
function UnusedLabel({ label, parcel, seller }: UnusedLabelProps) {
  const number = label.tracked && trackingText(label.tracked)
  return (
    <p className="mt-1 max-w-2xl text-muted text-sm">
      {number && label.tracked?.tracking !== parcel.tracking
        ? `The label’s tracking number is ${number}. If the package didn’t leave with it, ask ${seller} to refund the label.`
        : `If the package can’t leave with this label, buy another one from the carrier, enter its tracking number under “Edit tracking,” and ask ${seller} to refund this one.`}
    </p>
  )
}

type DeliveredProps = { order: AdminOrder; parcel: AdminOrder['parcels'][number]; tracking: string }

/** Of an order in several parcels each arrives on its own day [PARCEL-09]. */
function Delivered({ order, parcel, tracking }: DeliveredProps) {
  const isDelivered = parcel.deliveredAt !== null
  return (
    <Form method="post" className="mt-3">
      <input type="hidden" name="action" value="delivered" />
      <input type="hidden" name="revision" value={order.revision} />
      <input type="hidden" name="parcel" value={parcel.id} />
      <SubmitButton name="delivered" value={isDelivered ? 'no' : 'yes'}>
        {isDelivered ? 'Not delivered yet' : 'Mark package as delivered'}
        <span className="sr-only"> {tracking}</span>
      </SubmitButton>
    </Form>
  )
}
