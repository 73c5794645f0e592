import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'

/** Deletes who sold the gold, so many days after the case ended; what was paid stays [TRADE-16]. */
export async function deleteIdentities({ db, now }: AppContext): Promise<void> {
  if (db.engine === 'none') return
  const { retentionDays } = await tradeInTermsSetting.stored(db.orm)
  const before = new Date(now().getTime() - retentionDays * 86_400_000).toISOString()
  await db.orm.execute(sql`delete from trade_in_identities using trade_ins
    where trade_ins.id = trade_in_id and closed_at < ${before}::timestamptz`)
}
