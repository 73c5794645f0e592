import type { Block } from './email.ts'
import { block, type EmailText, type FieldValues, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { goesTo, paragraph, signature, summary } from './order-parts.ts'

/** How an email to a buyer begins. */
export const greetingField = block(
  'greeting',
  '“Hello Ada,” or just “Hello,” if we don’t have a name',
)
export const greeting = ({ firstName }: Pick<OrderFacts, 'firstName'>): Block[] => [
  paragraph(firstName === null ? 'Hello,' : `Hello ${firstName},`),
]

/** Fields that every email to a buyer has. */
const common = [
  greetingField,
  words('order number', 'Order number, such as FN-7K3M-Q9XZ'),
  block('what was bought', 'The pieces, how each was priced, and the total'),
  block('goes to', 'The name and address we’re shipping to, or the pickup address and hours'),
  words('processing time', 'Processing time, from your Shipping settings and delivery options'),
  words('shipping time', 'Shipping time, from your Shipping settings and delivery options'),
  words(
    'shipping cost',
    'Shipping cost, customs text, or how pickup works, from the same settings',
  ),
  needed(block('your order', 'Link to the order page')),
  block('signature', 'Your shop’s name, address, email, and phone'),
]

/** In place of the promises for a parcel. */
const handedOverShipping = {
  processingTime: 'none, the order is complete',
  shippingTime: 'none, you took it with you',
  shippingCost: '',
}

function commonValues(facts: OrderFacts): FieldValues {
  const { processingTime, shippingTime, shippingCost } = facts.isHandedOver
    ? handedOverShipping
    : facts.shipping
  return {
    greeting: greeting(facts),
    'order number': facts.summary.number,
    'what was bought': [summary(facts)],
    'goes to': goesTo(facts),
    'processing time': processingTime,
    'shipping time': shippingTime,
    'shipping cost': shippingCost,
    'your order': [
      { is: 'button', label: 'View your order', href: facts.page },
      paragraph(
        'Save this link so you can come back to your order. Anyone with the link can see it.',
      ),
    ],
    signature: signature(),
  }
}

/** The last lines of the emails to a buyer: who to ask. */
export const end = 'Questions? Reply to this email.\n\n{signature}'

type Written = Pick<EmailText<OrderFacts>, 'name' | 'when'> & {
  /** Its fields beside the common ones; `values`: what they say. */
  more?: EmailText<OrderFacts>['fields']
  values?: EmailText<OrderFacts>['values']
  subject: string
  /** Between the greeting and the last lines. */
  text: string
}

/** An email about an order to its buyer. */
export const buyerEmail = ({
  more = [],
  values,
  subject,
  text,
  ...named
}: Written): EmailText<OrderFacts> => ({
  ...named,
  fields: [...common, ...more],
  builtIn: { subject, body: `{greeting}\n\n${text}\n\n${end}` },
  values: (facts) => ({ ...commonValues(facts), ...values?.(facts) }),
})
