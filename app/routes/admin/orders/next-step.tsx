import { Form, Link } from 'react-router'
import type { ListedOrder } from '#app/.server/orders/queries/admin-orders.ts'
import { nextStep, type OrderStep, stepBefore } from '#app/domain/fulfillment/work-status.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { stepNames } from './state-names.ts'

/** What was done by one tap, with what undoes it. */
export type Moved = { id: string; number: string; revision: number; to: OrderStep }

export const taps = {
  making: 'Start production',
  ready: 'Mark as ready',
  sent: 'Ship',
  delivered: 'Mark as delivered',
} as const satisfies Partial<Record<OrderStep, string>>

/** The next step of an order as one tap in the list; sending it needs its parcel [DESK-05]. */
export function NextStep({ order }: { order: ListedOrder }) {
  const { id, number, revision, state, step, isHeld, priceToDecide } = order
  const next = step === null ? null : nextStep(step)
  if (state === 'refunded' || next === null) return null
  const tap = order.isPickup && next === 'sent' ? pickupTap(order) : taps[next]
  // Handed over to the buyer, it is nowhere on its way.
  if (order.isPickup && next === 'delivered') return null
  if (next !== 'sent') return <Move {...{ id, number, revision }} to={next} label={tap} />
  if (isHeld || priceToDecide) return null
  return (
    <Link
      to={`/admin/dashboard/orders/${id}#send`}
      prefetch="intent"
      className="button button-line px-3"
      aria-label={`${tap} ${number}`}
    >
      {tap}
    </Link>
  )
}

const pickupTap = ({ awaitsBuyer }: ListedOrder) => (awaitsBuyer ? 'Hand over' : 'Prepare pickup')

type MoveProps = { id: string; number: string; revision: number; to: OrderStep; label: string }

function Move({ id, number, revision, to, label }: MoveProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="order" value={id} />
      <input type="hidden" name="revision" value={revision} />
      <button
        type="submit"
        name="to"
        value={to}
        className="button button-line px-3 md:whitespace-nowrap"
        aria-label={`${label} ${number}`}
      >
        <ShortOnTablet label={label} />
      </button>
    </Form>
  )
}

/** Its first word alone where the list is narrowest beside its other columns [ADM-25]. */
function ShortOnTablet({ label }: { label: string }) {
  const [first = '', ...more] = label.split(' ')
  return (
    <span>
      {first}
      {more.length > 0 && <span className="md:max-lg:hidden"> {more.join(' ')}</span>}
    </span>
  )
}

/** Stays at the lower edge until the next tap, with the way back. */
export function MovedNotice({ moved }: { moved: Moved | null }) {
  const before = moved && stepBefore(moved.to)
  return (
    <div role="status" className="sticky bottom-0 z-10">
      {moved && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border border-gold-deep bg-raised px-4 py-2">
          <p>
            <span className="whitespace-nowrap">{moved.number}</span>:{' '}
            {stepNames[moved.to].toLowerCase()}
          </p>
          {before && <Move {...moved} to={before} label="Undo" />}
        </div>
      )}
    </div>
  )
}

/** The day an order must be sent by, if it is still here. */
export function ShipBy({ order }: { order: Pick<ListedOrder, 'state' | 'shipBy' | 'isLate'> }) {
  if (order.state !== 'paid' || order.shipBy === null) return null
  return (
    <span className={order.isLate ? 'text-alert' : undefined}>
      <time dateTime={order.shipBy} className="whitespace-nowrap">
        {formatDay(order.shipBy)}
      </time>
      {order.isLate && ', late'}
    </span>
  )
}
