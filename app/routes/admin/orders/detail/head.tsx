import { Link } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { isInternational } from '#app/domain/fulfillment/customs.ts'
import { packingSlipProblem } from '#app/domain/fulfillment/picking.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { isToRefund } from '#app/routes/admin/refunds/money-to-refund.tsx'
import { isOpen } from '#app/routes/admin/risk/holds.tsx'
import { brand } from '#brand'
import { formatCount } from '../../components/format-count.ts'
import { ShopTime } from '../../components/shop-time.tsx'
import { StateMark } from '../state-mark.tsx'

export function CustomerLink({ id, orders, notes }: { id: string; orders: number; notes: number }) {
  const known = [
    formatCount(orders, 'paid order'),
    ...(notes > 0 ? [formatCount(notes, 'note')] : []),
  ]
  return (
    <p className="mt-3 print:hidden">
      <Link to={`/admin/dashboard/customers/${id}`} className="link inline-block py-1">
        Customer: {known.join(', ')}
      </Link>
    </p>
  )
}

/** The number of an order, what it waits for, when it was placed, and its packing slip. */
export function Head({ order }: { order: AdminOrder }) {
  return (
    <header>
      <p className="mb-6 hidden font-display text-3xl print:block">{brand.name}</p>
      <p className="max-md:-mt-2.5 max-md:-mb-1 text-sm print:hidden">
        <Link to="/admin/dashboard/orders" className="link inline-block py-1 max-md:py-0.5">
          All orders
        </Link>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="wrap-anywhere">Order {order.summary.number}</h1>
        <span className="print:hidden">
          <StateMark
            state={order.state}
            step={order.step}
            stage={order.custom?.stage ?? null}
            isPickup={order.pickup !== null}
            held={order.holdReason !== null || order.holds.some(isOpen) || isToRefund(order)}
            dispute={order.payment.dispute}
            priceToDecide={order.priceToDecide}
            onItsWay={order.payment.processingAt && order.payment.payBy}
          />
        </span>
      </div>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <p className="py-1 text-muted">
          Ordered <ShopTime at={order.createdAt} />
          {order.isTest && (
            <span className="text-notice"> · Test payment: no card was charged</span>
          )}
        </p>
        <a href={`/order/${order.token}`} className="link py-1 print:hidden">
          View the buyer’s order page
        </a>
        {packingSlipProblem(order.state, order.address !== null) === null && (
          <a
            href={`/admin/dashboard/orders/${encodeURIComponent(order.id)}/packing-slip.pdf`}
            download
            className="link py-1 print:hidden"
          >
            Packing slip (PDF)
          </a>
        )}
        {wasPaid(order.state) && order.address && isInternational(order.address) && (
          <a
            href={`/admin/dashboard/orders/${encodeURIComponent(order.id)}/documents/commercial-invoice.pdf`}
            download
            className="link py-1 print:hidden"
          >
            Commercial invoice (PDF)
          </a>
        )}
      </div>
    </header>
  )
}
