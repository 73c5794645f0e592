import { eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { MetalLimits } from '#app/domain/metal/exposure.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Orm } from '../platform/db/database.ts'
import { metalBooks } from '../platform/db/metal-schema.ts'

export type MetalBook = typeof metalBooks.$inferSelect

/** The ledger of test payments is another than that of live ones, as everywhere. */
export const metalMode = ({ payments }: Pick<AppContext, 'payments'>): boolean =>
  payments?.live === true

const empty = {
  beganAt: null,
  beganBy: null,
  parcelBefore: 0,
  limitCents: null,
  limitMg: null,
  beyondSince: null,
  crossings: 0,
}

export async function metalBook(orm: Orm, livemode: boolean): Promise<MetalBook> {
  const [found] = await orm.select().from(metalBooks).where(eq(metalBooks.livemode, livemode))
  return found ?? { livemode, ...empty }
}

/** One writer of a ledger at a time, until the transaction ends. */
export async function lockMetalBook(tx: Orm, livemode: boolean): Promise<MetalBook> {
  await tx.insert(metalBooks).values({ livemode }).onConflictDoNothing()
  const [found] = await tx
    .select()
    .from(metalBooks)
    .where(sql`${metalBooks.livemode} = ${livemode}`)
    .for('update')
  if (!found) throw new RangeError('The metal ledger has no row')
  return found
}

export const limitsOf = ({ limitCents, limitMg }: MetalBook): MetalLimits => ({
  loss: limitCents === null ? null : cents(limitCents),
  grams: limitMg,
})
