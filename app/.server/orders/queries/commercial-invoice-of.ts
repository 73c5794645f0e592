import type { CommercialInvoice } from '#app/.server/documents/commercial-invoice.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { isInternational } from '#app/domain/fulfillment/customs.ts'
import { cents } from '#app/domain/money/cents.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { type Db, documentFacts } from './document-facts.ts'

/** Of a paid order that goes to another country; null for any other [CUSTOMS-04]. */
export async function commercialInvoiceOf(
  db: Db,
  order: OrderRow,
): Promise<CommercialInvoice | null> {
  const address = order.shippingAddress
  if (!address || !isInternational(address) || !wasPaid(order.state)) return null
  const { isTest, orderedAt, paidAt, buyer, summary } = await documentFacts(db, order)
  return {
    ...{ isTest, orderedAt, paidAt, summary },
    // Whom it is shipped to, who may be another than the one on the receipt.
    buyer: { ...buyer, address, country: address.country, phone: address.phone ?? '' },
    shipping: cents(order.shippingCents),
  }
}
