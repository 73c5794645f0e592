import { addressLine } from '#app/domain/content/brand-facts.ts'
import { formatPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { brand } from '#brand'
import { common, commonValues, end } from './common-fields.ts'
import { block, type EmailText, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'
import { heading, pickupLines } from './order-parts.ts'

/** The buyer picks it up, and shows the code [PICKUP-02]. */
export const pickupEmail = {
  'order-pickup-buyer': {
    name: 'Ready for pickup',
    when: 'Sent to the buyer when you mark a pickup order as ready.',
    fields: [
      ...common,
      needed(words('pickup code', 'The 6-digit pickup code')),
      block('where and when', 'The pickup address and hours'),
    ],
    builtIn: {
      subject: 'Order {order number} is ready for pickup',
      body: `{greeting}

Order {order number} is ready for pickup.

Your pickup code: {pickup code}

Show this code when you pick up your order. Anyone who has it can pick up your order, so keep it private.

{where and when}

{your order}

{what was bought}

${end}`,
    },
    values: (facts) => ({
      ...commonValues(facts),
      'pickup code': facts.pickupCode ? formatPickupCode(facts.pickupCode) : 'see your order page',
      'where and when': [
        heading('Where to pick it up'),
        {
          is: 'lines',
          lines: facts.pickupPlace
            ? pickupLines(facts.pickupPlace)
            : [brand.name, addressLine(brand.address), brand.hours, brand.closed],
        },
      ],
    }),
  },
} as const satisfies Record<string, EmailText<OrderFacts>>
