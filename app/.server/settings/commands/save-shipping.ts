import type { z } from 'zod'
import type { shippingForm } from '#app/contracts/shipping.ts'
import { shippingSettings } from '#app/.server/platform/db/schema.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'
import { orNotSaved } from '../or-not-saved.ts'

/** Upserts the single record [SHIP-02]; product pages show it from the next request on. */
export async function saveShipping(
  shop: Shop,
  typed: z.output<typeof shippingForm>,
  by: string,
): Promise<void> {
  const settings = {
    processingTime: typed.processing_time,
    shippingTime: typed.shipping_time,
    shippingCost: typed.shipping_cost,
  }
  const now = shop.now()
  await orNotSaved(shop, ({ orm }) =>
    orm.transaction(async (tx) => {
      const row = { ...settings, updatedAt: now }
      await tx
        .insert(shippingSettings)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: shippingSettings.id, set: row })
      await logDeed(tx, {
        at: now,
        by,
        deed: 'changed shipping',
        details: Object.values(settings).join(' · '),
      })
    }),
  )
  shop.remembered.shipping = settings
}
