import { Link } from 'react-router'
import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import type { RefusedDebit as Refused } from '#app/.server/payments/queries/refused-debit.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import { Part } from './order-section.tsx'
import { DateTime } from './order-summary.tsx'

/** `Your bank refused the debit of $12.50: the account is closed. Nothing was charged.` */
export function refusal({ amount, reason }: Refused): string {
  const sum = amount === null ? 'the debit' : `the debit of ${formatCents(amount)}`
  return `Your bank declined ${sum}${reason ? `: ${reason}` : ''}. Nothing was charged.`
}

/** What the page of the order says first, once a bank did not pay its debit [BANK-20, BANK-21]. */
export function refusedDebitMessage(refused: Refused) {
  const { mark, became } = ended[refused.next.by]
  return {
    mark,
    heading: 'Your bank declined the payment',
    sentence: `${refusal(refused)} ${became}`,
  }
}

const waiting = { mark: 'Pending', became: 'Your order is waiting for this payment.' }

const ended = {
  'new order': { mark: 'Canceled', became: 'This order is canceled.' },
  'new draft order': { mark: 'Expired', became: 'Your price hold has ended.' },
  'same link': waiting,
  'new link': waiting,
} as const satisfies Record<Refused['next']['by'], { mark: string; became: string }>

/** How the buyer goes on. */
export function RefusedDebit({ page, refused }: { page: OrderPage; refused: Refused }) {
  const { next } = refused
  const { number } = page.summary
  return (
    <div className="mt-12">
      <Part heading="What you can do now">
        {next.by === 'new order' && <OrderAgain page={page} />}
        {next.by === 'same link' && (
          <p>
            Pay again with the link we sent you, by <DateTime at={next.until} />.
          </p>
        )}
        {next.by === 'new link' && (
          <p>
            We’ll send you a new payment link.
            {next.until && (
              <>
                {' '}
                Your price is held until <DateTime at={next.until} />.
              </>
            )}
          </p>
        )}
        {next.by === 'new draft order' && (
          <p>If you still want it, we’ll create a new order for you at today’s price.</p>
        )}
        <p className="text-muted">
          {writeTo[next.by]}
          <a className="link" href={`mailto:${brand.email}`}>
            {brand.email}
          </a>{' '}
          and include your order number, {number}.
        </p>
      </Part>
    </div>
  )
}

const writeTo = {
  'new order': 'Questions? Write to ',
  'new draft order': 'Write to ',
  'same link': 'To pay another way, write to ',
  'new link': 'To pay another way, write to ',
} as const satisfies Record<Refused['next']['by'], string>

function OrderAgain({ page: { summary, stillSold } }: { page: OrderPage }) {
  const lines = summary.lines.filter(({ productId }) => stillSold.includes(productId))
  const products = new Map(lines.map(({ productId, name }) => [productId, name]))
  if (products.size === 0) {
    return (
      <p>
        What you ordered is no longer sold.{' '}
        <Link to="/products" className="link inline-block py-1">
          See our collection
        </Link>
      </p>
    )
  }
  return (
    <>
      <p>
        Order again at today’s price. A card payment is confirmed immediately. To pay by bank,
        please first make sure your bank will allow it.
      </p>
      <ul>
        {[...products].map(([id, name]) => (
          <li key={id}>
            <Link
              to={`/product/${encodeURIComponent(id)}`}
              className="link inline-block py-1 wrap-anywhere"
            >
              Order {name} again
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
