import { Link } from 'react-router'
import type { OrderToDecide } from '#app/.server/refunds/queries/withdrawal.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatCount } from '../components/format-count.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import { stateNames } from '../orders/state-names.ts'

const columns = [
  'Order',
  'Status',
  'Paid',
  ['Per gram', 'figure'],
  ['Total', 'figure'],
  'What was wrong',
] as const

type Props = { list: OrderToDecide[]; total: number }

/** Orders that were paid at a price that was withdrawn: each waits for a person [WITHDRAW-03]. */
export function OrdersToDecide({ list, total }: Props) {
  if (total === 0) return null
  return (
    <section aria-labelledby="to-decide" className="admin-panel border-alert">
      <h2 id="to-decide">Paid at a withdrawn price</h2>
      <p className="mt-2 max-w-2xl text-sm">
        {formatCount(total, 'order')} to decide about. Open each one and honor the price or refund
        the order. Until then, it can’t be marked as shipped.
      </p>
      <Table isWide className="mt-3" label="Orders paid at a withdrawn price" columns={columns}>
        <tbody>
          {list.map((order) => (
            <tr key={order.id}>
              <td className="whitespace-nowrap">
                <Link
                  to={`/admin/dashboard/orders/${encodeURIComponent(order.id)}`}
                  className="link inline-block py-1"
                >
                  {order.number}
                </Link>
              </td>
              <td>{order.state === 'fulfilled' ? 'Already sent' : stateNames[order.state]}</td>
              <td className="whitespace-nowrap">
                {order.paidAt && <ShopTime at={order.paidAt} />}
              </td>
              <td className="figure">{formatExactRate(order.perGram)}</td>
              <td className="figure">{formatCents(order.total)}</td>
              <td className="wrap-anywhere">{order.reason}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {total > list.length && (
        <p className="mt-3 text-muted text-sm">The newest {list.length} are listed.</p>
      )}
    </section>
  )
}
