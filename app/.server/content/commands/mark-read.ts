import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { shopTextReadings } from '#app/.server/platform/db/shop-texts-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { definitionOf } from '../check-text.ts'
import { lastVersion } from '../text-rows.ts'

/** Somebody who knows has read this version; the next one is to be read again [TEXTS-05]. */
export async function markRead(
  app: AppContext,
  { key, seen: version, by }: { key: string; seen: number; by: string },
): Promise<boolean> {
  const { name: text } = definitionOf(key)
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const last = await lastVersion(tx, key)
      if ((last?.version ?? 0) !== version) throw changedMeanwhile(last?.by)
      const at = app.now()
      const made = await tx
        .insert(shopTextReadings)
        .values({ key, version, at, by })
        .onConflictDoNothing()
        .returning({ key: shopTextReadings.key })
      if (made.length === 0) return false
      const facts = { text, version }
      await recordAuditEvent(tx, { at, actor: adminActor(by), action: 'text.read', facts })
      return true
    }),
  )
}
