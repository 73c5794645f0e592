import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { sizeLabel } from '#app/domain/catalog/gold-size-name.ts'
import {
  countedTwice,
  countProblem,
  recounted,
  type StoredStock,
} from '#app/domain/inventory/stock.ts'
import { productAttributes, products } from '../platform/db/catalog-schema.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'

type LockedSize = { size: string; key: string; stock: StoredStock }
type LockedProduct = { name: string; stock: StoredStock; sizes: LockedSize[] }

/** `size`: the key of a size that is counted; empty: all sizes of the product count together. */
type CountId = { productId: string; size: string }

/**
 * Products whose pieces are counted, or were when an order took some, with their sizes, until the end of
 * the transaction. Locked in one order, so that no two orders wait for each other; nobody changes the count
 * of a size without its product.
 */
export async function lockStock(
  tx: Orm,
  ids: readonly string[],
): Promise<Map<string, LockedProduct>> {
  if (ids.length === 0) return new Map()
  const isCounted = or(
    isNotNull(products.pieces),
    sql`${products.piecesReserved} > 0`,
    sql`exists (select from product_attributes a where a.product_id = products.id
      and (a.pieces is not null or a.pieces_reserved > 0))`,
  )
  const found = await tx
    .select({
      id: products.id,
      name: products.name,
      pieces: products.pieces,
      reserved: products.piecesReserved,
    })
    .from(products)
    .where(and(inArray(products.id, [...ids]), isCounted))
    .orderBy(sql`${products.id} collate "C"`)
    .for('update')
  const locked = new Map(
    found.map(({ id, name, ...stock }) => [id, { name, stock, sizes: [] as LockedSize[] }]),
  )
  if (locked.size === 0) return locked
  const sizes = await tx
    .select({
      productId: productAttributes.productId,
      name: productAttributes.name,
      key: productAttributes.key,
      pieces: productAttributes.pieces,
      reserved: productAttributes.piecesReserved,
    })
    .from(productAttributes)
    .where(inArray(productAttributes.productId, [...locked.keys()]))
    .orderBy(productAttributes.position, productAttributes.id)
  for (const { productId, name, key, ...stock } of sizes) {
    const size = sizeLabel({ name })
    if (size !== null) locked.get(productId)?.sizes.push({ size, key: key ?? '', stock })
  }
  return locked
}

/** What is left of a count; undefined where its product or its size is gone. */
export function lockedStock(
  locked: ReadonlyMap<string, LockedProduct>,
  { productId, size }: CountId,
): StoredStock | undefined {
  const product = locked.get(productId)
  return size === '' ? product?.stock : product?.sizes.find(({ key }) => key === size)?.stock
}

/**
 * Of a product that is locked. Its revision stays, since nobody wrote over what a form shows; its time
 * moves on, by which every process knows that it must read it again.
 */
export async function writeStock(
  tx: Orm,
  { productId, size }: CountId,
  { pieces, reserved }: StoredStock,
  at: Date,
): Promise<void> {
  const columns = { pieces, piecesReserved: reserved }
  const updatedAt = sql`greatest(${at.toISOString()}::timestamptz,
    ${products.updatedAt} + interval '1 millisecond')`
  await tx
    .update(products)
    .set({ updatedAt, ...(size === '' && columns) })
    .where(eq(products.id, productId))
  if (size === '') return
  await tx
    .update(productAttributes)
    .set(columns)
    .where(and(eq(productAttributes.productId, productId), eq(productAttributes.key, size)))
}

type Count = { seen: number | null; typed: number | null }

/**
 * The columns of a count that staff wrote, of a product or of a size that is locked; none where the number
 * was left as it was seen, whatever was sold since [STOCK-06]. `refused` makes a sentence an error.
 */
export function recountedColumns(
  stored: StoredStock,
  count: Count,
  refused: (why: string) => AppError,
): { pieces?: number | null; piecesCounted?: number | null } {
  if (count.seen === count.typed) return {}
  const pieces = recounted(stored.pieces, count)
  const why = countProblem(pieces, stored)
  if (why) throw refused(why)
  return { pieces, piecesCounted: pieces }
}

export function refusedCount(why: string, at?: string): AppError {
  return new AppError('pieces_reserved', 409, why, at === undefined ? {} : { details: { at } })
}

/** A size cannot go while a piece of it is in a checkout: nobody would know what was paid for [STOCK-12]. */
export function refuseRemoved(size: string, reserved: number): void {
  if (reserved === 0) return
  const what = reserved === 1 ? '1 of it is' : `${reserved} of it are`
  throw refusedCount(
    `Size ${size} can’t be removed: ${what} in a checkout right now. Cancel the order first, or wait until it’s paid or expires.`,
    'sizes',
  )
}

/**
 * After a save: a product is counted as a whole or by size, never both, and what is in a checkout stays in
 * the count that it was taken from [STOCK-10].
 */
export async function refuseTwoCounts(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const [found] = await rows<{ name: string; whole: boolean; reserved: number; of_sizes: number }>(
    tx,
    sql`select products.name, products.pieces is not null as whole,
          products.pieces_reserved as reserved, sum(size.pieces_reserved)::int as of_sizes
        from products join product_attributes size on size.product_id = products.id
        where ${inArray(products.id, [...ids])}
          and (products.pieces is not null or products.pieces_reserved > 0)
          and (size.pieces is not null or size.pieces_reserved > 0)
        group by products.id limit 1`,
  )
  if (!found) return
  const { name, whole, reserved, of_sizes } = found
  const open = whole ? of_sizes : reserved
  if (open === 0) throw refusedCount(`${name}: ${countedTwice}`, 'pieces')
  throw refusedCount(
    `${name}: ${open} ${open === 1 ? 'is' : 'are'} in a checkout right now, counted ${whole ? 'by size' : 'for the whole product'}. Change how its pieces are counted once the order is paid or expires, or cancel it first.`,
    'pieces',
  )
}
