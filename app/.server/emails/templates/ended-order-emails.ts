import { common, commonValues, end } from './common-fields.ts'
import { type EmailText, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'

/** What the buyer hears of their money once staff have canceled an order, or declined a refund [MAIL-18, MAIL-19]. */
export const endedOrderEmails = {
  'order-canceled-buyer': {
    name: 'A canceled order',
    when: 'To the buyer, when staff cancel an order that something was paid for, or whose wire was awaited.',
    fields: [
      ...common,
      words('money', 'What was paid, and what becomes of it'),
      words('wire', 'Where a wire was awaited: not to send it'),
    ],
    builtIn: {
      subject: 'Order {order number} was canceled',
      body: `{greeting}

Order {order number} was canceled, so nothing will ship.

{money}

{wire}

{your order}

# Your order

{what was bought}

${end}`,
    },
    values: (facts) => ({
      ...commonValues(facts),
      money: facts.toldOfMoney,
      wire: facts.wireAwaited
        ? 'Please don’t send a wire for it. If one is already on its way, we’ll email you when it arrives.'
        : '',
    }),
  },

  'order-refund-declined-buyer': {
    name: 'A refund that was declined',
    when: 'To the buyer, when staff decide not to refund money, with what they wrote to the buyer.',
    fields: [
      ...common,
      needed(words('money', 'What was paid, what is not refunded, and why if staff wrote so')),
    ],
    builtIn: {
      subject: 'About your refund for order {order number}',
      body: `{greeting}

We reviewed your refund for order {order number}.

{money}

{your order}

${end}`,
    },
    values: (facts) => ({ ...commonValues(facts), money: facts.toldOfMoney }),
  },
} satisfies Record<string, EmailText<OrderFacts>>
