import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { brand } from '#brand'
import { Part } from './order-section.tsx'

/** Of a paid order it may be a refund that the bank sent back, too. */
export function PersonLooks({ page: { state, summary } }: { page: OrderPage }) {
  return (
    <Part heading="Your payment">
      <p>
        {wasPaid(state)
          ? 'We’re reviewing a payment or a refund on this order.'
          : 'Your payment doesn’t match this order. We’re looking into it.'}{' '}
        <Questions number={summary.number} />
      </p>
    </Part>
  )
}

/** Under what became of the money of an order that ended. */
export function AboutMoney({ number }: { number: string }) {
  return (
    <p className="mt-10 text-center text-muted">
      <Questions number={number} />
    </p>
  )
}

function Questions({ number }: { number: string }) {
  return (
    <>
      Questions? Write to{' '}
      <a className="link" href={`mailto:${brand.email}`}>
        {brand.email}
      </a>{' '}
      and include your order number, {number}.
    </>
  )
}
