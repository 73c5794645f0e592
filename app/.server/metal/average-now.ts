import { desc, eq } from 'drizzle-orm'
import { type AverageCost, averageOf } from '#app/domain/metal/average-cost.ts'
import type { Orm } from '../platform/db/database.ts'
import { metalEntries } from '../platform/db/metal-schema.ts'

/** What a gram cost on average after the last entry; null: nothing says it. */
export async function averageNow(orm: Orm, livemode: boolean): Promise<AverageCost | null> {
  const [last] = await orm
    .select({ average: metalEntries.average })
    .from(metalEntries)
    .where(eq(metalEntries.livemode, livemode))
    .orderBy(desc(metalEntries.id))
    .limit(1)
  return last?.average ? averageOf(last.average) : null
}
