import { Link } from 'react-router'
import type { TodayPage } from '#app/.server/reports/queries/today-page.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { modeOfList, ordersLink } from './orders-link.ts'

type Matter = {
  to: string
  /** Left out where nothing is counted. */
  count?: number
  what: string
  /** What it means, or what to do. */
  hint?: string
}

/** What staff should look at first; nothing is listed that is well [TODAY-01]. */
export function NeedsAHand({ today }: { today: TodayPage }) {
  const matters = mattersOf(today)
  return (
    <section aria-labelledby="needs-a-hand">
      <h2 id="needs-a-hand">Needs attention</h2>
      {matters.length === 0 ? (
        <p className="mt-3 border-line border-y py-6">Nothing needs your attention right now.</p>
      ) : (
        <ul className="mt-3 border-line border-t">
          {matters.map(({ to, count, what, hint }) => (
            <li key={what} className="border-line border-b">
              <Link
                to={to}
                prefetch="intent"
                className="group grid min-h-11 grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-3 py-3"
              >
                <span className="text-right font-display text-2xl text-alert leading-none">
                  {count?.toLocaleString('en-US') ?? '–'}
                </span>{' '}
                <span className="min-w-0">
                  <span className="block font-medium underline decoration-gold underline-offset-4 group-hover:text-gold-deep">
                    {what}
                  </span>
                  {hint && <span className="mt-0.5 block text-muted text-sm">{hint}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The most urgent first. */
function mattersOf(today: TodayPage): Matter[] {
  const { work, pricesUnderReview, openPayments, returns, tradeIns, messages } = today
  const { form8300, weights, staleGold, showsNothing, isMetalBeyond, backup } = today
  const mode = modeOfList(today)
  const counted: (Matter & { count: number })[] = [
    {
      to: ordersLink({ show: 'late', mode }),
      count: work.late,
      what: `${orders(work.late)} late`,
      hint: 'Promised to ship before today.',
    },
    {
      to: ordersLink({ show: 'disputed', mode }),
      count: work.disputed,
      what: `${orders(work.disputed)} disputed`,
      hint: 'The buyer’s bank wants the money back. The order page shows the deadline to respond in Stripe.',
    },
    {
      to: ordersLink({ show: 'held', mode }),
      count: work.held,
      what: work.held === 1 ? 'order needs review' : 'orders need review',
      hint: 'A refund is due, a payment amount doesn’t match, a bank debit failed, or there’s a reason not to ship. Open the order for details.',
    },
    {
      to: '/admin/dashboard/gold-price#held',
      count: pricesUnderReview,
      what: pricesUnderReview === 1 ? 'gold price is on hold' : 'gold prices are on hold',
      hint: 'A big jump. Accept or reject it; the shop won’t use it until you do.',
    },
    {
      to: `/admin/dashboard/payments?mode=${today.mode}`,
      count: openPayments,
      what: `unmatched ${openPayments === 1 ? 'payment' : 'payments'}`,
      hint: 'Match each one to an order, or mark it as resolved.',
    },
    {
      to: `/admin/dashboard/orders/returns?mode=${today.mode}`,
      count: returns,
      what: returns === 1 ? 'return needs action' : 'returns need action',
      hint: 'Approve or decline the request. Once the return arrives, weigh it and issue the refund.',
    },
    {
      to: `/admin/dashboard/trade-ins?mode=${today.mode}`,
      count: tradeIns.waiting,
      what: tradeIns.waiting === 1 ? 'trade-in needs action' : 'trade-ins need action',
      hint:
        tradeIns.late > 0
          ? `${tradeIns.late === 1 ? 'One is' : `${tradeIns.late} are`} late. Open the list for the next step of each.`
          : 'Open the list for the next step of each.',
    },
    {
      to: '/admin/dashboard/messages',
      count: messages.fresh,
      what: messages.fresh === 1 ? 'new message' : 'new messages',
      hint: 'Someone wrote from the contact page or asked for custom work.',
    },
    {
      to: '/admin/dashboard/messages?state=answered',
      count: messages.unsent,
      what: `${messages.unsent === 1 ? 'reply' : 'replies'} to a message couldn’t be sent`,
      hint: 'Resend it from the message page.',
    },
    {
      to: ordersLink({ show: 'address', mode }),
      count: work.address,
      what: work.address === 1 ? 'order without an address' : 'orders without an address',
      hint: 'It’s paid but has no shipping address. Ask the buyer, then enter it on the order page.',
    },
    {
      to: ordersLink({ show: 'mail', mode }),
      count: work.mail,
      what: `${work.mail === 1 ? 'order' : 'orders'} with an email that couldn’t be sent`,
      hint: 'Resend it from the order page.',
    },
  ]
  return [
    ...counted.filter(({ count }) => count > 0),
    ...weights.map(({ id, number }) => ({
      to: `/admin/dashboard/orders/${id}#send`,
      what: `Order ${number} needs review: gold is missing`,
      hint: 'A piece weighs less than sold. It can’t ship until you decide about the refund.',
    })),
    ...form8300.map(({ order, sum, fileBy }) => ({
      to: `/admin/dashboard/orders/${order.id}`,
      what: `Form 8300 for order ${order.number} ${fileBy < today.day ? 'is overdue: it was due by' : 'is due by'} ${formatDay(fileBy)}`,
      hint: `${formatCents(sum)} in cash from one customer. File it with the IRS, then mark it on the order page.`,
    })),
    ...(staleGold ? [stale(staleGold)] : []),
    ...(showsNothing ? [nothingShown] : []),
    ...(isMetalBeyond ? [metal] : []),
    ...backup.map((what) => ({ to: '/admin/dashboard/debug', what })),
  ]
}

const stale = ({ canBuy }: NonNullable<TodayPage['staleGold']>): Matter => ({
  to: '/admin/dashboard/gold-price',
  what: 'The gold price is out of date',
  hint: canBuy
    ? 'No source has a newer one. The shop is still selling at the last price. Refresh it, or set it yourself.'
    : 'No source has a newer one, and nothing can be bought until there is one. Refresh it, or set it yourself.',
})

const nothingShown: Matter = {
  to: '/admin/dashboard/products',
  what: 'No product is visible',
  hint: 'Buyers won’t find anything in the shop. Add a product, or make one active.',
}

const metal: Matter = {
  to: '/admin/dashboard/metal',
  what: 'Gold to buy is over your limit',
  hint: 'You’ve sold gold you haven’t bought. Buy it to clear this.',
}

const orders = (count: number) => (count === 1 ? 'order is' : 'orders are')
