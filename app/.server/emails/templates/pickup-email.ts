import { addressLine } from '#app/domain/content/brand-facts.ts'
import { formatPickupCode } from '#app/domain/fulfillment/pickup.ts'
import { brand } from '#brand'
import { buyerEmail } from './common-fields.ts'
import { block, needed, words } from './fill-template.ts'
import { heading, pickupLines } from './order-parts.ts'

/** The buyer picks it up, and shows the code [PICKUP-02]. */
export const pickupEmail = {
  'order-pickup-buyer': buyerEmail({
    name: 'Ready for pickup',
    when: 'Sent to the buyer when you mark a pickup order as ready.',
    more: [
      needed(words('pickup code', 'The 6-digit pickup code')),
      block('where and when', 'The pickup address and hours'),
    ],
    subject: 'Order {order number} is ready for pickup',
    text: `Order {order number} is ready for pickup.

Your pickup code: {pickup code}

Show this code when you pick up your order. Anyone who has it can pick up your order, so keep it private.

{where and when}

{your order}

{what was bought}`,
    values: (facts) => ({
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
  }),
}
