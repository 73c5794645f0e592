import { buyerEmail } from './common-fields.ts'
import { block, words } from './fill-template.ts'
import { giftNote } from './order-parts.ts'

/** The confirmation of an order, once its payment is. */
export const orderPaidEmail = {
  'order-paid-buyer': buyerEmail({
    name: 'Order confirmation',
    when: 'Sent to the buyer when the payment is confirmed. The receipt is attached.',
    more: [
      words('paid too much', 'If the buyer overpaid: the amount, and what happens to it'),
      words('ships by', 'The ship-by date and estimated delivery, or when pickup is ready'),
      block('receipt', 'Link to the receipt'),
      block('gift note', 'The buyer’s note to the recipient'),
    ],
    subject: 'Order {order number} confirmed',
    text: `Thank you. We’ve received your payment for order {order number}. Here’s what you bought and how we priced it.

{your order}

{paid too much}

{what was bought}

{receipt}

{goes to}

{gift note}

# What happens next

{ships by}
Processing time: {processing time}
Shipping time: {shipping time}
{shipping cost}`,
    values: (facts) => ({
      'ships by': facts.shipsAndArrives,
      'paid too much': facts.toldOfMoney,
      receipt: facts.receipt
        ? [{ is: 'link', label: `Receipt ${facts.receipt.name}`, href: facts.receipt.href }]
        : [],
      'gift note': giftNote(facts),
    }),
  }),
}
