import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { paracordOptions } from '#app/.server/platform/db/schema.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import type { paracordForm } from '#app/contracts/paracord.ts'
import { orNotSaved } from '../or-not-saved.ts'

/** Upserts the single record [PARA-03]; product pages show it from the next request on. */
export async function saveParacord(
  app: AppContext,
  options: z.output<typeof paracordForm>,
  by: string,
): Promise<void> {
  const now = app.now()
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = { ...options, updatedAt: now }
      await tx
        .insert(paracordOptions)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: paracordOptions.id, set: row })
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(by),
        action: 'settings.paracord_updated',
        facts: options,
      })
    }),
  )
  app.cache.paracord = options
}
