import { buyerEmail } from './common-fields.ts'
import type { Block, Email } from './email.ts'
import { block, type FieldValues, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { heading, paragraph, summary } from './order-parts.ts'

const pieces = needed(block('pieces', 'Which pieces are being returned, and how many'))

function returnValues(facts: OrderFacts): FieldValues {
  const { pieces: lines = [], instructions = '', refusal = '' } = facts.return ?? {}
  return {
    pieces: lines.length > 0 ? [{ is: 'lines', lines }] : [],
    reason: facts.return?.reason ?? '',
    'how to send it': instructions,
    why: refusal,
    'where they are': whereTheyAre(facts),
  }
}

function whereTheyAre({ return: about }: OrderFacts): Block[] {
  if (!about?.wasHere) return []
  if (!about.again) return [paragraph('We have the pieces and will send them back to you.')]
  const { tracking, href } = about.again
  return [
    paragraph(`The pieces are on their way back to you. Tracking: ${tracking}`),
    ...(href ? [{ is: 'link' as const, label: 'Track your package', href }] : []),
  ]
}

/** The emails about a return [RETURN-07]; that of its refund is the email of every refund. */
export const returnEmails = {
  'order-return-asked-buyer': buyerEmail({
    name: 'Return requested',
    when: 'Sent to the buyer when a return is requested from the order page.',
    more: [pieces, words('reason', 'The buyer’s reason')],
    subject: 'Your return request for order {order number}',
    text: `We received your return request for order {order number}. Please don’t ship anything until you hear from us. You’d like to return:

{pieces}

{your order}

Why: {reason}

If you didn’t ask for this, please let us know.

# Your order

{what was bought}`,
    values: returnValues,
  }),

  'order-return-accepted-buyer': buyerEmail({
    name: 'Return approved',
    when: 'Sent to the buyer when you approve or open a return.',
    more: [
      pieces,
      needed(
        words('how to send it', 'Your return instructions: where to send it and how to pack it'),
      ),
    ],
    subject: 'Your return for order {order number} is approved',
    text: `We’ve approved your return for order {order number}:

{pieces}

{how to send it}

{your order}

You can add the tracking number on your order page. Once we receive and weigh the return, we’ll refund you the same way you paid.

# Your order

{what was bought}`,
    values: returnValues,
  }),

  'order-return-received-buyer': buyerEmail({
    name: 'Return received',
    when: 'Sent to the buyer when you mark a return as received.',
    more: [pieces],
    subject: 'We received your return for order {order number}',
    text: `We’ve received your return for order {order number}:

{pieces}

Next, we’ll inspect your return. We’ll email you when your refund is on its way or if we have a question.

{your order}

# Your order

{what was bought}`,
    values: returnValues,
  }),

  'order-return-refused-buyer': buyerEmail({
    name: 'Return declined',
    when: 'Sent to the buyer when you decline a return. Includes your reason.',
    more: [
      pieces,
      needed(words('why', 'Your reason for declining')),
      block('where they are', 'Where the pieces are, if they were sent back'),
    ],
    subject: 'Your return for order {order number} was declined',
    text: `We can’t accept your return for order {order number}:

{pieces}

{why}

{where they are}

{your order}

If you disagree, please let us know.

# Your order

{what was bought}`,
    values: returnValues,
  }),
}

/** For staff, when a buyer asks. */
export function returnRequestedEmail(facts: OrderFacts, link: Block): Email {
  const { number } = facts.summary
  const { pieces: lines = [], reason = '' } = facts.return ?? {}
  return {
    subject: `Order ${number}: return requested`,
    blocks: [
      paragraph(`The buyer of order ${number} wants to return:`),
      { is: 'lines', lines },
      ...(reason ? [paragraph(`Why: ${reason}`)] : []),
      paragraph('Approve or decline it on the order page.'),
      link,
      heading('The order'),
      summary(facts),
    ],
  }
}
