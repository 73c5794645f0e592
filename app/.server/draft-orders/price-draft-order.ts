import { bankPriceSetting } from '#app/.server/settings/bank-price.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import {
  lineField,
  type StaffOrderWish,
  type TypedLine,
} from '#app/contracts/draft-orders/draft-order.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { agreementText } from '#app/domain/draft-orders/agreement.ts'
import { depositOf } from '#app/domain/draft-orders/custom-work.ts'
import {
  priceStaffLines,
  type StaffLine,
  type StaffTotals,
  staffTotals,
} from '#app/domain/draft-orders/draft-order.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { HandKind } from '#app/domain/payments/offline-payment.ts'
import { noBankDiscount } from '#app/domain/pricing/bank-price.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import type { AppContext } from '../app-context.ts'
import { currentCatalog } from '../catalog/queries/cached-catalog.ts'
import { productsById } from '../catalog/queries/catalog.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { AppError } from '../platform/errors.ts'
import { acceptedRecord, type GoldRecord } from './gold-for-draft.ts'

/** An order as it would be made. */
export type PricedStaffOrder = StaffTotals & {
  record: GoldRecord
  lines: QuoteLine[]
  /** Goods and tax. */
  inAll: Cents
  /** Its payment page adds the tax. */
  taxAtPayment: boolean
  custom: { deposit: Cents; agreement: string } | null
  /** What was paid just now: the deposit of custom work, else the whole. */
  received: { kind: HandKind; payer: string; reference: string; amount: Cents } | null
}

/** What staff typed, priced as the web prices; refused by the field that is wrong [SALE-01]. */
export async function priceStaffOrder(
  app: AppContext,
  wish: StaffOrderWish,
): Promise<PricedStaffOrder> {
  const record = await withDatabase(app, ({ orm }) => acceptedRecord(orm, wish.goldPriceId))
  const asked = await linesOf(app, wish.lines)
  const ids = asked.flatMap((line) => ('productId' in line ? [line.productId] : []))
  const products = await productsById(app, ids, { mustBeFresh: true })
  const lines = priceStaffLines(asked, products, record.gold).map((priced, nth) => {
    if (!('refused' in priced)) return priced
    throw refused(priced.refused, lineField(wish.lines[nth]?.at ?? 0, priced.of))
  })
  const { enabled } = await withDatabase(app, ({ orm }) => salesTaxSetting.stored(orm))
  const agreed = typeof wish.tax === 'string' ? null : wish.tax
  const taxAtPayment = wish.tax === 'payment page'
  if (taxAtPayment && !enabled) {
    throw refused('The shop charges no sales tax, so no payment page adds any.', 'tax')
  }
  const discount =
    wish.payBy === 'card' ? noBankDiscount : (await bankPriceSetting.current(app)).bankDiscount
  if (wish.payBy !== 'card' && discount === noBankDiscount) {
    throw refused('The shop has no bank price at present.', 'price')
  }
  if (wish.payBy !== 'card' && wish.custom?.goldFixed === 'delivery') {
    throw refused('The bank price needs a gold price that is fixed with the deposit.', 'price')
  }
  const totals = staffTotals(lines, { bankDiscount: discount, tax: agreed })
  const inAll = cents(totals.total + totals.tax)
  const custom = wish.custom && customOf(wish.custom, inAll, record)
  const { received } = wish
  return {
    ...totals,
    record,
    lines,
    inAll,
    taxAtPayment,
    custom,
    received: received && { ...received, amount: custom?.deposit ?? inAll },
  }
}

function customOf(
  { deposit: typed, goldFixed }: NonNullable<StaffOrderWish['custom']>,
  inAll: Cents,
  { gold }: GoldRecord,
) {
  const deposit = depositOf(typed, inAll)
  if (typeof deposit === 'object') throw refused(deposit.refused, 'deposit')
  return { deposit, agreement: agreementText({ goldFixed, deposit, inAll, perGram: gold.perGram }) }
}

/** A piece without weight and fee is one of the catalog, by its label. */
async function linesOf(app: AppContext, typed: readonly TypedLine[]): Promise<StaffLine[]> {
  const { onSale } = await currentCatalog(app)
  return typed.map((line) => {
    if (!('label' in line)) {
      const { name, weight, fee, quantity, engraving } = line
      return { name, weight, fee: cents(fee), quantity, engraving }
    }
    const found = onSale.flatMap((product) => piecesOf(product, line.label))
    const [piece] = found
    if (!piece) {
      throw refused(
        `“${line.label}” is not in the catalog. Choose one from the list, or enter its grams and fee.`,
        lineField(line.at, 'piece'),
      )
    }
    if (found.length > 1) {
      throw refused(
        `“${line.label}” is the name of ${found.length} pieces. Please enter its grams and fee.`,
        lineField(line.at, 'piece'),
      )
    }
    return { ...piece, quantity: line.quantity, engraving: line.engraving }
  })
}

function piecesOf(product: Product, label: string) {
  return goldSizes(product.attributes)
    .filter(({ size }) => pieceLabel(product, size).toLowerCase() === label.toLowerCase())
    .map(({ size }) => ({ productId: product.id, size }))
}

/** As it is chosen from the list: `Fir cone, Small`. */
export const pieceLabel = ({ name }: Pick<Product, 'name'>, size: string) =>
  `${name}, ${size}`.replace(/\s+/g, ' ')

/** Beside the field where one is wrong. */
function refused(sentence: string, field?: string): AppError {
  const details = field === undefined ? {} : { errors: { [field]: sentence } }
  return new AppError('order_refused', 422, `${sentence} Nothing was made.`, { details })
}
