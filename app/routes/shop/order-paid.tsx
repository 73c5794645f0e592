import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { Part } from './order-section.tsx'

/** Of an order of several payments: what was paid, and what is left [SALE-25]. */
export function PartPaid({ sale }: { sale: NonNullable<OrderPage['sale']> }) {
  const { received, left, isEstimate } = sale
  return (
    <div className="mt-12">
      <Part heading="Your payments">
        <p>Paid so far: {formatCents(received)}</p>
        <p className="font-medium">Balance due: {formatCents(left)}</p>
        {isEstimate && (
          <p className="text-muted text-sm">
            An estimate: the balance will be known once the gold price is locked.
          </p>
        )}
      </Part>
    </div>
  )
}

/** In the words of the emails about it [BANK-18, REFUND-18]. */
export function ToldOfMoney({ message }: { message: string }) {
  return (
    <Part heading="Your refund">
      <p className="wrap-anywhere">{message}</p>
    </Part>
  )
}
