import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { formatArrival } from '#app/domain/fulfillment/arrival.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { wireRules } from '#app/domain/payments/wire-rules.ts'
import { type Day, formatDay } from '#app/domain/time/day.ts'
import { Part } from './order-section.tsx'
import { DateTime } from './order-summary.tsx'

/** What came, what is missing, and what happens when less, more or too late arrives [BANK-04]. */
export function WireAwaited({
  wire,
  arrival,
  url,
}: Pick<OrderPage, 'arrival'> & {
  wire: NonNullable<OrderPage['wire']>
  url: string | null
}) {
  return (
    <div className="mt-12">
      <Part heading="Your wire">
        <p>Received so far: {formatCents(wire.received)}</p>
        <p className="font-medium">Still due: {formatCents(wire.missing)}</p>
        <p>
          Due by <DateTime at={wire.until} />
        </p>
        {arrival && (
          <p>
            If the full amount arrives by then, your order should arrive about{' '}
            <span className="unbroken">{formatArrival(arrival)}</span>
          </p>
        )}
        <p className="text-muted">{wireRules()}</p>
        {url && (
          <p className="mt-3">
            <a href={url} className="button button-line">
              How to send it
            </a>
          </p>
        )}
      </Part>
    </div>
  )
}

/** It takes days, and there is nothing more to do [BANK-16]. */
export function DebitAwaited({ page, by }: { page: OrderPage; by: Day }) {
  return (
    <div className="mt-12">
      <Part heading="Your bank payment">
        <p>On its way; expected by {formatDay(by)}</p>
        {page.arrival && (
          <p>
            Your order should arrive about{' '}
            <span className="unbroken">{formatArrival(page.arrival)}</span>
          </p>
        )}
        {page.email && (
          <p className="text-muted wrap-anywhere">
            We emailed {page.email} about it, and will email again when the money arrives.
          </p>
        )}
      </Part>
    </div>
  )
}
