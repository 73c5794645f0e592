import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { readState } from '#app/domain/address/us-places.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { testNotice } from '#app/domain/payments/mode.ts'
import { noBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { brand } from '#brand'
import { acceptedRecords, tooOldFor } from '../gold-for-draft.ts'
import { pieceLabel } from '../price-draft-order.ts'

/** So many pieces are offered as one types; any other is found by its whole label. */
const offeredPieces = 300

/** What the form of a new order offers. */
export async function newOrderPage(app: AppContext) {
  const records = await withDatabase(app, ({ orm }) => acceptedRecords(orm))
  const { onSale } = await currentCatalog(app)
  const { enabled: chargesTax, states } = await salesTaxSetting.current(app)
  const live = app.payments?.live ?? false
  const stop = await sellingStop(app)
  return {
    records: records.map(({ id, gold }) => ({ id, perGram: gold.perGram, takenAt: gold.takenAt })),
    pieces: offeredLabels(onSale),
    hasBankDiscount: (await bankDiscountSetting.current(app)).bankDiscount !== noBankDiscount,
    chargesTax,
    /** Nobody has saved yet whether the shop charges sales tax, and what is sold now is real [SALE-33]. */
    isTaxUndecided: live && !(await withDatabase(app, ({ orm }) => salesTaxSetting.read(orm))),
    /** The rate that staff entered last for the shop's own state; null: none yet. */
    lastRate: await withDatabase(app, ({ orm }) => lastRate(orm, live)),
    /** Why no order can be made; null: it can. */
    stop: stop && (stop.isOpening ? ('opening' as const) : ('stopped' as const)),
    /** How old the newest price is, where the shop may not sell at it any longer; null: it may [SALE-40]. */
    oldPrice: records[0] ? tooOldFor(app, records[0].gold.takenAt) : null,
    taxStates: chargesTax ? states : [],
    /** What is made now is a test order, and why; null: a real one [MODE-06]. */
    testNotice: app.payments && testNotice(app.payments, 'order'),
  }
}

export type NewOrderPage = Awaited<ReturnType<typeof newOrderPage>>

/** As the list of pieces offers them. */
export const offeredLabels = (onSale: readonly Product[]): string[] =>
  onSale
    .slice(0, offeredPieces)
    .flatMap((product) =>
      goldSizes(product.attributes).map(({ size }) => pieceLabel(product, size)),
    )
    .slice(0, offeredPieces)

/** By its index alone, and never one that was tried in a test order. */
async function lastRate(orm: Orm, livemode: boolean) {
  const state = readState(brand.address.region) ?? brand.address.region
  const [last] = await orm
    .select({ rate: orders.taxRate })
    .from(orders)
    .where(
      and(isNotNull(orders.taxRate), eq(orders.livemode, livemode), eq(orders.taxState, state)),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
  // `10.3500`, as the column has it.
  return last?.rate ? { rate: String(Number(last.rate)), state } : null
}
