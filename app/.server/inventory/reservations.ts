import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { sizeLabel } from '#app/domain/catalog/gold-size-name.ts'
import {
  availabilityProblem,
  isCounted,
  nameOfSize,
  putBack,
  release,
  reserve,
  type StoredStock,
  sell,
  takenPieces,
} from '#app/domain/inventory/stock.ts'
import { productAttributes, products } from '../platform/db/catalog-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { stockClaims } from '../platform/db/stock-schema.ts'
import { mayHoldLastAt } from './open-order-limits.ts'
import { lockedStock, lockStock, writeStock } from './stock.ts'

/** The counted pieces of orders (docs/decisions/055-products-in-bulk.md). */

export type ClaimRow = typeof stockClaims.$inferSelect

/**
 * Keeps the pieces of an order that was just written, in its transaction, until it is paid or ends
 * [STOCK-02]. The sentence that says what cannot be had: then the caller rolls the order back.
 */
export async function reservePieces(
  tx: Orm,
  orderId: string,
  lines: readonly { productId: string; size: string; quantity: number }[],
  { at, clientHash }: { at: Date; clientHash: string | null },
): Promise<string | null> {
  const ids = new Set(lines.flatMap(({ productId }) => productId || []))
  const locked = await lockStock(tx, [...ids])
  for (const { productId, size } of lines) {
    const { name, sizes = [] } = locked.get(productId) ?? {}
    const isGone = sizes.some(({ stock }) => isCounted(stock)) && !sizes.some(isCalled(size))
    if (name && isGone) return `${nameOfSize(name, size)} was just renamed or removed.`
  }
  for (const { name, stock, quantity, ...count } of takenPieces(lines, locked)) {
    const after = reserve(stock, quantity)
    if (!after) return availabilityProblem(name, quantity, stock)
    if (clientHash !== null && after.reserved === after.pieces) {
      const again = await mayHoldLastAt(tx, { hash: clientHash, ...count, now: at })
      if (again) return heldTooLong(name, again, at)
    }
    await writeStock(tx, count, after, at)
    await tx.insert(stockClaims).values({ orderId, ...count, quantity, state: 'reserved', at })
  }
  return null
}

const isCalled = (label: string) => (each: { size: string }) => each.size === label

function heldTooLong(name: string, again: Date, at: Date): string {
  const minutes = Math.ceil((again.getTime() - at.getTime()) / 60_000)
  return `${name} was in checkouts from your network for over an hour and wasn’t paid for. Others may buy it now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or contact us.`
}

type LinePieces = { productId: string; size: string; quantity: number }

/**
 * Counted pieces that a paid order gets: sold to it at once, also while it waits for their payment [EDIT-06]. The
 * sentence that says what cannot be had: then the caller rolls the change back.
 */
export async function sellMorePieces(
  tx: Orm,
  orderId: string,
  lines: readonly LinePieces[],
  at: Date,
): Promise<string | null> {
  for (const { name, stock, quantity, ...count } of await lockedPieces(tx, lines)) {
    const after = reserve(stock, quantity)
    if (!after) return availabilityProblem(name, quantity, stock)
    await writeStock(tx, count, sell(after, quantity), at)
    await tx
      .insert(stockClaims)
      .values({ orderId, ...count, quantity, state: 'sold', at })
      .onConflictDoUpdate({
        target: [stockClaims.orderId, stockClaims.productId, stockClaims.size],
        set: { quantity: sql`${stockClaims.quantity} + ${quantity}`, at },
      })
  }
  return null
}

/** Counted pieces of a paid order that are for sale again: those it did not get after all, or no longer has. */
export async function returnPiecesToStock(
  tx: Orm,
  orderId: string,
  lines: readonly LinePieces[],
  { wasSold, at }: { wasSold: boolean; at: Date },
): Promise<void> {
  const { productId, size, quantity: sold, back } = stockClaims
  for (const { stock, quantity, productId: product, size: key } of await lockedPieces(tx, lines)) {
    const claim = and(
      ...[eq(stockClaims.orderId, orderId), eq(productId, product), eq(size, key)],
      ...[eq(stockClaims.state, 'sold'), gte(sql`${sold} - ${back}`, quantity)],
    )
    const isWhole = and(claim, eq(sold, quantity), eq(back, 0))
    const changed = wasSold
      ? await tx
          .update(stockClaims)
          .set({ back: sql`${back} + ${quantity}`, at })
          .where(claim)
          .returning()
      : [
          ...(await tx.delete(stockClaims).where(isWhole).returning()),
          ...(await tx
            .update(stockClaims)
            .set({ quantity: sql`${sold} - ${quantity}`, at })
            .where(claim)
            .returning()),
        ]
    // None: it was not counted when it was sold.
    if (changed.length > 0) {
      await writeStock(tx, { productId: product, size: key }, putBack(stock, quantity), at)
    }
  }
}

const lockedPieces = async (tx: Orm, lines: readonly LinePieces[]) =>
  takenPieces(
    lines,
    await lockStock(tx, [...new Set(lines.flatMap(({ productId }) => productId || []))]),
  )

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
  const locked = await lockStock(
    tx,
    reserved.map(({ productId }) => productId),
  )
  for (const claim of reserved) {
    const stock = lockedStock(locked, claim)
    // Undefined: the product was deleted in the meantime.
    if (stock) await writeStock(tx, claim, change(stock, claim.quantity), at)
  }
}

/** For code that ends several orders in one transaction: locks their products in one order. */
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
  const messages = (await claimsOfOrder(tx, orderId))
    .filter(({ state }) => state === 'released')
    .map(({ name, pieces, reserved }) => {
      if (pieces === null || reserved === null) return `${name} is no longer counted.`
      if (pieces === 0) return `${name} was sold to someone else.`
      if (pieces === reserved) return `${name} is in someone else’s checkout.`
      return `${name} is still in stock and for sale.`
    })
  return messages.map((message) => ` ${message}`).join('')
}

export type Claim = ClaimRow & {
  name: string
  /** Of the size; null where all sizes of the product count together. */
  label: string | null
  pieces: number | null
  reserved: number | null
}

/**
 * What an order took of counted products and sizes, with the names on its lines and what is left; null where
 * it is no longer counted, or gone.
 */
export async function claimsOfOrder(orm: Orm, orderId: string): Promise<Claim[]> {
  const found = await orm
    .select({
      claim: stockClaims,
      line: sql<string>`(select l.name from order_lines l
        where l.order_id = stock_claims.order_id and l.product_id = stock_claims.product_id
        order by l.position limit 1)`,
      product: { pieces: products.pieces, reserved: products.piecesReserved },
      size: {
        name: productAttributes.name,
        pieces: productAttributes.pieces,
        reserved: productAttributes.piecesReserved,
      },
    })
    .from(stockClaims)
    .leftJoin(products, eq(products.id, stockClaims.productId))
    .leftJoin(
      productAttributes,
      and(
        eq(productAttributes.productId, stockClaims.productId),
        eq(productAttributes.key, stockClaims.size),
      ),
    )
    .where(eq(stockClaims.orderId, orderId))
    .orderBy(sql`${stockClaims.productId} collate "C"`, sql`${stockClaims.size} collate "C"`)
  return found.map(({ claim, line, product, size }) => {
    // A size that is gone is named by its key, which was made of its label.
    const label = (size && sizeLabel(size)) ?? claim.size
    const isWhole = claim.size === ''
    const { pieces = null, reserved = null } = (isWhole ? product : size) ?? {}
    const name = isWhole ? line : nameOfSize(line, label)
    return { ...claim, name, label: isWhole ? null : label, pieces, reserved }
  })
}
