import { common, commonValues, end } from './common-fields.ts'
import type { Block, Email } from './email.ts'
import { block, type EmailText, type FieldValues, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { heading, paragraph, summary } from './order-parts.ts'

const pieces = needed(block('pieces', 'Which pieces come back, and how many'))

function returnValues(facts: OrderFacts): FieldValues {
  const { pieces: lines = [], instructions = '', refusal = '' } = facts.return ?? {}
  return {
    ...commonValues(facts),
    pieces: lines.length > 0 ? [{ is: 'lines', lines }] : [],
    reason: facts.return?.reason ?? '',
    'how to send it': instructions,
    why: refusal,
    'where they are': whereTheyAre(facts),
  }
}

function whereTheyAre({ return: about }: OrderFacts): Block[] {
  if (!about?.wasHere) return []
  if (!about.again) return [paragraph('The pieces are with us, and we will send them back to you.')]
  const { tracking, href } = about.again
  return [
    paragraph(`The pieces are on their way back to you. Tracking: ${tracking}`),
    ...(href ? [{ is: 'link' as const, label: 'Follow your parcel', href }] : []),
  ]
}

/** The emails about a return [RETURN-07]; that of its refund is the email of every refund. */
export const returnEmails = {
  'order-return-asked-buyer': {
    name: 'A return was asked for',
    when: 'To the buyer, when a return is asked for on the page of the order.',
    fields: [...common, pieces, words('reason', 'Why, in the words of the buyer')],
    builtIn: {
      subject: 'Your request to return a part of order {order number}',
      body: `{greeting}

We have your request about order {order number}. Please wait for our answer before you send anything. You would like to return:

{pieces}

Why: {reason}

If it was not you who asked, please write to us.

# Your order

{what was bought}

${end}`,
    },
    values: returnValues,
  },

  'order-return-accepted-buyer': {
    name: 'A return is accepted',
    when: 'To the buyer, when staff accept a return, or open one.',
    fields: [
      ...common,
      pieces,
      needed(words('how to send it', 'The address and how to pack and send it, as staff wrote it')),
    ],
    builtIn: {
      subject: 'How to send back a part of your order {order number}',
      body: `{greeting}

We will take back from your order {order number}:

{pieces}

{how to send it}

On the page of your order you can tell us the tracking number. Once it is here we weigh it and give the money back the way it came.

# Your order

{what was bought}

${end}`,
    },
    values: returnValues,
  },

  'order-return-received-buyer': {
    name: 'A return is here',
    when: 'To the buyer, when staff have received what comes back.',
    fields: [...common, pieces],
    builtIn: {
      subject: 'What you sent back from your order {order number} is here',
      body: `{greeting}

We have received from your order {order number}:

{pieces}

Next we look at it and weigh it. We will write when your refund is sent, or if there is a question.

# Your order

{what was bought}

${end}`,
    },
    values: returnValues,
  },

  'order-return-refused-buyer': {
    name: 'A return is refused',
    when: 'To the buyer, when staff refuse a return, with their reason.',
    fields: [
      ...common,
      pieces,
      needed(words('why', 'Why it is refused, as staff wrote it')),
      block('where they are', 'Where the pieces are, if they were sent back'),
    ],
    builtIn: {
      subject: 'About the return from your order {order number}',
      body: `{greeting}

We cannot take back from your order {order number}:

{pieces}

{why}

{where they are}

If you disagree, please write to us.

# Your order

{what was bought}

${end}`,
    },
    values: returnValues,
  },
} satisfies Record<string, EmailText<OrderFacts>>

/** For staff, when a buyer asks. */
export function returnRequestedEmail(facts: OrderFacts, link: Block): Email {
  const { number } = facts.summary
  const { pieces: lines = [], reason = '' } = facts.return ?? {}
  return {
    subject: `Order ${number}: its buyer asks to return a part`,
    blocks: [
      paragraph(`The buyer of order ${number} asks to return:`),
      { is: 'lines', lines },
      ...(reason ? [paragraph(`Why: ${reason}`)] : []),
      paragraph('Please accept or refuse it on the page of the order.'),
      link,
      heading('The order'),
      summary(facts),
    ],
  }
}
