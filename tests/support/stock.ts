import { and, eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { stockClaims } from '#app/.server/platform/db/stock-schema.ts'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { goldSizeName } from '#app/domain/catalog/gold-size-name.ts'
import { checkout } from './selling-shop.ts'

type Counts = number | null | Readonly<Record<string, number | null>>

/** So many pieces of a product, or of its sizes by their labels, as if staff had counted them. */
export async function thereAre(app: AppContext, id: string, counts: Counts): Promise<void> {
  const bySize = typeof counts === 'object' ? (counts ?? {}) : {}
  const whole = typeof counts === 'number' ? counts : null
  await app.db.orm
    .update(products)
    .set({ pieces: whole, piecesCounted: whole, revision: sql`${products.revision} + 1` })
    .where(eq(products.id, id))
  for (const [label, pieces] of Object.entries(bySize)) {
    await app.db.orm
      .update(productAttributes)
      .set({ pieces, piecesCounted: pieces, key: label })
      .where(
        and(eq(productAttributes.productId, id), eq(productAttributes.name, goldSizeName(label))),
      )
  }
}

/** Of a product as a whole, or of one size by its key. */
export async function stockOf(app: AppContext, id: string, size = '') {
  const { orm } = app.db
  const [row] =
    size === ''
      ? await orm
          .select({ pieces: products.pieces, reserved: products.piecesReserved })
          .from(products)
          .where(eq(products.id, id))
      : await orm
          .select({
            pieces: productAttributes.pieces,
            reserved: productAttributes.piecesReserved,
          })
          .from(productAttributes)
          .where(and(eq(productAttributes.productId, id), eq(productAttributes.key, size)))
  const claims = await orm
    .select()
    .from(stockClaims)
    .where(and(eq(stockClaims.productId, id), eq(stockClaims.size, size)))
  const sum = (state: string) =>
    claims.reduce((all, each) => all + (each.state === state ? each.quantity - each.back : 0), 0)
  return {
    ...{ pieces: row?.pieces ?? null, reserved: row?.reserved ?? 0 },
    claimed: { reserved: sum('reserved'), sold: sum('sold') },
  }
}

/** The session of the payment page a checkout leads to. */
export async function goesToPay(app: AppContext, quote: QuoteResponse, more: object = {}) {
  const { url } = await placeOrder(app, { ...checkout(quote), ...more })
  return url.slice(url.lastIndexOf('/') + 1)
}
