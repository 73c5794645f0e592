import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { shopTextReadings } from '#app/.server/platform/db/texts-schema.ts'
import { shopText } from '../shop-text.ts'
import { lastVersion } from '../text-rows.ts'
import { changedSinceLoaded } from '../versioned-text.ts'

/** Somebody who knows has read this version; the next one must be read again [TEXTS-05]. */
export async function markRead(
  app: AppContext,
  { key, seen: version, by }: { key: string; seen: number; by: string },
): Promise<boolean> {
  const text = shopText(key)
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    const last = await lastVersion(tx, text)
    if ((last?.version ?? 0) !== version) throw changedSinceLoaded(last?.by)
    const made = await tx
      .insert(shopTextReadings)
      .values({ key, version, at, by })
      .onConflictDoNothing()
      .returning({ key: shopTextReadings.key })
    if (made.length === 0) return false
    await audit({ action: 'text.read', facts: { text: text.nameOf(null), version } })
    return true
  })
}
