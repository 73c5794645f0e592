import { inArray } from 'drizzle-orm'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { isFinalSale } from '#app/domain/returns/final-sale.ts'
import { products } from '../platform/db/catalog-schema.ts'
import type { Orm } from '../platform/db/database.ts'

/**
 * Which of these lines cannot be returned for a change of mind, as products and terms are stored
 * now [RETURN-14].
 */
export async function finalSaleLines(
  tx: Orm,
  lines: readonly QuoteLine[],
): Promise<(line: QuoteLine) => boolean> {
  const terms = await returnTermsSetting.stored(tx)
  const { id, finalSale } = products
  const found = await tx
    .select({ id, finalSale })
    .from(products)
    .where(inArray(id, [...new Set(lines.map(({ productId }) => productId))]))
  return isFinalSale(new Map(found.map((product) => [product.id, product])), terms)
}
