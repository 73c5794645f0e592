import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  piecesByProduct,
  release,
  reserve,
  type StoredStock,
  sell,
  whyNotFree,
} from '#app/domain/catalog/stock.ts'
import { lockStock, writeStock } from '../catalog/stock.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderLines, products } from '../platform/db/schema.ts'
import { stockClaims } from '../platform/db/stock-schema.ts'
import { mayHoldLastAt } from './client-orders.ts'

/** The counted pieces of orders (docs/decisions/058-stock.md). */

export type ClaimRow = typeof stockClaims.$inferSelect

/**
 * Keeps the pieces of an order that was just written, in its transaction, until it is paid or ends
 * [STOCK-02]. The sentence that says what cannot be had: then the caller takes the order back.
 */
export async function reservePieces(
  tx: Orm,
  orderId: string,
  lines: readonly { productId: string; quantity: number }[],
  { at, clientHash }: { at: Date; clientHash: string | null },
): Promise<string | null> {
  const wanted = piecesByProduct(lines.filter(({ productId }) => productId !== ''))
  const stocks = await lockStock(
    tx,
    wanted.map(([id]) => id),
  )
  for (const [productId, quantity] of wanted) {
    const stock = stocks.get(productId)
    if (!stock || stock.pieces === null) continue
    const after = reserve(stock, quantity)
    if (!after) return whyNotFree(stock.name, quantity, stock)
    if (clientHash !== null && after.reserved === after.pieces) {
      const again = await mayHoldLastAt(tx, { hash: clientHash, productId, now: at })
      if (again) return heldTooLong(stock.name, again, at)
    }
    await writeStock(tx, productId, after, at)
    await tx.insert(stockClaims).values({ orderId, productId, quantity, state: 'reserved', at })
  }
  return null
}

function heldTooLong(name: string, again: Date, at: Date): string {
  const minutes = Math.ceil((again.getTime() - at.getTime()) / 60_000)
  return `${name} was in checkouts from your network for over an hour and was not paid for. Others may buy it now. Please try again in ${minutes} minutes, or contact us.`
}

/** The order is paid: its pieces are sold. */
export function sellPieces(tx: Orm, orderId: string, at: Date): Promise<void> {
  return settle(tx, orderId, { state: 'sold', change: sell, at })
}

/** It ended unpaid: its pieces are free again. */
export function releasePieces(tx: Orm, orderId: string, at: Date): Promise<void> {
  return settle(tx, orderId, { state: 'released', change: release, at })
}

async function settle(
  tx: Orm,
  orderId: string,
  {
    state,
    change,
    at,
  }: {
    state: 'sold' | 'released'
    change: (stock: StoredStock, quantity: number) => StoredStock
    at: Date
  },
): Promise<void> {
  const reserved = await tx
    .update(stockClaims)
    .set({ state, at })
    .where(and(eq(stockClaims.orderId, orderId), eq(stockClaims.state, 'reserved')))
    .returning()
  const stocks = await lockStock(
    tx,
    reserved.map(({ productId }) => productId),
  )
  for (const { productId, quantity } of reserved) {
    const stock = stocks.get(productId)
    // Deleted meanwhile.
    if (stock) await writeStock(tx, productId, change(stock, quantity), at)
  }
}

/** For whoever ends several orders in one transaction: their products, locked in one order. */
export async function lockPiecesOf(tx: Orm, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const claims = await tx
    .selectDistinct({ productId: stockClaims.productId })
    .from(stockClaims)
    .where(and(inArray(stockClaims.orderId, [...orderIds]), eq(stockClaims.state, 'reserved')))
  await lockStock(
    tx,
    claims.map(({ productId }) => productId),
  )
}

/**
 * Money came for an order that has ended: what became of the pieces that were kept for it, in
 * sentences; none where its pieces are not counted [STOCK-07].
 */
export async function whatBecameOfPieces(tx: Orm, orderId: string): Promise<string> {
  const released = await tx
    .select({ name: orderLines.name, pieces: products.pieces, reserved: products.piecesReserved })
    .from(stockClaims)
    .innerJoin(
      orderLines,
      and(
        eq(orderLines.orderId, stockClaims.orderId),
        eq(orderLines.productId, stockClaims.productId),
      ),
    )
    .leftJoin(products, eq(products.id, stockClaims.productId))
    .where(and(eq(stockClaims.orderId, orderId), eq(stockClaims.state, 'released')))
    .orderBy(orderLines.position)
  const sentences = released.map(({ name, pieces, reserved }) => {
    if (pieces === null || reserved === null) return `${name} is not counted any more.`
    if (pieces === 0) return `${name} is sold to somebody else.`
    if (pieces === reserved) return `${name} is in somebody else’s checkout.`
    return `${name} is still there, and for sale.`
  })
  return [...new Set(sentences)].map((sentence) => ` ${sentence}`).join('')
}

/** What an order took of counted products, with the names on its lines. */
export async function claimsOfOrder(
  orm: Orm,
  orderId: string,
): Promise<(ClaimRow & { name: string })[]> {
  return orm
    .select({
      orderId: stockClaims.orderId,
      productId: stockClaims.productId,
      quantity: stockClaims.quantity,
      state: stockClaims.state,
      back: stockClaims.back,
      kept: stockClaims.kept,
      at: stockClaims.at,
      name: sql<string>`(select l.name from order_lines l
        where l.order_id = stock_claims.order_id and l.product_id = stock_claims.product_id
        order by l.position limit 1)`,
    })
    .from(stockClaims)
    .where(eq(stockClaims.orderId, orderId))
    .orderBy(sql`${stockClaims.productId} collate "C"`)
}
