import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { type Orm, sqlState } from '#app/.server/platform/db/database.ts'
import {
  productChangeRows,
  productChanges,
} from '#app/.server/platform/db/product-change-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { priceChanges } from '#app/domain/catalog/price-change.ts'
import type { PartOfFacts, ProductFacts } from '#app/domain/catalog/product-facts.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { alertPrices } from '../price-alert.ts'
import { catalogChanged, invalidateCatalog } from '../queries/cached-catalog.ts'
import { makeProducts, writeFacts } from '../write-facts.ts'
import { noChange } from './plan-bulk-change.ts'

type Asked = { id: string; by: string }
type Change = typeof productChanges.$inferSelect
type Row = typeof productChangeRows.$inferSelect
type Written = StaffWork & { perGram: PricePerGram }

/**
 * Makes a planned change, all of it or nothing: it is refused where any of its products was saved or
 * deleted since it was planned [BULK-02]. Pressed twice, it is made once. False: it was made before.
 */
export async function applyProductChange(app: AppContext, request: Asked): Promise<boolean> {
  return changing(app, request, async (tx, change, rows, written) => {
    if (change.state === 'undone') throw undoneAlready()
    if (change.state === 'applied') return false
    if (change.problemCount > 0) {
      throw new AppError(
        'change_has_problems',
        409,
        'These changes have problems, so they can’t be made.',
      )
    }
    const known = rows.filter(({ revision }) => revision !== null)
    await refuseChanged(tx, known, ({ revision }) => revision, 'this was planned')
    const made = rows.filter(({ revision }) => revision === null)
    await makeProducts(
      tx,
      made.map(({ productId, after }) => ({ id: productId, facts: after as ProductFacts })),
      written,
    )
    await writeFacts(tx, known.map(toWrite), written)
    await tx
      .update(productChanges)
      .set({ state: 'applied', appliedAt: written.at, appliedBy: request.by })
      .where(eq(productChanges.id, change.id))
    await record(tx, 'products.changed', change, rows, { ...written, by: request.by })
    return true
  })
}

/**
 * Takes a change back as a whole: what it changed is as before, what it made is gone. Refused where any
 * of its products was saved since [BULK-03].
 */
export async function undoProductChange(app: AppContext, request: Asked): Promise<boolean> {
  return changing(app, request, async (tx, change, rows, written) => {
    if (change.state === 'draft') throw noChange()
    if (change.state === 'undone') return false
    // Made, each had one revision more than it was planned from.
    await refuseChanged(tx, rows, ({ revision }) => (revision ?? 0) + 1, 'this was made')
    const made = rows.filter(({ revision }) => revision === null)
    if (made.length > 0) {
      const ids = made.map(({ productId }) => productId)
      await tx.delete(products).where(inArray(products.id, ids))
    }
    const back = rows
      .filter(({ revision }) => revision !== null)
      .map(({ before, after, ...row }) => ({ ...row, before: after, after: before }))
    await writeFacts(tx, back.map(toWrite), written)
    await tx
      .update(productChanges)
      .set({ state: 'undone', undoneAt: written.at, undoneBy: request.by })
      .where(eq(productChanges.id, change.id))
    const turned = rows.map((row) => ({ ...row, before: row.after, after: row.before }))
    await record(tx, 'products.change_undone', change, turned, { ...written, by: request.by })
    return true
  })
}

/** Throws a draft away. */
export async function discardProductChange(app: AppContext, { id }: { id: string }): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    orm
      .delete(productChanges)
      .where(and(eq(productChanges.id, id), eq(productChanges.state, 'draft'))),
  )
}

const toWrite = ({ productId, before, after }: Pick<Row, 'productId' | 'before' | 'after'>) => ({
  id: productId,
  from: before,
  to: after,
})

/** Locks the change, so that it is made or undone once, and tells the shop's pages of it. */
async function changing(
  app: AppContext,
  { id, by }: Asked,
  work: (tx: Orm, change: Change, rows: Row[], written: Written) => Promise<boolean>,
): Promise<boolean> {
  // Asked before the transaction: the embedded database is a single connection.
  const { gold } = await currentGoldPrice(app)
  try {
    const isNew = await staffTransaction(app, { by }, async (tx, staff) => {
      const [change] = await tx
        .select()
        .from(productChanges)
        .where(eq(productChanges.id, id))
        .for('update')
      if (!change) throw noChange()
      const rows = await tx
        .select()
        .from(productChangeRows)
        .where(eq(productChangeRows.changeId, id))
        .orderBy(productChangeRows.position)
      return work(tx, change, rows, { ...staff, perGram: gold.perGram })
    })
    if (isNew) await catalogChanged(app)
    return isNew
  } catch (error) {
    // A connection lost at the commit leaves open whether it was stored.
    invalidateCatalog(app)
    if (sqlState(error) === '23505') throw addressTaken()
    throw error
  }
}

/** Locks the products in one order, so that no two changes wait for each other. */
async function refuseChanged(
  tx: Orm,
  rows: readonly Row[],
  expected: (row: Row) => number | null,
  since: string,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ productId }) => productId)
  const stored = await tx
    .select({ id: products.id, revision: products.revision })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(sql`${products.id} collate "C"`)
    .for('update')
  const revisions = new Map(stored.map(({ id, revision }) => [id, revision]))
  const changed = rows.filter((row) => revisions.get(row.productId) !== expected(row))
  if (changed.length === 0) return
  const pieces = changed.map(({ productId, name }) => ({
    ...{ id: productId, name },
    isGone: !revisions.has(productId),
  }))
  const named = pieces
    .slice(0, maxNamed)
    .map(({ name, isGone }) => (isGone ? `${name} (deleted)` : name))
  const more = pieces.length > maxNamed ? ` and ${pieces.length - maxNamed} more` : ''
  throw new AppError(
    'products_changed',
    409,
    `Nothing was changed. Since ${since}, someone saved or deleted ${named.join(', ')}${more}.`,
    { details: { pieces: pieces.slice(0, maxListed) } },
  )
}

const maxNamed = 10
const maxListed = 100

const undoneAlready = () =>
  new AppError('change_undone', 409, 'This change was undone and can’t be made again.')

const addressTaken = () =>
  new AppError(
    'slug_taken',
    409,
    'Nothing was changed. In the meantime, one of its web addresses was given to another product.',
  )

/** The most products in one entry, before and after; long texts are cut. */
const changesInAnEntry = 200
const maxText = 200

async function record(
  tx: Orm,
  action: 'products.changed' | 'products.change_undone',
  { id, title }: Change,
  rows: readonly Row[],
  { at, audit, by, perGram }: Written & { by: string },
): Promise<void> {
  const prices = rows.flatMap(({ productId, name, before, after }) =>
    priceChanges(before, after, perGram).map((price) => ({
      ...price,
      product: { id: productId, name },
    })),
  )
  await alertPrices(tx, prices, { change: id, by, at })
  const parts = Math.ceil(rows.length / changesInAnEntry)
  for (let part = 0; part < parts; part += 1) {
    const listed = rows.slice(part * changesInAnEntry, (part + 1) * changesInAnEntry)
    await audit({
      ...{ action, target: { type: 'product_change', id } },
      facts: {
        ...{ title, pieces: rows.length, part: part + 1, parts },
        changes: listed.map(({ productId, name, before, after }) => ({
          ...{ id: productId, name, before: cut(before), after: cut(after) },
        })),
      },
    })
  }
}

function cut(facts: PartOfFacts): object {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) =>
      typeof value === 'string' && value.length > maxText
        ? [name, `${value.slice(0, maxText)}…`]
        : [name, value],
    ),
  )
}
