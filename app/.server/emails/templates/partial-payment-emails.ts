import { formatCents } from '#app/domain/money/cents.ts'
import { buyerEmail } from './common-fields.ts'
import type { Block, Email } from './email.ts'
import { block, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { heading, notice, paragraph, summary } from './order-parts.ts'

/** The emails about a payment of a draft order that is not its last: a deposit, or another part [MAIL-07]. */
export const partEmails = {
  'order-part-buyer': buyerEmail({
    name: 'Deposit or partial payment',
    when: 'Sent to the buyer after each payment except the final one.',
    more: [
      needed(words('received', 'The amount that was paid')),
      words('deposit', 'A sentence about the deposit of custom work'),
      needed(block('paid so far', 'What has been paid so far, and what’s still due')),
    ],
    subject: 'We received {received} for order {order number}',
    text: `Thank you. We’ve received {received} for order {order number}. {deposit}

{your order}

{paid so far}

# Your order

{what was bought}`,
    values: (facts) => ({
      received: facts.part ? formatCents(facts.part.amount) : '',
      deposit: facts.part?.deposit?.isReached
        ? 'Your deposit is paid, and we’re starting work.'
        : '',
      'paid so far': paidSoFar(facts),
    }),
  }),
}

function paidSoFar({ part }: OrderFacts, reader: 'buyer' | 'staff' = 'buyer'): Block[] {
  if (!part) return []
  const { received, left, deposit } = part
  const lines = [
    `Paid so far: ${formatCents(received)}`,
    ...(deposit && deposit.left > 0 ? [`Deposit due: ${formatCents(deposit.left)}`] : []),
    left === null
      ? reader === 'staff'
        ? 'The balance will be known once you lock the gold price.'
        : 'We’ll tell you the balance once the gold price is locked.'
      : `Balance due: ${formatCents(left)}`,
  ]
  return [{ is: 'lines', lines }]
}

/** For staff; what was asked for is in it, since work starts with the deposit. */
export function partPaidEmail(facts: OrderFacts, link: Block): Email {
  const { number } = facts.summary
  const { part } = facts
  const amount = part ? formatCents(part.amount) : ''
  const isDeposit = part?.deposit?.isReached ?? false
  const request = part?.deposit?.request ?? ''
  return {
    subject: isDeposit
      ? `Order ${number}: deposit paid, start work`
      : `Order ${number}: ${amount} was paid`,
    blocks: [
      paragraph(`${amount} was paid toward order ${number}.`),
      ...(isDeposit ? [notice('The deposit is paid. You can start work.')] : []),
      ...paidSoFar(facts, 'staff'),
      link,
      ...(request
        ? [
            heading('What the buyer asked for'),
            { is: 'lines', lines: request.split('\n') } satisfies Block,
          ]
        : []),
      heading('The order'),
      summary(facts),
    ],
  }
}
