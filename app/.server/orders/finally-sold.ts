import { and, eq, inArray } from 'drizzle-orm'
import { storedReturnTerms } from '#app/.server/settings/queries/return-terms.ts'
import { isSoldFinally } from '#app/domain/orders/final-sale.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import type { Orm } from '../platform/db/database.ts'
import { products } from '../platform/db/schema.ts'

/** Which of these lines are not taken back for a change of mind, as products and terms say now [RETURN-14]. */
export async function finallySold(
  tx: Orm,
  lines: readonly QuoteLine[],
): Promise<(line: QuoteLine) => boolean> {
  const terms = await storedReturnTerms(tx)
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.finalSale, true)))
  const final = new Set(found.map(({ id }) => id))
  return ({ productId, engraving }) =>
    isSoldFinally({ isFinal: final.has(productId), isEngraved: !!engraving }, terms)
}
