import { Fragment } from 'react'
import { Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { may, type Right } from '#app/domain/access/rights.ts'
import { brand } from '#brand'
import type { Route } from './+types/page.ts'
import { PrintGuide } from './print-guide.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Guide, admin' }]

export async function loader({ context }: Route.LoaderArgs) {
  return { role: context.get(adminContext).role }
}

type Part = { title: string; steps: readonly string[]; to: string; place: string; right: Right }

const parts: readonly Part[] = [
  {
    title: 'In the morning',
    steps: [
      'Look at the top of any screen: the gold price and its age, orders waiting, the last backup.',
      'Open Today. What needs attention comes first, then what to make and ship, by date.',
    ],
    to: '/admin/dashboard',
    place: 'Today',
    right: 'orders.read',
  },
  {
    title: 'The price',
    steps: [
      'Prices follow the gold price automatically: grams × price per gram, plus the making fee.',
      'A price that jumps is held: accept it if the market says the same, reject it if not.',
      'Sold at the wrong price? Press “This price is wrong”. If in doubt, press “Stop selling” first.',
    ],
    to: '/admin/dashboard/gold-price',
    place: 'Gold Price',
    right: 'gold-price',
  },
  {
    title: 'An order',
    steps: [
      'Paid: begin. “Needs a look” or “On hold: don’t ship” means: read the reason before anything else.',
      'Press the next step as you go: in the making, ready. Weigh each piece and note the grams.',
      'In the list of orders: the pick list under “To do” or “Paid”, the packing slips under “Ready”.',
    ],
    to: '/admin/dashboard/orders',
    place: 'Orders',
    right: 'orders.read',
  },
  {
    title: 'Sending',
    steps: [
      'Open the order, enter carrier and tracking number (or buy the label there), and mark it as sent.',
      'The buyer gets the email automatically. A day that cannot be met: tell the buyer from the order, in time.',
    ],
    to: '/admin/dashboard/orders?show=todo',
    place: 'Orders, to do',
    right: 'orders.read',
  },
  {
    title: 'Returns and money back',
    steps: [
      'A piece comes back: open the return in its order, weigh it, then decide.',
      'Refund with “Refund …” in the order, never at the payment provider, so that the records agree.',
    ],
    to: '/admin/dashboard/orders/returns',
    place: 'Returns',
    right: 'orders.read',
  },
  {
    title: 'Once a week',
    steps: [
      'System: the last backup is from last night, the last trial of a restore went well, emails go out.',
      'Payments: every payment has an order.',
      'Metal: enter what you bought and cast. It says what is still to be bought.',
    ],
    to: '/admin/dashboard/system',
    place: 'System',
    right: 'log',
  },
  {
    title: 'Something is wrong',
    steps: [
      'Nothing is lost by waiting: orders that are paid stay. Write down what you saw, and when.',
      'Ask the person who runs the server, and send “the facts to ask for help with” from System along.',
      'A stolen phone or computer: end its sessions under Account, and change the password.',
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
        <h1>{brand.name}: the day in the shop</h1>
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
            {['The server', 'The owner', 'The bank'].map((who) => (
              <Fragment key={who}>
                <dt>{who}</dt>
                <dd className="border-line border-b">
                  <span className="sr-only">to be written by hand on the printed page</span>
                </dd>
              </Fragment>
            ))}
          </dl>
        </section>
      </div>
    </article>
  )
}
