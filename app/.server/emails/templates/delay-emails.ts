import { formatDay } from '#app/domain/time/day.ts'
import { buyerEmail } from './common-fields.ts'
import type { Block } from './email.ts'
import { block, type FieldValues, needed, words } from './fill-template.ts'
import type { DelayFacts } from './order-facts.ts'
import { paragraph } from './order-parts.ts'

/** What the rule wants in it: the new date, the right to cancel with a refund, what silence means [DELAY-03]. */
const delayFields = [
  words('promised date', 'The promised ship date, such as December 4, 2026'),
  needed(words('new date', 'The new ship date')),
  words('reason', 'The reason you gave'),
  needed(words('silence', 'What happens if the buyer doesn’t answer, as the FTC rule requires')),
  needed(block('keep or cancel', 'Links to keep or cancel the order')),
]

function delayValues(delay: DelayFacts | null): FieldValues {
  if (!delay) return {}
  const { oldShipBy, newShipBy, reason, silence, links } = delay
  const choice: Block[] = links
    ? [
        {
          is: 'link',
          label: `Keep my order, shipping by ${formatDay(newShipBy)}`,
          href: links.keep,
        },
        { is: 'link', label: 'Cancel my order and refund me', href: links.cancel },
        paragraph(
          'Each link opens a page that asks you to confirm. Opening it doesn’t decide anything.',
        ),
      ]
    : [paragraph('(Links removed from this saved copy.)')]
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
  'order-delay-buyer': buyerEmail({
    name: 'Order delayed',
    when: 'Sent to the buyer when you change an order’s ship date.',
    more: [...delayFields],
    subject: 'Order {order number} is delayed: keep or cancel?',
    text: `We’re sorry, but order {order number} won’t ship by {promised date}, as promised. The new ship date is {new date}.

Why: {reason}

It’s up to you: you can wait or cancel. If you cancel, we’ll promptly refund everything you paid for any items that haven’t shipped.

{silence}

{keep or cancel}

{your order}

# Your order

{what was bought}`,
    values: (facts) => ({ ...delayValues(facts.delay) }),
  }),
}

/** For staff, by what was decided. */
export function delayOutcome(
  number: string,
  delay: DelayFacts | null,
): { subject: string; sentence: string } {
  if (delay?.decision === 'canceled') {
    return {
      subject: 'buyer canceled over the delay',
      sentence: `The buyer of order ${number} doesn’t want to wait and has canceled. What hasn’t shipped is being refunded. Don’t ship it.`,
    }
  }
  if (delay?.decision === 'lapsed') {
    return {
      subject: 'canceled, no answer to delay',
      sentence: `The buyer of order ${number} didn’t agree to the delay in time, so what hasn’t shipped is canceled and refunded, as the FTC rule requires. Don’t ship it.`,
    }
  }
  return {
    subject: 'no answer to the delay notice',
    sentence: `The buyer of order ${number} didn’t agree to the delay in time. It wasn’t canceled automatically because something about the order has to be decided first. Check the order history, then decide or refund the order.`,
  }
}
