import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import { wireRules } from '#app/domain/payments/wire-rules.ts'
import { reviewing } from '#app/domain/refunds/money-back.ts'
import { buyerEmail } from './common-fields.ts'
import { block, type FieldValues, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { wireLines } from './order-parts.ts'

/** The emails to a buyer who pays by wire. */
export const wireEmails = {
  'order-wire-buyer': buyerEmail({
    name: 'Waiting for a wire',
    when: 'Sent to a buyer who pays by wire, when the order is placed and after each partial payment.',
    more: [
      words('news', '“Order … is waiting for your wire” or “We received $1,000.00 for order …”'),
      words('what came', 'A sentence: we’re holding the order, or thanks for what arrived'),
      needed(block('wire', 'What arrived, what’s missing, and how long the price is locked')),
      words('rules', 'What happens if too little or too much arrives, or if it arrives late'),
      needed(words('how to send it', 'A sentence: the order page shows how to send the wire')),
    ],
    subject: '{news}',
    text: `{what came}

{how to send it}

{your order}

{wire}

{rules}

{what was bought}`,
    values: (facts) => ({
      ...awaitedWireValues(facts),
      wire: wireLines(facts),
      rules: wireRules(),
      'how to send it': 'Your order page shows how to send the wire and what has arrived.',
    }),
  }),

  'order-wire-late-buyer': buyerEmail({
    name: 'Late wire',
    when: 'Sent when a buyer’s wire doesn’t arrive in full on time, and for any wire that arrives after the order expires.',
    more: [
      words('news', '“Order … has expired” or “Your wire for order … arrived too late”'),
      words('why', 'Why nothing will ship'),
      words('what came', 'What arrived, and what happens to it'),
    ],
    subject: '{news}',
    text: `{why}

{what came}

{your order}`,
    values: lateWireValues,
  }),

  'order-wire-canceled-buyer': buyerEmail({
    name: 'Wire for a canceled order',
    when: 'Sent to the buyer when a wire arrives after the order is canceled.',
    more: [needed(words('what came', 'What arrived, and what happens to it'))],
    subject: 'Your wire for canceled order {order number}',
    text: `Your wire for order {order number} arrived after the order had been canceled, so nothing will ship.

{what came}

{your order}`,
    values: (facts) => ({ 'what came': whatCame(facts) }),
  }),

  'order-wire-extra-buyer': buyerEmail({
    name: 'Wire for a paid order',
    when: 'Sent to the buyer when a wire arrives after the order is paid in full.',
    more: [needed(words('what came', 'What arrived, and what happens to it'))],
    subject: 'We received another wire for order {order number}',
    text: `Order {order number} was already paid in full, so nothing more was due.

{what came}

{your order}`,
    values: (facts) => ({ 'what came': whatCame(facts) }),
  }),

  'order-payment-extra-buyer': buyerEmail({
    name: 'Late or extra payment',
    when: 'Sent to the buyer when a payment by card or bank debit arrives after the order expires, is canceled, or is paid in full.',
    more: [
      words('news', '“Your payment for order … came late” or “Another payment for order …”'),
      words('why', 'Why nothing was due'),
      needed(words('what came', 'What arrived, and what happens to it')),
    ],
    subject: '{news}',
    text: `{why}

{what came}

{your order}`,
    values: (facts) => ({
      ...extraPaymentValues(facts),
      'what came': whatCame(facts),
    }),
  }),
}

/** After a partial payment the news is what arrived. */
function awaitedWireValues({ wire, summary: { number } }: OrderFacts): FieldValues {
  const received = wire?.received ?? 0
  if (received === 0) {
    return {
      news: `Order ${number} is waiting for your wire`,
      'what came': `We’re holding the price of order ${number} while we wait for your wire.`,
    }
  }
  const sum = formatCents(cents(received))
  return {
    news: `We received ${sum} for order ${number}`,
    'what came': `Thank you. We’ve received ${sum} by wire for order ${number}. Your price stays locked while we wait for the rest.`,
  }
}

/** A preview has no wire: it shows the total. */
const whatCame = ({ lateWire, summary }: OrderFacts) =>
  received(lateWire?.amount ?? totalWithTax(summary))

function extraPaymentValues({ summary: { number }, lateWire }: OrderFacts): FieldValues {
  const state = lateWire?.state ?? 'paid'
  if (state !== 'expired' && state !== 'cancelled') {
    return {
      news: `Another payment for order ${number}`,
      why: `We received another payment for order ${number}, which was already paid in full.`,
    }
  }
  const became = state === 'expired' ? 'expired' : 'been canceled'
  return {
    news: `Your payment for order ${number} came late`,
    why: `Your payment for order ${number} arrived after the order had ${became}, so nothing will ship.`,
  }
}

/** In the words of the page of the order: nobody has decided about this wire yet [WIRE-08]. */
const received = (amount: Cents) => `We received ${formatCents(amount)}. ${reviewing(true)}`

/** Of the order that expired before its wire was whole, or of a wire that came after that [WIRE-04]. */
function lateWireValues({ summary: { number }, wire, lateWire }: OrderFacts): FieldValues {
  if (lateWire) {
    // One that was queued by a version whose kind was that of canceled orders too.
    const became = lateWire.state === 'expired' ? 'expired' : 'been canceled'
    return {
      news: `Your wire for order ${number} arrived too late`,
      why: `Your wire for order ${number} arrived after the order had ${became}, so nothing will ship.`,
      'what came': received(lateWire.amount),
    }
  }
  return {
    news: `Order ${number} has expired`,
    why: `The full amount of your wire for order ${number} didn’t arrive in time, so the order has expired and nothing will ship.`,
    'what came':
      wire && wire.received > 0
        ? received(wire.received)
        : 'We haven’t received any of it. If your wire still arrives, we’ll email you about your refund.',
  }
}
