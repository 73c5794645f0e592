import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { shopTextReadings } from '#app/.server/platform/db/shop-texts-schema.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { definitionOf } from '../check-text.ts'
import { lastVersion } from '../text-rows.ts'

/** Somebody who knows has read this version; the next one is to be read again [TEXTS-05]. */
export async function markRead(
  app: AppContext,
  { key, seen: version, by }: { key: string; seen: number; by: string },
): Promise<boolean> {
  const { name: text } = definitionOf(key)
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const last = await lastVersion(tx, key)
    if ((last?.version ?? 0) !== version) throw changedMeanwhile(last?.by)
    const made = await tx
      .insert(shopTextReadings)
      .values({ key, version, at, by })
      .onConflictDoNothing()
      .returning({ key: shopTextReadings.key })
    if (made.length === 0) return false
    await audit({ action: 'text.read', facts: { text, version } })
    return true
  })
}
