import { Form, Link, useActionData } from 'react-router'
import type { OrderPage } from '#app/.server/orders/queries/order-page.ts'
import { addressLines } from '#app/domain/orders/city-line.ts'
import { OrderCertificates } from './order-certificates.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { Next } from './order-next.tsx'
import { ToldOfMoney } from './order-paid.tsx'
import { PersonLooks } from './order-questions.tsx'
import { Refunds } from './order-refunds.tsx'
import { OrderReturns } from './order-returns.tsx'
import { Part } from './order-section.tsx'

export type ShownOrder = OrderPage & { tradeInPage: string | null }

/** All that a buyer is shown of an order that was paid. */
export function AfterPayment({ page }: { page: ShownOrder }) {
  const { address } = page
  return (
    <div className="mt-12 grid gap-x-12 gap-y-10 sm:grid-cols-2">
      {page.state !== 'refunded' &&
        page.pickupCode === null &&
        (page.claim === null || page.parcels.length > 0) && <Next page={page} />}
      <Part heading="Your information">
        {page.isHidden && <Hidden />}
        {page.email && <p className="wrap-anywhere">{page.email}</p>}
        {address && (
          <address className="not-italic wrap-anywhere">
            {addressLines(address).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        )}
        <p className="text-muted text-sm">
          Bookmark this page to return to your order. Lost it?{' '}
          <Link to="/find-order" className="link">
            Find my order
          </Link>
        </p>
      </Part>
      {page.weighed.length > 0 && (
        <Part heading="Actual weight">
          {page.weighed.map((piece) => (
            <p key={piece} className="wrap-anywhere">
              {piece}
            </p>
          ))}
        </Part>
      )}
      {page.receipt && (
        <Part heading="Documents">
          <OrderDocuments receipt={page.receipt} isRefunded={page.state === 'refunded'} />
        </Part>
      )}
      <OrderCertificates certificates={page.certificates} tradeInPage={page.tradeInPage} />
      {page.returns && <OrderReturns returns={page.returns} isOver={page.state === 'refunded'} />}
      {page.state !== 'refunded' && page.toldOfMoney !== '' && (
        <ToldOfMoney message={page.toldOfMoney} />
      )}
      {page.refunds.length > 0 && <Refunds refunds={page.refunds} />}
      {(page.claim || (page.held && page.toldOfMoney === '')) && <PersonLooks page={page} />}
    </div>
  )
}

/** A link is handed on, and stays in emails: the buyer's own email opens it again [PRIVACY-05]. */
function Hidden() {
  const asked = useActionData<{ asked?: boolean }>()?.asked === true
  if (asked) {
    return (
      <p role="status">
        We’re emailing a link to the address on this order. It works for one hour.
      </p>
    )
  }
  return (
    <Form method="post" className="grid gap-3">
      <p>For your privacy, we hide your name and address 60 days after an order ships.</p>
      <p>
        <button type="submit" className="button button-line">
          Email me a link to view them
        </button>
      </p>
    </Form>
  )
}
