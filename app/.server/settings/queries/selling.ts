import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cachedRead } from '#app/.server/platform/db/cached-read.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { selling } from '#app/.server/platform/db/settings-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { stoppedSentence } from '#app/domain/orders/selling.ts'

/** Since when the shop sells nothing, and who stopped it. */
export type SellingStop = { at: Date; by: string; message: string }

/** As the database has it now; null: the shop sells. */
export async function storedSellingStop(orm: Pick<Orm, 'select'>): Promise<SellingStop | null> {
  const [row] = await orm.select().from(selling).where(eq(selling.id, current))
  if (!row?.stoppedAt || row.stoppedBy === null) return null
  return { at: row.stoppedAt, by: row.stoppedBy, message: row.message }
}

const readStop = cachedRead('settings', storedSellingStop)

/** For what is shown: as last read well while the database is away. Checkout asks the database itself. */
export async function sellingStop(app: AppContext): Promise<SellingStop | null> {
  const read = await readStop(app)
  if (!read) return app.cache.sellingStop ?? null
  app.cache.sellingStop = read.value
  return read.value
}

/** What a page says in place of its buttons [STOP-03]; null while the shop sells. */
export async function notSellingSentence(app: AppContext): Promise<string | null> {
  const stop = await sellingStop(app)
  return stop && stoppedSentence(stop.message)
}

/** What checkout answers meanwhile [STOP-01]. */
export function sellingStopped({ message }: SellingStop): AppError {
  return new AppError('selling_stopped', 503, `${stoppedSentence(message)} Nothing was charged.`)
}
