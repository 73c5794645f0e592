import { common, commonValues, end } from './common-fields.ts'
import { type EmailText, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'

/** What the buyer hears of their money once staff have canceled an order, or declined a refund [MAIL-18, MAIL-19]. */
export const endedOrderEmails = {
  'order-canceled-buyer': {
    name: 'Order canceled',
    when: 'Sent to the buyer when you cancel an order that was paid or partly paid, or that was waiting for a wire.',
    fields: [
      ...common,
      words('money', 'What was paid, and what happens to it'),
      words('wire', 'If we were waiting for a wire: not to send it'),
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
    name: 'Refund declined',
    when: 'Sent to the buyer when you decline a refund. Includes your note.',
    fields: [
      ...common,
      needed(words('money', 'What was paid, what isn’t refunded, and your reason, if any')),
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
