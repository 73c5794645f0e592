import type { z } from 'zod'
import type { paracordForm } from '#app/contracts/paracord.ts'
import { paracordOptions } from '#app/.server/platform/db/schema.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'
import { orNotSaved } from '../or-not-saved.ts'

/** Upserts the single record [PARA-03]; product pages show it from the next request on. */
export async function saveParacord(
  shop: Shop,
  options: z.output<typeof paracordForm>,
  by: string,
): Promise<void> {
  const now = shop.now()
  await orNotSaved(shop, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = { ...options, updatedAt: now }
      await tx
        .insert(paracordOptions)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: paracordOptions.id, set: row })
      await logDeed(tx, {
        at: now,
        by,
        deed: 'changed paracord options',
        subject: options.enabled ? 'shown' : 'not shown',
        details: [options.colors.join(', '), options.message].filter(Boolean).join(' · '),
      })
    }),
  )
  shop.remembered.paracord = options
}
