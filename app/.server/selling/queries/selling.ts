import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rememberedRead } from '#app/.server/platform/db/cached-read.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { selling } from '#app/.server/platform/db/settings-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { staffStopped, stopMessage } from '#app/domain/selling/selling.ts'

/** Since when the shop sells nothing, and who stopped it. `isOpening`: it was not opened yet [OPENING-01]. */
export type SellingStop = { at: Date; by: string; message: string; isOpening: boolean }

/** As the database has it now; null: the shop sells. */
export async function storedSellingStop(orm: Pick<Orm, 'select'>): Promise<SellingStop | null> {
  const [row] = await orm.select().from(selling).where(eq(selling.id, current))
  if (!row) return null
  const { stoppedAt, stoppedBy, message, openedAt, awaitsOpeningSince } = row
  if (stoppedAt && stoppedBy !== null) {
    return { at: stoppedAt, by: stoppedBy, message, isOpening: false }
  }
  if (openedAt || !awaitsOpeningSince) return null
  return { at: awaitsOpeningSince, by: 'the shop', message: '', isOpening: true }
}

/** For what is shown: as last read well while the database is unavailable. Checkout asks the database itself. */
export const sellingStop = rememberedRead('settings', storedSellingStop, null).read

/** What a page says in place of its buttons [STOP-03]; null while the shop sells. */
export async function notSellingMessage(app: AppContext): Promise<string | null> {
  const stop = await sellingStop(app)
  return stop && stopMessage(stop)
}

/** What staff are answered, who cannot do it then either [SALE-39]. */
export function staffSellingStopped(
  { isOpening }: SellingStop,
  what: 'create an order' | 'send a payment link' | 'add pieces to an order',
): AppError {
  const why = staffStopped[isOpening ? 'opening' : 'stopped']
  return new AppError('selling_stopped', 409, `${why}${what}.`)
}

/** What checkout answers in the meantime [STOP-01]. */
export function sellingStopped(stop: SellingStop): AppError {
  return new AppError('selling_stopped', 503, `${stopMessage(stop)} Nothing was charged.`)
}

/** Whether the shop takes payments, sells, and shows a product: only then it says that one can be bought [OPENING-06]. */
export async function canBuy(app: AppContext): Promise<boolean> {
  if (app.payments === null) return false
  return withDatabase(app, async ({ orm }) => {
    if ((await storedSellingStop(orm)) !== null) return false
    return (await orm.$count(products, eq(products.active, true))) > 0
  })
}
