import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { products } from '#app/.server/platform/db/schema.ts'
import { stockClaims } from '#app/.server/platform/db/stock-schema.ts'
import type { QuoteAnswer } from '#app/contracts/quote-answer.ts'
import { checkout } from './selling-shop.ts'

/** So many pieces of a product, as if staff had counted them. */
export async function thereAre(app: AppContext, id: string, pieces: number | null): Promise<void> {
  await app.db.orm
    .update(products)
    .set({ pieces, piecesCounted: pieces, revision: sql`${products.revision} + 1` })
    .where(eq(products.id, id))
}

export async function stockOf(app: AppContext, id: string) {
  const [row] = await app.db.orm
    .select({ pieces: products.pieces, reserved: products.piecesReserved })
    .from(products)
    .where(eq(products.id, id))
  const claims = await app.db.orm.select().from(stockClaims).where(eq(stockClaims.productId, id))
  const sum = (state: string) =>
    claims.reduce((all, each) => all + (each.state === state ? each.quantity - each.back : 0), 0)
  return {
    ...{ pieces: row?.pieces ?? null, reserved: row?.reserved ?? 0 },
    claimed: { reserved: sum('reserved'), sold: sum('sold') },
  }
}

/** The session of the payment page a checkout leads to. */
export async function goesToPay(app: AppContext, quote: QuoteAnswer, more: object = {}) {
  const { url } = await placeOrder(app, { ...checkout(quote), ...more })
  return url.slice(url.lastIndexOf('/') + 1)
}
