import { formatDay } from '#app/domain/time/day.ts'
import { common, commonValues, end } from './common-fields.ts'
import type { Block } from './email.ts'
import { block, type EmailText, type FieldValues, needed, words } from './fill-template.ts'
import type { DelayFacts, OrderFacts } from './order-facts.ts'
import { paragraph } from './order-parts.ts'

/** What the rule wants in it: the new date, the right to cancel with a refund, what silence means [DELAY-03]. */
const delayFields = [
  words('promised date', 'The date that was promised, such as December 4, 2026'),
  needed(words('new date', 'By when it is sent now')),
  words('reason', 'What staff wrote about why'),
  needed(words('silence', 'What it means when the buyer does not answer, as the FTC’s rule asks')),
  needed(block('keep or cancel', 'The two links')),
]

function delayValues(delay: DelayFacts | null): FieldValues {
  if (!delay) return {}
  const { oldShipBy, newShipBy, reason, silence, links } = delay
  const choice: Block[] = links
    ? [
        {
          is: 'link',
          label: `Keep my order, to be sent by ${formatDay(newShipBy)}`,
          href: links.keep,
        },
        { is: 'link', label: 'Cancel my order and refund me', href: links.cancel },
        paragraph('Each link opens a page that asks you once more. Opening it decides nothing.'),
      ]
    : [paragraph('(The links are not kept.)')]
  return {
    'promised date': formatDay(oldShipBy),
    'new date': formatDay(newShipBy),
    reason,
    silence,
    'keep or cancel': choice,
  }
}

/** What the buyer hears when staff move the date an order is sent by [DELAY-03]. */
export const delayEmails = {
  'order-delay-buyer': {
    name: 'A delay',
    when: 'To the buyer, when staff move the date an order is sent by.',
    fields: [...common, ...delayFields],
    builtIn: {
      subject: 'Your order {order number} is delayed: keep it, or cancel it',
      body: `{greeting}

We cannot send your order {order number} by {promised date}, as promised. The new date is {new date}. We are sorry.

Why: {reason}

It is your choice: wait for it, or cancel. If you cancel, you promptly get back all that you paid for what was not sent yet.

{silence}

{keep or cancel}

# Your order

{what was bought}

${end}`,
    },
    values: (facts) => ({ ...commonValues(facts), ...delayValues(facts.delay) }),
  },
} as const satisfies Record<string, EmailText<OrderFacts>>

/** For staff, by what was decided. */
export function delayOutcome(
  number: string,
  delay: DelayFacts | null,
): { subject: string; sentence: string } {
  if (delay?.decision === 'canceled') {
    return {
      subject: 'canceled by its buyer, because of the delay',
      sentence: `The buyer of order ${number} does not want to wait and has canceled. What was not sent is refunded; do not send it.`,
    }
  }
  if (delay?.decision === 'lapsed') {
    return {
      subject: 'canceled, since no answer came to its delay',
      sentence: `The buyer of order ${number} did not agree to the delay in time, so what was not sent is canceled and refunded, as the FTC’s rule asks. Do not send it.`,
    }
  }
  return {
    subject: 'no answer came to its delay',
    sentence: `The buyer of order ${number} did not agree to the delay in time. It was not canceled automatically, because something about the order is to be decided first: its history says what. Please decide it, or refund the order.`,
  }
}
