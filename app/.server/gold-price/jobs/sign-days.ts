import type { AppContext } from '#app/.server/app-context.ts'
import type { Lease } from '#app/.server/platform/db/database.ts'
import { goldPriceDays } from '#app/.server/platform/db/signing-schema.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { currentSigningKey } from '#app/.server/signing/signing-key.ts'
import { openDays, signedFile } from '../proof-days.ts'

/** A price that was accepted in the last moment of a day is written within this time. */
const settledMs = 5 * 60_000

/** Signs each day that is over, in one process; the first run makes the key [PROOF-04]. */
export async function signGoldPriceDays(app: AppContext): Promise<unknown> {
  if (!hasDatabase(app)) return 'no database'
  return (await app.db.withLease('sign gold prices', (lease) => signFinished(app, lease))) ?? 'busy'
}

async function signFinished(app: AppContext, lease: Lease): Promise<string> {
  const key = await currentSigningKey(app)
  const settled = new Date(app.now().getTime() - settledMs)
  const today = settled.toISOString().slice(0, 10)
  // For a shop that was just updated, this can be years.
  const open = await app.db.unhurried((slow) => openDays(slow, settled))
  const finished = open.filter(({ date }) => date < today)
  for (const day of finished) {
    if (!day.holds) {
      app.log.error({ day: day.date }, 'a day of gold prices does not fit its chain: not signed')
      return 'not signed'
    }
    const signedAt = app.now()
    const file = signedFile(app, key, day, true)
    const { date, lastPosition, links, root } = day
    await app.db.orm.transaction(async (tx) => {
      await lease.check(tx)
      await tx.insert(goldPriceDays).values({
        day: date,
        lastPosition,
        links: links.length,
        root,
        keyId: key.id,
        signedAt,
        file,
      })
    })
  }
  return 'done'
}
