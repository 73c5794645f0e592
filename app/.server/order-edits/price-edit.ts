import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import {
  acceptedRecord,
  acceptedRecords,
  type GoldRecord,
  tooOldFor,
} from '#app/.server/draft-orders/gold-for-draft.ts'
import { piecesOf } from '#app/.server/draft-orders/price-draft-order.ts'
import { lineRows, linesOfOrder, taxCodesOf } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { AddedLine } from '#app/.server/platform/db/order-edit-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { planRequest } from '#app/.server/refunds/plan-request.ts'
import { refundableLines } from '#app/.server/refunds/queries/order-refunds.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import {
  addedField,
  editField,
  type OrderEditInput,
} from '#app/contracts/order-edits/order-edit.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { priceStaffLines } from '#app/domain/draft-orders/draft-order.ts'
import { type PricePerGram, parsePerGram } from '#app/domain/gold-price/rates.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { creditOf, editMoney, taxesLike, withApplied } from '#app/domain/order-edits/plan-edit.ts'
import {
  type EditableLine,
  type WantedPiece,
  wantedEdit,
} from '#app/domain/order-edits/wanted-edit.ts'
import { priceLine, type QuoteLine, quoteLifetimeMs } from '#app/domain/quote/quote.ts'
import { type LineTax, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { assertNotWeighed, editRefused } from './may-edit.ts'

/** What is read before the order is locked: pieces of the catalog, by their labels and ids. */
export type EditCatalog = {
  products: ReadonlyMap<string, Product>
  wanted: (WantedPiece & { at: number })[]
}

export async function catalogOfEdit(
  app: AppContext,
  { id, added }: { id: string } & Pick<OrderEditInput, 'added'>,
): Promise<EditCatalog> {
  const { onSale } = await currentCatalog(app)
  const wanted = added.map(({ at, piece, quantity, options, engraving }) => {
    const found = piecesOf(onSale, piece)
    const [first] = found
    if (!first || found.length > 1) {
      const why = first
        ? `Choose the size: ${found.map(({ label }) => `“${label}”`).join(' or ')}.`
        : `“${piece}” isn’t in the catalog. Choose a piece from the list.`
      throw editRefused(why, addedField(at, 'piece'))
    }
    const { productId, size } = first
    return { at, productId, size, quantity, options, engraving, like: null, keeps: null }
  })
  const lines = await withDatabase(app, ({ orm }) => linesOfOrder(orm, id))
  const ids = [...lines, ...wanted].flatMap(({ productId }) => productId || [])
  return { products: await productsById(app, [...new Set(ids)], { mustBeFresh: true }), wanted }
}

/** The lines of an order that staff can change, with how many pieces of each are left. */
export async function editableLines(orm: Orm, orderId: string): Promise<EditableLine[]> {
  const stored = await linesOfOrder(orm, orderId)
  return (await refundableLines(orm, orderId)).flatMap(({ position, name, size, left }) => {
    const line = stored.find((each) => each.position === position)
    if (!line) return []
    return {
      ...{ position, name, size, left },
      productId: line.productId,
      options: line.options,
      engraving: line.engraving ?? (line.engravingFeeCents > 0 ? '' : null),
      weight: line.weightMg as Milligrams,
      fee: cents(line.feeCents),
      perGram: parsePerGram(line.pricePerGram) as PricePerGram,
      discount: cents(line.discountCents),
    }
  })
}

/** `goldPrice`: of the preview that is confirmed; left out, the newest. */
export async function priceEdit(
  tx: Orm,
  app: AppContext,
  order: OrderRow,
  { lines: edits, reason: _, ...input }: OrderEditInput & { goldPrice?: number | null },
  { products, wanted }: EditCatalog,
) {
  const lines = await editableLines(tx, order.id)
  const edit = wantedEdit(lines, edits)
  if ('refused' in edit) throw editRefused(edit.refused, editField(edit.at, edit.of))
  const { removed } = edit
  const added = [...edit.added.map((piece) => ({ ...piece, at: null })), ...wanted]
  if (removed.length + added.length === 0) throw editRefused('Nothing was changed yet.')
  await assertNotWeighed(tx, order.id, lines, removed)
  // A refund splits this discount across all lines by price, so an added line would take a share of it.
  if (
    added.length > 0 &&
    order.discountCodeId === null &&
    lines.some((line) => line.discount > 0)
  ) {
    throw editRefused(
      'Every piece of this order has a discount, which a new piece would not have. Create a new order for it.',
    )
  }
  const leaves = lines.reduce((sum, { left }) => sum + left, 0) - sumOf(removed)
  if (leaves + sumOf(added) === 0) {
    throw editRefused('Nothing would be left. Refund the order instead.')
  }
  const isNewGold = added.some(({ keeps }) => keeps === null)
  const record = isNewGold ? await recordOf(tx, app, input.goldPrice) : null
  const perGram = record?.gold.perGram ?? added[0]?.keeps?.perGram
  const priced = perGram ? pricedLines(added, products, perGram) : []
  const { taxes, rows } = await storedLines(tx, order, added, priced)
  const refund =
    removed.length > 0
      ? await planRequest(tx, app, order, {
          wish: { of: 'lines', quantities: removed },
          payment: null,
        })
      : null
  const parts = refund?.plan.parts ?? []
  const goods = sumCents(priced.map(({ lineTotal }) => lineTotal))
  const money = editMoney({ credit: creditOf(parts), added: cents(goods + sumOfTaxes(taxes)) })
  return {
    ...money,
    /** The gold price of the added pieces; null: none are added, or they keep the one they were bought at. */
    record,
    ...{ lines: priced, rows, taxes },
    /** The refund of the removed pieces as if all of it were refunded; null: none are removed. */
    plan: refund?.plan ?? null,
    credits: withApplied(parts, money.applied),
    /** Something is refunded, and a refund of the whole credit would ask for a second factor. */
    isLarge: refund !== null && money.refund > 0 && refund.isLarge,
  }
}

export type PricedEdit = Awaited<ReturnType<typeof priceEdit>>

const sumOf = (pieces: readonly { quantity: number }[]) =>
  pieces.reduce((sum, { quantity }) => sum + quantity, 0)

/** The newest price, or one that it replaced within the ten minutes of a quote [EDIT-04]. */
async function recordOf(
  tx: Orm,
  app: AppContext,
  shown: number | null | undefined,
): Promise<GoldRecord> {
  const since = new Date(app.now().getTime() - quoteLifetimeMs)
  const records = await acceptedRecords(tx, { since })
  const record = typeof shown === 'number' ? await acceptedRecord(tx, shown) : records[0]
  if (!record) throw editRefused('There’s no accepted gold price yet. Set one in Gold Price first.')
  if (!records.some(({ id }) => id === record.id)) {
    throw editRefused('The gold price has changed. Please review the change again.')
  }
  const age = tooOldFor(app, record.gold.takenAt)
  if (age) throw editRefused(`The newest gold price is ${age} old. Set a current one first.`)
  return record
}

type Added = WantedPiece & { at: number | null }

/** The one place that prices what an edit adds: as the web and draft orders do [EDIT-04]. */
function pricedLines(
  added: readonly Added[],
  products: ReadonlyMap<string, Product>,
  perGram: PricePerGram,
): QuoteLine[] {
  const asked = added.map(({ productId, size, quantity, options, engraving }) => ({
    ...{ productId, size, quantity, options, engraving, weight: null, fee: null },
  }))
  return priceStaffLines(asked, products, { perGram }).map((line, nth) => {
    const piece = added[nth]
    if ('refused' in line || !piece) {
      const of = 'refused' in line ? line.of : 'piece'
      const why = 'refused' in line ? line.refused : ''
      throw editRefused(why, piece && fieldOf(piece, of))
    }
    const { keeps } = piece
    if (keeps === null) return line
    return priceLine({ ...line, weight: keeps.weight, fee: keeps.fee }, keeps.perGram)
  })
}

/** A line has no field for its options, which go with its size. */
const fieldOf = ({ at, like }: Added, of: 'piece' | 'engraving' | 'options') =>
  at === null ? editField(like ?? 0, of === 'engraving' ? of : 'size') : addedField(at, of)

/** The added lines as they will be stored, and their tax at the rates of the order [EDIT-05]. */
async function storedLines(
  tx: Orm,
  order: OrderRow,
  added: readonly Added[],
  lines: readonly QuoteLine[],
): Promise<{ rows: AddedLine[]; taxes: LineTax[] }> {
  if (lines.length === 0) return { rows: [], taxes: [] }
  const stored = await linesOfOrder(tx, order.id)
  const { taxCode } = await salesTaxSetting.stored(tx)
  const codes = order.withTax ? await taxCodesOf(tx, { lines: [...lines] }) : null
  const priced = await lineRows(tx, lines, {
    discounts: [],
    taxCodeOf: (line) => codes && (codes.get(line.productId) ?? taxCode),
  })
  const rows = priced.map(({ engraving: _, ...row }) => row)
  const isTaxed = order.withTax || order.taxRate !== null
  if (!isTaxed) return { rows, taxes: [] }
  if (order.lineTaxesKnownAt === null) {
    throw editRefused(
      'The sales tax of each line isn’t known yet. Please try again in a few minutes.',
    )
  }
  const known = await lineTaxesOf(tx, order.id)
  const taxes = rows.flatMap((row, line) => {
    const like =
      added[line]?.like ?? stored.find((each) => each.taxCode === row.taxCode)?.position ?? null
    if (like === null) {
      throw editRefused(
        'This piece is taxed differently from the rest of the order. Create a new order for it.',
      )
    }
    return taxesLike(known, { like, line, due: cents(row.lineTotalCents) })
  })
  return { rows, taxes }
}
