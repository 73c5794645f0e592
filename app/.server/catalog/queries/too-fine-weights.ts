import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'

const maxNamed = 3

/** As its index is written (db/migrations/0004_catalog.sql), with no parameter. */
export const isTooFine = sql`a.name like 'Gold Size:%'
  and a.option ~* 'weight:\\s*[0-9]*\\.[0-9]{3}0*[1-9]'`

/**
 * A sentence about sizes that are not sold because their stored weight is finer than a milligram
 * (docs/decisions/001-money-and-rates.md); null where there are none.
 */
export async function tooFineNotice(app: AppContext): Promise<string | null> {
  const read = await withFallback(app, ({ orm }) =>
    rows<{ name: string }>(
      orm,
      sql`select distinct p.name from product_attributes a join products p on p.id = a.product_id
          where p.active and ${isTooFine}
          order by p.name limit ${maxNamed + 1}`,
    ),
  )
  const names = read?.value.map(({ name }) => name) ?? []
  if (names.length === 0) return null
  const named = names.slice(0, maxNamed).join(', ')
  const more = names.length > maxNamed ? ' and others' : ''
  return `Not for sale because a size’s weight has more than three decimals: ${named}${more}. Please enter no more than three.`
}
