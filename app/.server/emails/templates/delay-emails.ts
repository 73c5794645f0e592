import { formatDay } from '#app/domain/fulfillment/ship-by-calendar.ts'
import type { Block } from './email.ts'
import { block, type FieldValues, needed, words } from './fill-template.ts'
import type { DelayFacts } from './order-facts.ts'
import { paragraph } from './order-parts.ts'

/** What the rule wants in it: the new date, the right to cancel with a refund, what silence means [DELAY-03]. */
export const delayFields = [
  words('promised date', 'The date that was promised, such as December 4, 2026'),
  needed(words('new date', 'By when it is sent now')),
  words('reason', 'What staff wrote about why'),
  needed(words('silence', 'What it means when the buyer does not answer, as the FTC’s rule asks')),
  needed(block('keep or cancel', 'The two links')),
]

export function delayValues(delay: DelayFacts | null): FieldValues {
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
