import { Form, Link } from 'react-router'
import type { SetupPage } from '#app/.server/setup/queries/setup-page.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { formatCount } from '../components/format-count.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/** Where sales begin: with a live key the shop sells nothing before this is pressed [OPENING-02]. */
type Props = Pick<SetupPage, 'opening' | 'canPay' | 'shown'>

export function OpenTheShop({ opening, canPay, shown }: Props) {
  return (
    <section aria-labelledby="opening" className="admin-panel mt-6 grid max-w-3xl gap-3">
      <h2 id="opening">{headingOf(opening.state, canPay)}</h2>
      {opening.state === 'test' && (
        <p>
          Your shop is in test mode. Once you add a live Stripe key, product pages show prices and
          “Opening soon.” Sales start when you open the shop here.
        </p>
      )}
      {opening.state === 'waiting' && <Waiting must={opening.must} shown={shown} />}
      {opening.state === 'open' && (
        <p>
          {canPay ? 'Since' : 'Opened'} <ShopTime at={opening.at} />, by {opening.by}.{' '}
          {!canPay && 'Sales start again once you enter Stripe’s secret key under Payments. '}
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

/** `your 12 products: Fir Cone, Low Sun, and 10 more` */
function whatIsSold({ count, names }: SetupPage['shown']): string {
  const [only] = names
  if (count === 1 && only !== undefined) return `your product ${only}`
  const more = count - names.length
  const listed = more > 0 ? `${names.join(', ')}, and ${more} more` : names.join(', ')
  return `your ${formatCount(count, 'product')}: ${listed}`
}

function headingOf(state: SetupPage['opening']['state'], canPay: boolean): string {
  if (state !== 'open') return 'Open the shop'
  return canPay ? 'The shop is open' : 'The shop is closed: no one can pay'
}

type WaitingProps = {
  must: Extract<SetupPage['opening'], { state: 'waiting' }>['must']
  shown: SetupPage['shown']
}

function Waiting({ must, shown }: WaitingProps) {
  return (
    <>
      <p>Product pages show prices and “Opening soon.” Nothing can be bought yet.</p>
      {must.length > 0 ? (
        <>
          <p className="font-medium">Before you can open it:</p>
          <ul id="before-opening" className="grid list-disc gap-1.5 pl-5 wrap-anywhere">
            {must.map(({ message, page }) => (
              <li key={message}>
                {message}
                {page && (
                  <>
                    {' '}
                    <Link to={page.to} className="link inline-block py-1">
                      {page.label}
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
          <div>
            <button
              type="button"
              disabled
              aria-describedby="before-opening"
              className="button button-line"
            >
              Open the Shop
            </button>
          </div>
        </>
      ) : (
        <Disclosure look="text" label="Open the shop…">
          <p>
            Once it is open, anyone can buy {whatIsSold(shown)}. Cards are really charged, and
            prices follow the gold price. Owners are notified by email. You can stop selling under
            Gold Price at any time.
          </p>
          <Form method="post" preventScrollReset>
            <SubmitButton gold action="open the shop">
              Open the Shop
            </SubmitButton>
          </Form>
        </Disclosure>
      )}
    </>
  )
}
