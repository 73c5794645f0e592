import { appliedOfOrder } from '#app/.server/ledger/refunds.ts'
import { taxOfSale } from '#app/.server/ledger/repository.ts'
import type { Database, Orm } from '#app/.server/platform/db/database.ts'
import { placeOfSaleOf } from '#app/.server/platform/db/place-of-sale.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { agreedTaxes } from '#app/domain/draft-orders/draft-order.ts'
import {
  type PricePerGram,
  type PricePerOunce,
  parsePerGram,
  parsePerOunce,
} from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { type ChargedTax, partsOf } from '#app/domain/tax/sales-tax.ts'
import { linesOfOrder } from '../repository.ts'

/** The order with its lines, as it was placed. */
export async function orderSummary(
  db: Pick<Database, 'orm'>,
  order: OrderRow,
): Promise<OrderSummary> {
  const lines = await linesOfOrder(db.orm, order.id)
  const exchanged = await appliedOfOrder(db.orm, order.id)
  return {
    number: order.number,
    lines: lines.map((line) => ({
      productId: line.productId,
      size: line.size,
      ...(line.measures !== null && { measures: line.measures }),
      name: line.name,
      weight: line.weightMg as Milligrams,
      perGram: perGram(line.pricePerGram),
      metalValue: cents(line.metalValueCents),
      fee: cents(line.feeCents),
      ...(line.options.length > 0 && { options: line.options }),
      ...engravedOf(line),
      unitPrice: cents(line.unitPriceCents),
      quantity: line.quantity,
      lineTotal: cents(line.lineTotalCents),
    })),
    discount: cents(order.discountCents),
    ...(order.discountCode !== null && {
      code: { name: order.discountCode, discount: cents(order.codeDiscountCents) },
    }),
    total: cents(order.totalCents),
    ...(order.shippingMethod !== 'standard' && {
      shipping: {
        method: order.shippingMethod,
        country: order.shippingCountry,
        rate: cents(order.shippingCents),
      },
    }),
    tax: await taxOf(db.orm, order, lines),
    ...(exchanged > 0 && { exchanged }),
    taxToCome: order.withTax && order.state === 'pending' && order.pageTaxCents === null,
    goldPrice: {
      perOunce: perOunce(order.goldPricePerOunce),
      perGram: perGram(order.goldPricePerGram),
      source: order.goldSource,
      takenAt: order.goldTakenAt,
    },
  }
}

/** If it was erased, only the fee is left. */
function engravedOf(line: {
  engraving: string | null
  engravingFeeCents: number
}): Pick<QuoteLine, 'engraving'> {
  const { engraving: text, engravingFeeCents } = line
  return text === null && engravingFeeCents === 0
    ? {}
    : { engraving: { text, fee: cents(engravingFeeCents) } }
}

/** What was charged; of an order that staff made, also before, the tax that they agreed to. */
async function taxOf(
  orm: Orm,
  order: OrderRow,
  lines: readonly { lineTotalCents: number; discountCents: number }[],
): Promise<ChargedTax | null> {
  const { taxRate: rate, taxState: state, taxCents } = order
  if (rate !== null && state !== null) {
    if (taxCents === 0) return null
    const due = lines.map((line) => cents(line.lineTotalCents - line.discountCents))
    const parts = partsOf(agreedTaxes(due, { rate, state }))
    return { amount: cents(taxCents), state, isTrial: false, parts }
  }
  if (!order.withTax) return null
  if (order.paidAt) return chargedTax(orm, order)
  // What the payment page of a wire or a debit added; by jurisdiction once it is paid.
  const amount = cents(order.pageTaxCents ?? 0)
  return amount === 0 ? null : { amount, ...(await whereTaxed(orm, order)), parts: [] }
}

/** Where it was charged: an address that was corrected since does not move it [TAX-10]. */
const whereTaxed = async (orm: Orm, { id, paymentProvider }: OrderRow) => ({
  state: await placeOfSaleOf(orm, id),
  isTrial: paymentProvider === 'test',
})

async function chargedTax(orm: Orm, order: OrderRow): Promise<ChargedTax | null> {
  const amount = await taxOfSale(orm, order.id)
  if (amount === 0) return null
  return {
    amount,
    ...(await whereTaxed(orm, order)),
    parts: partsOf(await lineTaxesOf(orm, order.id)),
  }
}

// The columns refuse anything else; a row that is wrong anyway must not show a wrong price.
function perGram(text: string): PricePerGram {
  const rate = parsePerGram(text)
  if (rate === null) throw new RangeError(`${text} in an order is no price of gold`)
  return rate
}

function perOunce(text: string): PricePerOunce {
  const rate = parsePerOunce(text)
  if (rate === null) throw new RangeError(`${text} in an order is no price of gold`)
  return rate
}
