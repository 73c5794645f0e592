import type { ListedOrder } from '#app/.server/orders/queries/admin-orders.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { Email } from '#app/ui/text/no-break.tsx'
import { OrderLink } from '../components/order-link.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import { NextStep, ShipBy } from './next-step.tsx'
import { StateMark } from './state-mark.tsx'

const columns = [
  'Order',
  ['Customer', 'max-md:hidden'],
  ['Status', 'max-sm:hidden'],
  ['Ship by', 'max-md:hidden'],
  ['Tracking', 'max-xl:hidden'],
  ['Pieces', 'figure max-lg:hidden'],
  ['Total', 'figure max-lg:hidden'],
  'Next step',
] as const

/** `isWork`: listed by the day they were promised for. */
export function OrdersTable({
  orders,
  isWork,
}: {
  orders: readonly ListedOrder[]
  isWork: boolean
}) {
  return (
    <Table caption={`Orders, ${isWork ? 'by ship-by date' : 'newest first'}`} columns={columns}>
      <tbody>
        {orders.map((order) => (
          <tr key={order.id}>
            <td>
              <OrderLink id={order.id} number={order.number} />
              <span className="block text-muted text-sm">
                <ShopTime at={order.createdAt} />
                {order.isTest && <span className="text-notice"> Test</span>}
              </span>
              <span className="block text-sm wrap-anywhere md:hidden">
                {order.name ?? order.email ?? ''}
              </span>
              <span className="block text-sm sm:hidden">{formatCents(order.total)}</span>
              <span className="block text-sm md:hidden">
                <ShipByLine order={order} />
              </span>
              <span className="mt-1.5 block sm:hidden">
                <Marks order={order} />
              </span>
            </td>
            <td className="max-w-72 max-md:hidden">
              <span className="block wrap-anywhere">{order.name ?? '—'}</span>
              <span className="block text-muted text-sm wrap-anywhere">
                {order.email && <Email address={order.email} />}
              </span>
            </td>
            <td className="max-sm:hidden">
              <Marks order={order} />
            </td>
            <td className="text-sm max-md:hidden">
              <ShipBy order={order} />
              <Delivery order={order} />
            </td>
            <td className="max-w-48 text-sm wrap-anywhere max-xl:hidden">{order.tracking}</td>
            <td className="figure max-lg:hidden">{order.pieces}</td>
            <td className="figure max-lg:hidden">{formatCents(order.total)}</td>
            <td>
              <NextStep order={order} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function ShipByLine({ order }: { order: ListedOrder }) {
  if (order.state !== 'paid' || order.shipBy === null) return null
  return (
    <>
      {order.isPickup ? 'Ready by' : 'Ship by'} <ShipBy order={order} />
      <Delivery order={order} />
    </>
  )
}

/** How it leaves, where that is not by standard shipping [SHIPPING-07]. */
function Delivery({ order: { state, delivery } }: { order: ListedOrder }) {
  if (state !== 'paid' || delivery === null) return null
  return <span className="block text-notice">{delivery}</span>
}

function Marks({ order }: { order: ListedOrder }) {
  const { state, step, stage, isPickup, needsLook, dispute, priceToDecide, isReturning, onItsWay } =
    order
  const marks = { state, step, stage, isPickup, dispute, priceToDecide, isReturning, onItsWay }
  return <StateMark {...marks} held={needsLook} />
}
