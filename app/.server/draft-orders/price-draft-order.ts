import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import {
  type DraftOrderInput,
  gramsMessage,
  type LineInput,
  lineField,
} from '#app/contracts/draft-orders/draft-order.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { agreementText } from '#app/domain/draft-orders/agreement.ts'
import { depositOf } from '#app/domain/draft-orders/deposit.ts'
import {
  priceStaffLines,
  type StaffLine,
  staffTotals,
} from '#app/domain/draft-orders/draft-order.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { noBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import type { AppContext } from '../app-context.ts'
import { currentCatalog } from '../catalog/queries/cached-catalog.ts'
import { productsById } from '../catalog/queries/catalog.ts'
import { shopDay } from '../orders/queries/orders-to-do.ts'
import { cashReportOf } from '../payments/queries/cash-customers.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { AppError } from '../platform/errors.ts'
import { acceptedRecord, type GoldRecord, tooOldFor } from './gold-for-draft.ts'
import { itemsToHandOver } from './hand-over.ts'

/** What staff typed, priced as the web prices; refused by the field that is wrong [SALE-01]. */
export async function priceDraftOrder(app: AppContext, input: DraftOrderInput) {
  const record = await withDatabase(app, ({ orm }) => acceptedRecord(orm, input.goldPriceId))
  const asked = await linesOf(app, input.lines)
  const ids = asked.flatMap((line) => ('productId' in line ? [line.productId] : []))
  const products = await productsById(app, ids, { mustBeFresh: true })
  const lines = priceStaffLines(asked, products, record.gold).map((priced, nth) => {
    if (!('refused' in priced)) return priced
    throw refused(priced.refused, lineField(input.lines[nth]?.at ?? 0, priced.of))
  })
  const { enabled } = await withDatabase(app, ({ orm }) => salesTaxSetting.stored(orm))
  const agreed = typeof input.tax === 'string' ? null : input.tax
  const taxAtPayment = input.tax === 'payment page'
  if (taxAtPayment && !enabled) {
    throw refused('The shop doesn’t charge sales tax, so the payment page won’t add any.', 'tax')
  }
  const discount =
    input.payBy === 'card' ? noBankDiscount : (await bankDiscountSetting.current(app)).bankDiscount
  if (input.payBy !== 'card' && discount === noBankDiscount) {
    throw refused('The shop has no bank price right now.', 'price')
  }
  if (input.payBy !== 'card' && input.custom?.goldFixed === 'delivery') {
    throw refused('The bank price requires locking the gold price with the deposit.', 'price')
  }
  const totals = staffTotals(lines, { bankDiscount: discount, tax: agreed })
  const inAll = cents(totals.total + totals.tax)
  const custom = input.custom && customOf(input.custom, inAll, record)
  const items = await withDatabase(app, ({ orm }) => itemsToHandOver(orm, input, lines))
  if (items && 'refused' in items) throw refused(items.refused, 'handOver')
  return {
    ...totals,
    record,
    /** How old its price is, where the shop may not sell at it any longer. */
    oldPrice: tooOldFor(app, record.gold.takenAt),
    lines,
    /** Goods and tax. */
    inAll,
    /** Its payment page adds the tax. */
    taxAtPayment,
    custom,
    /** What was paid just now: the deposit of custom work, else the whole. */
    received: await receivedOf(app, input, custom?.deposit ?? inAll),
    /** What the buyer takes along at once; null: nothing [SALE-27]. */
    handOver: items,
  }
}

/** An order as it would be made. */
export type PricedDraftOrder = Awaited<ReturnType<typeof priceDraftOrder>>

/** Of one customer with what came before in cash, by their email address and name. */
async function receivedOf(app: AppContext, { received, email }: DraftOrderInput, amount: Cents) {
  if (!received) return null
  const today = shopDay(app.now())
  const { kind, payer } = received
  const taken = { kind, payer, amount, email, receivedOn: today, orderId: null }
  const books = { livemode: app.payments?.live ?? false, today }
  const report = await withDatabase(app, ({ orm }) => cashReportOf(orm, taken, books))
  return { ...received, amount, report }
}

function customOf(
  { deposit: typed, goldFixed }: NonNullable<DraftOrderInput['custom']>,
  inAll: Cents,
  { gold }: GoldRecord,
) {
  const deposit = depositOf(typed, inAll)
  if (typeof deposit === 'object') throw refused(deposit.refused, 'deposit')
  return { deposit, agreement: agreementText({ goldFixed, deposit, inAll, perGram: gold.perGram }) }
}

/**
 * A label of the catalog is its product, whatever was entered of weight and fee; so is the name of a product
 * that has one size. Anything else is described by both. An empty fee is no fee of zero [SALE-31].
 */
async function linesOf(app: AppContext, input: readonly LineInput[]): Promise<StaffLine[]> {
  const { onSale } = await currentCatalog(app)
  return input.map((line) => {
    const { at, piece: name, weight, fee, quantity, engraving, options } = line
    const found = piecesOf(onSale, name)
    const [piece, second] = found
    if (piece && !second) {
      const { productId, size } = piece
      return { productId, size, weight, fee, quantity, engraving, options }
    }
    if (piece && piece.label !== second?.label) {
      const labels = found.map(({ label }) => `“${label}”`).join(' or ')
      throw refused(`Choose the size: ${labels}.`, lineField(at, 'piece'))
    }
    if (options.length > 0) {
      const why = 'Only pieces in the catalog have options. Add it to the description.'
      throw refused(why, lineField(at, 'options'))
    }
    if (weight !== null && fee !== null) return { name, weight, fee, quantity, engraving }
    if (weight === null && fee === null) {
      throw refused(
        piece
          ? `${found.length} pieces are named “${name}.” Please enter its grams and fee.`
          : `“${name}” isn’t in the catalog. Choose one from the list, or enter its grams and fee.`,
        lineField(at, 'piece'),
      )
    }
    if (weight === null) throw refused(gramsMessage, lineField(at, 'grams'))
    throw refused(`Enter the flat fee for “${name},” or 0 if it has none.`, lineField(at, 'fee'))
  })
}

/** Those with this label; else all sizes of the products with this name. */
export function piecesOf(onSale: readonly Product[], typed: string) {
  const isTyped = (text: string) => text.toLowerCase() === typed.toLowerCase()
  const all = onSale.flatMap((product) =>
    goldSizes(product.attributes).map(({ size }) => ({
      ...{ productId: product.id, size, label: pieceLabel(product, size) },
      isNamed: isTyped(product.name.replace(/\s+/g, ' ')),
    })),
  )
  const labeled = all.filter(({ label }) => isTyped(label))
  return labeled.length > 0 ? labeled : all.filter(({ isNamed }) => isNamed)
}

/** As it is chosen from the list: `Fir cone, Small`. */
export const pieceLabel = ({ name }: Pick<Product, 'name'>, size: string) =>
  `${name}, ${size}`.replace(/\s+/g, ' ')

/** Beside the field where one is wrong. */
function refused(message: string, field?: string): AppError {
  const details = field === undefined ? {} : { errors: { [field]: message } }
  return new AppError('order_refused', 422, `${message} The order wasn’t created.`, { details })
}
