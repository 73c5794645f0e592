import type { AdminOrder, HistoryEntry } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderPaymentEvent } from '#app/.server/orders/queries/order-payment-events.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import { isOfflineReference, paymentNames } from '#app/domain/payments/offline-payment.ts'
import { Facts } from '../../components/facts.tsx'
import { ShopTime } from '../../components/shop-time.tsx'
import { stateNames, stepName } from '../state-names.ts'
import { paymentEventLabel } from './payment-event-labels.ts'

function providerName(provider: 'test' | 'stripe', isTest: boolean): string {
  if (provider === 'test') return 'Test payments'
  return isTest ? 'Stripe, test mode' : 'Stripe'
}

const paidSoFar = (paid: Cents) => (paid > 0 ? `${formatCents(paid)} so far` : 'not yet')

export function PaymentFacts({
  order: { payment, balance, owed, paidAt, isTest, state },
  mayDecide,
}: {
  order: AdminOrder
  /** About money: as at the provider of test payments, too [ROLE-03]. */
  mayDecide: boolean
}) {
  const isOnItsWay = !paidAt && state === 'pending'
  const isOnline = payment.paidBy.some((by) => by === payment.payBy)
  // All that came was taken by staff: no provider has a number for it, or reports anything.
  const isOffline = payment.paidBy.length > 0 && !isOnline
  const reference = payment.reference ?? '—'
  return (
    <>
      <Facts
        facts={[
          [
            paidAt ? 'Paid by' : 'Payment method',
            payment.paidBy.map((by) => paymentNames[by]).join(', ') || 'Payment link or offline',
          ],
          // Money that staff took themselves went through no provider.
          ['Provider', isOnline && providerName(payment.provider, isTest)],
          ['Paid', paidAt ? <ShopTime key="paid" at={paidAt} /> : paidSoFar(balance.paid)],
          [
            'Pending',
            payment.processingAt && isOnItsWay && (
              <span key="processing">
                since <ShopTime at={payment.processingAt} />
              </span>
            ),
          ],
          [
            'Wired so far',
            payment.wire && (
              <span key="wired">
                {formatCents(payment.wire.received)}
                {payment.wire.missing > 0 && `, ${formatCents(payment.wire.missing)} missing`}
                {payment.processingAt && isOnItsWay && (
                  <>
                    , due by <ShopTime at={payment.wire.until} />
                  </>
                )}
              </span>
            ),
          ],
          ['Reversed by the bank', balance.returned > 0 && formatCents(balance.returned)],
          ['Owed to the buyer', owed > 0 && formatCents(owed)],
          ['Refunded', balance.refunded > 0 && formatCents(balance.refunded)],
          [
            'Dispute',
            payment.dispute && (
              <span key="dispute" className={payment.dispute === 'won' ? '' : 'text-alert'}>
                {payment.dispute}
              </span>
            ),
          ],
          ['Evidence due by', payment.evidenceBy && <ShopTime key="due" at={payment.evidenceBy} />],
          ['Payment ID', !isOffline && !isOfflineReference(reference) && reference],
          ['Checkout ID', !isOffline && (payment.session ?? '—')],
        ]}
      />
      {mayDecide && payment.testProviderPath && (
        <p className="mt-3">
          <a href={payment.testProviderPath} className="link inline-block py-1">
            Simulate a refund or dispute (test mode)
          </a>
        </p>
      )}
      {isOffline && payment.events.length === 0 ? (
        <p className="mt-3 text-muted text-sm">
          You took the payment yourself. It’s listed under Sale.
        </p>
      ) : (
        <Reported events={payment.events} />
      )}
    </>
  )
}

function Reported({ events }: { events: readonly OrderPaymentEvent[] }) {
  return (
    <>
      <h3 className="mt-5">Payment activity</h3>
      {events.length === 0 ? (
        <p className="mt-2 text-muted text-sm">Nothing yet.</p>
      ) : (
        <ul className="mt-2 text-sm">
          {events.map((event) => (
            <ReportedEvent key={event.id} event={event} />
          ))}
        </ul>
      )}
    </>
  )
}

/** One event: its type, amount and outcome. Its id finds it at the provider. */
function ReportedEvent({ event }: { event: OrderPaymentEvent }) {
  const { amount, currency, reference } = event
  return (
    <li className="border-line border-t py-2 wrap-anywhere">
      <span className="flex justify-between gap-4">
        <span>{paymentEventLabel(event)}</span>
        <span className="whitespace-nowrap">
          {amount !== null && formatCents(amount)} {currency?.toUpperCase()}
        </span>
      </span>
      <span className="block text-muted">
        <ShopTime at={event.receivedAt} />
        {reference && `, ${reference}`}
        {event.outcome === 'on hold' && event.email && `, ${event.email}`}
      </span>
      <span className="block text-muted text-xs">{event.id}</span>
    </li>
  )
}

/** Each entry names at most one state, the one it led to; one that changed none is a note [ORDER-15]. */
export function History({
  steps,
  isHandedOver,
  isPickup,
}: {
  steps: readonly HistoryEntry[]
  isHandedOver: boolean
  isPickup: boolean
}) {
  return (
    <ol className="text-sm" reversed>
      {steps.map((step) => (
        <li key={step.id} className="border-line border-t py-2.5 first:border-t-0 first:pt-0">
          <span className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{reached(step, { isHandedOver, isPickup })}</span>
            <span className="text-muted">
              <ShopTime at={step.at} />
            </span>
          </span>
          <span className="block wrap-anywhere">{step.why}</span>
          <span className="block text-muted wrap-anywhere">{step.by}</span>
        </li>
      ))}
    </ol>
  )
}

function reached(
  { from, to, toStep }: HistoryEntry,
  { isHandedOver, isPickup }: { isHandedOver: boolean; isPickup: boolean },
): string {
  if (from !== to && to === 'fulfilled' && isPickup) return 'Picked up'
  if (from !== to && to === 'fulfilled' && isHandedOver) return 'Handed over'
  if (from !== to) return stateNames[to as OrderState] ?? to
  return toStep ? stepName(toStep, { isPickup }) : 'Note'
}

/** Printed with the page, which is a packing slip too. */
export function GiftNote({ text, leftOut }: NonNullable<AdminOrder['giftNote']>) {
  return (
    <>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {leftOut.length > 0 && (
        <p className="mt-3 text-notice text-sm print:hidden">
          The packing slip leaves out {leftOut.join(' ')}, which we can’t print. Write it in by
          hand, or print this page.
        </p>
      )}
    </>
  )
}
