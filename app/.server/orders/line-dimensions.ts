import { asc, inArray } from 'drizzle-orm'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { shortMeasures } from '#app/domain/catalog/specifications.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'
import { productAttributes } from '../platform/db/catalog-schema.ts'
import type { Orm } from '../platform/db/database.ts'

/**
 * Height by width of each line as the catalog has it now, in their order; null where it has none, or where
 * its size of that name is not of the weight that is sold.
 */
export async function lineDimensions(
  tx: Orm,
  lines: readonly QuoteLine[],
): Promise<(string | null)[]> {
  const { id, productId, name, option, position } = productAttributes
  const found = await tx
    .select({ id, productId, name, option })
    .from(productAttributes)
    .where(inArray(productId, [...new Set(lines.map((line) => line.productId))]))
    .orderBy(asc(productId), asc(position))
  return lines.map((line) => {
    const attributes = found.filter((each) => each.productId === line.productId)
    const size = goldSizes(attributes).find((each) => each.size === line.size)
    return size?.weight === line.weight ? shortMeasures(attributes, line.size) : null
  })
}
