import { buyerEmail } from './common-fields.ts'
import { needed, words } from './fill-template.ts'

/** What the buyer hears once staff have canceled or closed an order, or declined a refund [MAIL-18, MAIL-19, MAIL-23]. */
export const endedOrderEmails = {
  'order-canceled-buyer': buyerEmail({
    name: 'Order canceled',
    when: 'Sent to the buyer when you cancel an order that isn’t fully paid.',
    more: [
      words('money', 'What was paid and what happens to it, or that nothing was charged'),
      words('wire', 'If we were waiting for a wire: not to send it'),
    ],
    subject: 'Order {order number} was canceled',
    text: `Order {order number} was canceled, so nothing will ship.

{money}

{wire}

{your order}

# Your order

{what was bought}`,
    values: (facts) => ({
      money: facts.toldOfMoney || (facts.wireAwaited ? '' : 'Nothing was charged.'),
      wire: facts.wireAwaited
        ? 'Please don’t send a wire for it. If one is already on its way, we’ll email you when it arrives.'
        : '',
    }),
  }),

  'order-closed-buyer': buyerEmail({
    name: 'Order closed',
    when: 'Sent to the buyer when you close a paid order because their bank reversed the payment.',
    more: [words('money', 'What was paid, and that the bank returned it')],
    subject: 'Order {order number} is closed',
    text: `Order {order number} is closed, so nothing will ship.

{money}

{your order}

# Your order

{what was bought}`,
    values: (facts) => ({
      money: facts.toldOfMoney || 'Your bank returned your payment to you.',
    }),
  }),

  'order-refund-declined-buyer': buyerEmail({
    name: 'Refund declined',
    when: 'Sent to the buyer when you decline a refund. Includes your note.',
    more: [needed(words('money', 'What was paid, what isn’t refunded, and your reason, if any'))],
    subject: 'About your refund for order {order number}',
    text: `We reviewed your refund for order {order number}.

{money}

{your order}`,
    values: (facts) => ({ money: facts.toldOfMoney }),
  }),
}
