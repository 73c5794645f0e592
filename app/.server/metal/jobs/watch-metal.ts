import type { AppContext } from '#app/.server/app-context.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { lockMetalBook, metalBook, metalMode } from '../metal-ledger.ts'
import { watchLimits } from '../watch.ts'

/** The price moves and orders come in: looks whether a limit of the metal ledger is passed [METAL-09]. */
export async function watchMetal(app: AppContext): Promise<void> {
  const livemode = metalMode(app)
  const { gold } = await currentGoldPrice(app)
  await withDatabase(app, async ({ orm }) => {
    const { limitCents, limitMg, beyondSince } = await metalBook(orm, livemode)
    if (limitCents === null && limitMg === null && beyondSince === null) return
    await orm.transaction(async (tx) => {
      const book = await lockMetalBook(tx, livemode)
      await watchLimits(tx, book, { at: app.now(), perGram: gold.perGram })
    })
  })
}
