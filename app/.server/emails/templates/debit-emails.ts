import type { RefusedDebit } from '#app/.server/payments/queries/refused-debit.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { buyerEmail } from './common-fields.ts'
import type { Block, Email } from './email.ts'
import { block, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { heading, paragraph, summary } from './order-parts.ts'

/** What the buyer hears of a bank debit, which takes days [BANK-16, BANK-20]. */
export const debitEmails = {
  'order-debit-buyer': buyerEmail({
    name: 'Bank debit pending',
    when: 'Sent to a buyer who pays by bank debit, when the order is placed.',
    more: [
      words('expected by', 'The date we expect the money by'),
      words('arrival', 'When the order should arrive, based on that date'),
    ],
    subject: 'Payment for order {order number} is on its way',
    text: `Your bank payment for order {order number} is on its way. Thank you. A bank debit takes up to four business days, so we expect it by {expected by}.

Your price is locked. We’ll email you when the money arrives, then make and ship your order. You don’t need to do anything. {arrival}

{your order}

{what was bought}`,
    values: (facts) => ({
      'expected by': facts.debitBy ?? '',
      arrival: facts.arrival ? `Your order should arrive about ${facts.arrival}.` : '',
    }),
  }),

  'order-debit-failed-buyer': buyerEmail({
    name: 'Bank debit failed',
    when: 'Sent when a buyer’s bank debit fails, for an order or a payment link.',
    more: [
      words(
        'what happened',
        'A sentence: the bank declined the debit, its amount, and the bank’s reason, if any',
      ),
      words('what now', 'What happened to the order, and how to pay again'),
      block('order again', 'If the order was canceled: links to the pieces or the collection'),
    ],
    subject: 'Your bank didn’t pay for order {order number}',
    text: `{what happened} Nothing was charged.

{what now}

{order again}

{your order}`,
    values: (facts) => ({
      'what happened': refusalFor('Your bank', facts),
      'what now': whatNow(facts),
      'order again': orderAgain(facts),
    }),
  }),
}

/** For staff: what to do with the order, which needs a look until somebody says so [BANK-20]. */
export function debitFailedEmail(facts: OrderFacts, link: Block): Email {
  const { refusedDebit, email } = facts
  const { number } = facts.summary
  const told = email === null ? '' : ' The buyer was emailed.'
  return {
    subject: `Order ${number}: bank declined the debit`,
    blocks: [
      paragraph(`${refusalFor('The bank', facts)} Nothing was charged.`),
      paragraph(whatStaffDo(refusedDebit?.next.by ?? 'new order', told)),
      paragraph(
        'The order stays on Today under “Needs review” until someone notes the decision on its page.',
      ),
      link,
      heading('The order'),
      summary(facts),
    ],
  }
}

function whatStaffDo(next: RefusedDebit['next']['by'], told: string): string {
  switch (next) {
    case 'new order':
      return `The order is canceled: don’t make or ship anything.${told} They can order again at today’s price.`
    case 'new draft order':
      return `The order’s price lock has ended: don’t make or ship anything.${told} Create a new order at today’s price if they still want it.`
    case 'same link':
    case 'new link':
      return `The order is waiting for another payment.${told} Send a new payment link from the order page, or ask the buyer to pay another way.`
  }
}

function refusalFor(bank: string, { refusedDebit, summary: order }: OrderFacts): string {
  const amount: Cents = refusedDebit?.amount ?? totalWithTax(order)
  const why = refusedDebit?.reason ? `: ${refusedDebit.reason}` : ''
  return `${bank} declined the ${formatCents(amount)} debit for order ${order.number}${why}.`
}

function whatNow({ refusedDebit }: OrderFacts): string {
  const next = refusedDebit?.next
  switch (next?.by) {
    case 'same link':
      return `Your order is waiting for this payment. Please pay again with the link we sent you, by ${formatDateTime(next.until, brand.timeZone)}. If you would like to pay another way, reply to this email.`
    case 'new link': {
      const held = next.until
        ? `, at its price until ${formatDateTime(next.until, brand.timeZone)}`
        : ''
      return `Your order is waiting for this payment${held}. We’ll send you a new payment link. If you would like to pay another way, reply to this email.`
    }
    case 'new draft order':
      return 'The price lock on your order has ended, so this order can no longer be paid and nothing will ship. If you still want it, reply to this email, and we’ll create a new order for you at today’s price.'
    default:
      return 'The order was canceled, so nothing will ship. You’re welcome to order again at today’s price. A card payment is confirmed immediately.'
  }
}

function orderAgain({ refusedDebit, page, orderAgain: products }: OrderFacts): Block[] {
  if (refusedDebit !== null && refusedDebit.next.by !== 'new order') return []
  if (products.length > 0) return products.map((product) => ({ is: 'button', ...product }))
  return [{ is: 'button', label: 'See our collection', href: new URL('/products', page).href }]
}
