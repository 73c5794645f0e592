import type { CommercialInvoice } from '#app/.server/documents/commercial-invoice.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { isInternational } from '#app/domain/fulfillment/customs.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { cents, sumCents, timesQuantity } from '#app/domain/money/cents.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { partOf } from '#app/domain/refunds/refund-lines.ts'
import { parcelsOfOrder, piecesToSendOf } from '../parcels.ts'
import { linesOfOrder } from '../repository.ts'
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
    ...{ isTest, orderedAt, paidAt },
    summary: await packed(db.orm, order.id, summary),
    // Whom it is shipped to, who may be another than the one on the receipt.
    buyer: { ...buyer, address, country: address.country, phone: address.phone ?? '' },
    shipping: cents(order.shippingCents),
  }
}

/** What goes to the buyer, or went: not the pieces that were refunded or removed before they were sent. */
async function packed(orm: Orm, orderId: string, summary: OrderSummary): Promise<OrderSummary> {
  const stored = await linesOfOrder(orm, orderId)
  const parcels = await parcelsOfOrder(orm, orderId)
  const toSend = await piecesToSendOf(orm, orderId, stored, parcels)
  const pieces = [...toSend, ...parcels.flatMap((parcel) => parcel.pieces)]
  const lines = summary.lines.map((line, position) => {
    const quantity = sumOf(pieces.filter((each) => each.line === position))
    return { ...line, quantity, lineTotal: timesQuantity(line.unitPrice, quantity) }
  })
  const discounts = lines.map(({ quantity }, position) => {
    const { discountCents = 0, quantity: ordered = 0 } = stored[position] ?? {}
    return partOf(cents(discountCents), cents(quantity), cents(ordered))
  })
  return {
    ...summary,
    lines: lines.filter(({ quantity }) => quantity > 0),
    discount: sumCents(discounts),
  }
}

const sumOf = (pieces: readonly Pieces[]) => pieces.reduce((sum, { quantity }) => sum + quantity, 0)
