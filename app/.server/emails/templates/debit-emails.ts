import { common, commonValues, end } from './common-fields.ts'
import { type MailText, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'

/** What the buyer hears of a bank debit, which takes days [BANK-16]. */
export const debitEmails = {
  'order-debit-buyer': {
    name: 'A bank debit is on its way',
    when: 'To the buyer who pays by bank debit, when it is placed.',
    fields: [...common, words('expected by', 'The day by which the money is expected')],
    builtIn: {
      subject: 'Your bank payment for order {order number} is on its way',
      body: `{greeting}

Thank you. Your bank payment for order {order number} is on its way. A bank debit takes up to four business days, so we expect it by {expected by}.

Your price is locked. We will email you when the money arrives, then make and send your order. You do not need to do anything.

{what was bought}

${end}`,
    },
    values: (facts) => ({ ...commonValues(facts), 'expected by': facts.debitBy ?? '' }),
  },

  'order-debit-failed-buyer': {
    name: 'A bank debit failed',
    when: 'To the buyer whose bank did not pay the debit.',
    fields: common,
    builtIn: {
      subject: 'Your bank payment for order {order number} did not arrive',
      body: `{greeting}

Your bank did not complete the payment for order {order number}, so the order is canceled and nothing will be sent. You owe nothing. You are welcome to order again, by card if you prefer.

${end}`,
    },
    values: commonValues,
  },
} as const satisfies Record<string, MailText<OrderFacts>>
