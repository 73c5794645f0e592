import { Fragment } from 'react'
import { Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { may, type Right } from '#app/domain/access/rights.ts'
import { brand } from '#brand'
import { adminTitle } from '../components/admin-title.ts'
import type { Route } from './+types/page.ts'
import { PrintGuide } from './print-guide.tsx'

export const meta: Route.MetaFunction = () => adminTitle('Guide')

export async function loader({ context }: Route.LoaderArgs) {
  return { role: context.get(adminContext).role }
}

type Part = { title: string; steps: readonly string[]; to: string; place: string; right: Right }

const parts: readonly Part[] = [
  {
    title: 'In the morning',
    steps: [
      'At the top of any screen, check the gold price (and when it was last updated), the orders waiting, and the last backup.',
      'Open Today. Items that need attention come first, then orders to make and ship, by due date.',
    ],
    to: '/admin/dashboard',
    place: 'Today',
    right: 'orders.read',
  },
  {
    title: 'The price',
    steps: [
      'Prices follow the gold price automatically: grams × price per gram, plus the flat fee.',
      'If the gold price jumps, the new price waits for your approval. Accept it if it matches the market; otherwise, reject it.',
      'Sold at the wrong price? Click “This price is wrong.” Not sure? Click “Stop selling” first.',
    ],
    to: '/admin/dashboard/gold-price',
    place: 'Gold Price',
    right: 'gold-price',
  },
  {
    title: 'Orders',
    steps: [
      'If an order is paid, start production. If it says “Needs review” or “On hold: don’t ship,” read the reason first.',
      'Update the status as you go: in production, then ready. Weigh each piece and enter its weight in grams.',
      'On the Orders page, find pick lists under “To do” or “Paid,” and packing slips under “Ready.”',
    ],
    to: '/admin/dashboard/orders',
    place: 'Orders',
    right: 'orders.read',
  },
  {
    title: 'Shipping',
    steps: [
      'Open the order, enter the carrier and tracking number (or buy a label there), and mark it as shipped.',
      'The buyer is emailed automatically. If you can’t make the ship date, notify the buyer from the order page before that date.',
    ],
    to: '/admin/dashboard/orders?show=todo',
    place: 'Open orders',
    right: 'orders.read',
  },
  {
    title: 'Returns and refunds',
    steps: [
      'When a piece comes back, open the return from its order, weigh the piece, then decide on the refund.',
      'Always use “Refund…” on the order page, never Stripe, so your records match.',
    ],
    to: '/admin/dashboard/orders/returns',
    place: 'Returns',
    right: 'orders.read',
  },
  {
    title: 'Trade-ins',
    steps: [
      'When an owner sends a piece back to recast, exchange, or sell it, approve the request and say how to send it.',
      'Weigh and test the piece when it arrives. The offer follows what you measured.',
    ],
    to: '/admin/dashboard/trade-ins',
    place: 'Trade-ins',
    right: 'orders.read',
  },
  {
    title: 'Once a week',
    steps: [
      'System: Check that last night’s backup ran, the last restore test passed, and emails are being sent.',
      'Payments: Check that every payment is matched to an order.',
      'Metal: Enter what you bought and cast. You’ll see how much gold to buy.',
    ],
    to: '/admin/dashboard/system',
    place: 'System',
    right: 'log',
  },
  {
    title: 'If something goes wrong',
    steps: [
      'You can take your time: paid orders are safe. Write down what you saw and when.',
      'Contact the person who runs your server, and send them the support file from System.',
      'If a phone or computer is stolen, end its sessions under Account and change your password.',
    ],
    to: '/admin/account',
    place: 'Account',
    right: 'account',
  },
]

/** The day of a jeweler on one letter page, to hang in the workshop [HELP-09]; its links lead where the role may go. */
export default function Guide({ loaderData: { role } }: Route.ComponentProps) {
  return (
    <article className="admin-guide pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1>{brand.name}: your daily guide</h1>
        <PrintGuide />
      </div>
      <div className="guide-parts mt-6">
        {parts.map(({ title, steps, to, place, right }) => (
          <section key={title} className="guide-part">
            <h2>{title}</h2>
            <ul className="mt-1 list-disc pl-5">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ul>
            {may(role, right) && (
              <p className="print:hidden">
                <Link to={to} className="link inline-block py-1 text-sm">
                  {place}
                </Link>
              </p>
            )}
          </section>
        ))}
        <section className="guide-part">
          <h2>Who to ask</h2>
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
            {['Server administrator', 'Owner', 'Bank'].map((who) => (
              <Fragment key={who}>
                <dt>{who}</dt>
                <dd className="border-line border-b">
                  <span className="sr-only">(fill in)</span>
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      </div>
    </article>
  )
}
