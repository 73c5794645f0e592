import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { shippingSettings } from '#app/.server/platform/db/schema.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import type { shippingForm } from '#app/contracts/shipping.ts'
import { orNotSaved } from '../or-not-saved.ts'

/** Upserts the single record [SHIP-02]; product pages show it from the next request on. */
export async function saveShipping(
  app: AppContext,
  typed: z.output<typeof shippingForm>,
  by: string,
): Promise<void> {
  const settings = {
    processingTime: typed.processing_time,
    shippingTime: typed.shipping_time,
    shippingCost: typed.shipping_cost,
  }
  const now = app.now()
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = { ...settings, updatedAt: now }
      await tx
        .insert(shippingSettings)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: shippingSettings.id, set: row })
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(by),
        action: 'settings.shipping_updated',
        facts: settings,
      })
    }),
  )
  app.cache.shipping = settings
}
