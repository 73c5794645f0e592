import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderRefund, OrderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import { appliedLabel } from '#app/domain/refunds/plan-refund.ts'
import type { RefundState } from '#app/domain/refunds/refund-state.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { ShopTime } from '../../components/shop-time.tsx'

type Props = { order: AdminOrder; money: OrderRefunds }

/** What was sold, paid and refunded, and what that comes to. */
export function Money({ order, money }: Props) {
  return (
    <>
      <Sums order={order} money={money} />
      {money.refunds.length > 0 && (
        <>
          <h3 className="mt-5">Refunds</h3>
          <ul className="mt-2 text-sm">
            {money.refunds.map((refund) => (
              <Refund key={refund.id} refund={refund} token={order.token} />
            ))}
          </ul>
        </>
      )}
      {order.ledger.length > 0 && <Movements ledger={order.ledger} />}
    </>
  )
}

function Sums({ order, money }: Props) {
  const { balance, owed } = order
  const { sold, paid, refunded, disputed, lost, due, declined } = balance
  const total = totalOf(sold)
  const inAll = totalWithTax(order.summary)
  // Nothing is sold before all of it is paid, nor of an order that ended unpaid [BANK-19].
  const isSold = wasPaid(order.state)
  const rows: [name: string, amount: Cents | null][] = [
    ['Goods', sold.tax + sold.shipping + sold.discount > 0 ? sold.goods : null],
    ['Discount', sold.discount > 0 ? cents(0 - sold.discount) : null],
    ['Shipping', sold.shipping > 0 ? sold.shipping : null],
    ['Tax', sold.tax > 0 ? sold.tax : null],
    isSold
      ? [refunded + money.outstanding > 0 ? 'Net sale' : 'Order total', total]
      : order.state === 'pending'
        ? ['Balance due', cents(Math.max(0, inAll - paid + refunded))]
        : ['Order total', inAll],
    ['Paid', paid],
    ['Refunded', refunded > 0 ? refunded : null],
    ['Being refunded', money.outstanding > 0 ? money.outstanding : null],
    ['On hold in a dispute', disputed > 0 ? disputed : null],
    ['Lost in a dispute', lost > 0 ? lost : null],
    // Nobody waits for it once the order was closed [DISPUTE-11].
    ['The buyer still owes', due > 0 && order.state !== 'refunded' ? due : null],
    ['Refund declined', declined > 0 ? declined : null],
    ['Owed to the buyer', owed > 0 ? owed : null],
  ]
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows.map(
        ([name, amount]) =>
          amount !== null && (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className={name === 'Owed to the buyer' ? 'text-alert' : 'text-muted'}>{name}</dt>
              <dd className="whitespace-nowrap">
                <LiveValue>{formatCents(amount)}</LiveValue>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

const states = {
  requested: 'requested, no answer yet',
  pending: 'pending',
  succeeded: 'refunded',
  failed: 'failed',
  refused: 'declined',
} as const satisfies Record<RefundState, string>

function Refund({ refund, token }: { refund: OrderRefund; token: string }) {
  const { amount, applied, state, at, by, reason, problem, creditNote } = refund
  const isBad = state === 'failed' || state === 'refused'
  return (
    <li className="border-line border-t py-2 wrap-anywhere">
      <span className="flex justify-between gap-4">
        <span className={isBad ? 'text-alert' : ''}>
          {amount === 0 ? 'exchanged' : states[state]}
        </span>
        <span className="whitespace-nowrap">{formatCents(amount)}</span>
      </span>
      {applied > 0 && (
        <span className="block">
          {appliedLabel}: {formatCents(applied)}
        </span>
      )}
      <span className="block">{reason}</span>
      {problem && <span className="block text-alert">{problem}</span>}
      <span className="block text-muted">
        <ShopTime at={at} />, {by}
      </span>
      {creditNote && (
        <a href={`/order/${token}/credit-note/${creditNote}`} className="link inline-block py-1">
          Credit note {creditNote}
        </a>
      )}
    </li>
  )
}

/** The ledger: each entry, oldest first, and what it moved. */
function Movements({ ledger }: { ledger: AdminOrder['ledger'] }) {
  return (
    <Disclosure label="View all transactions" isSmall className="mt-4">
      <ul className="mt-2 text-sm">
        {ledger.map(({ id, kind, at, why, by, postings }) => (
          <li key={id} className="border-line border-t py-2 wrap-anywhere">
            <span className="font-medium first-letter:uppercase">{kind}</span>
            <span className="block">
              {Object.entries(postings)
                .map(([account, amount]) => `${account} ${formatCents(amount)}`)
                .join(', ')}
            </span>
            <span className="block">{why}</span>
            <span className="block text-muted">
              <ShopTime at={at} />, {by}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
