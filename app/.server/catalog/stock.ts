import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { StoredStock } from '#app/domain/catalog/stock.ts'
import type { Orm } from '../platform/db/database.ts'
import { products } from '../platform/db/schema.ts'

type LockedStock = StoredStock & { name: string }

/**
 * Products whose pieces are counted, or were when an order took some, until the end of the transaction.
 * Locked in one order, so that no two orders wait for each other.
 */
export async function lockStock(
  tx: Orm,
  ids: readonly string[],
): Promise<Map<string, LockedStock>> {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({
      id: products.id,
      name: products.name,
      pieces: products.pieces,
      reserved: products.piecesReserved,
    })
    .from(products)
    .where(
      and(
        inArray(products.id, [...ids]),
        or(isNotNull(products.pieces), sql`${products.piecesReserved} > 0`),
      ),
    )
    .orderBy(sql`${products.id} collate "C"`)
    .for('update')
  return new Map(found.map(({ id, ...stock }) => [id, stock]))
}

/**
 * Of a product that is locked. Its revision stays, since nobody wrote over what a form shows; its time
 * moves on, by which every process knows that it must read it again.
 */
export async function writeStock(
  tx: Orm,
  id: string,
  { pieces, reserved }: StoredStock,
  at: Date,
): Promise<void> {
  const updatedAt = sql`greatest(${at.toISOString()}::timestamptz,
    ${products.updatedAt} + interval '1 millisecond')`
  await tx
    .update(products)
    .set({ pieces, piecesReserved: reserved, updatedAt })
    .where(eq(products.id, id))
}
