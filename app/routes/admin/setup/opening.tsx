import { Form, Link } from 'react-router'
import type { SetupPage } from '#app/.server/setup/queries/setup-page.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** Where sales begin: with a live key the shop sells nothing before this is pressed [OPENING-02]. */
export function OpenTheShop({ opening, canPay }: Pick<SetupPage, 'opening' | 'canPay'>) {
  return (
    <section aria-labelledby="opening" className="admin-panel mt-6 grid max-w-3xl gap-3">
      <h2 id="opening">{headingOf(opening.state, canPay)}</h2>
      {opening.state === 'test' && (
        <p>
          Payments are a test. Once a live Stripe key is entered, product pages show prices and
          “Opening soon”, and sales begin when you open the shop here.
        </p>
      )}
      {opening.state === 'waiting' && <Waiting must={opening.must} />}
      {opening.state === 'open' && (
        <p>
          {canPay ? 'Since' : 'It was opened'} <ShopTime at={opening.at} />, by {opening.by}.{' '}
          {!canPay && 'Sales begin again when Stripe’s secret key is entered under Payments. '}
          Selling is stopped and resumed under{' '}
          <Link to="/admin/dashboard/gold-price" className="link">
            Gold Price
          </Link>
          .
        </p>
      )}
    </section>
  )
}

function headingOf(state: SetupPage['opening']['state'], canPay: boolean): string {
  if (state !== 'open') return 'Open the shop'
  return canPay ? 'The shop is open' : 'The shop sells nothing: nobody can pay'
}

function Waiting({ must }: { must: readonly string[] }) {
  return (
    <>
      <p>Product pages show prices and “Opening soon”. Nothing can be bought yet.</p>
      {must.length > 0 ? (
        <>
          <p className="font-medium">Before you can open it:</p>
          <ul className="grid list-disc gap-1.5 pl-5 wrap-anywhere">
            {must.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      ) : (
        <Form method="post" preventScrollReset>
          <SubmitButton gold name="action" value="open the shop">
            Open the Shop
          </SubmitButton>
        </Form>
      )}
    </>
  )
}
