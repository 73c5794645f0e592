import { Link } from 'react-router'

/** What becomes of an order whose money a bank took, where its buyer pays another way [DISPUTE-12]. */
export function OrderAgain({ orderId, isClosed }: { orderId: string; isClosed?: boolean }) {
  return (
    <p className="text-sm">
      If the buyer pays you another way, {!isClosed && 'close this order and '}
      <Link to={`/admin/dashboard/orders/new?like=${encodeURIComponent(orderId)}`} className="link">
        create a new order with the same pieces and buyer
      </Link>
      .
    </p>
  )
}
