import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { salesTaxSettings } from '#app/.server/platform/db/tax-schema.ts'
import type { salesTaxForm } from '#app/contracts/tax/sales-tax.ts'
import { changedFields } from '../changed-fields.ts'
import { orNotSaved } from './save-settings.ts'

/** Upserts the single record. Orders placed from then on follow it; those before keep what they had [TAX-01]. */
export async function saveSalesTax(
  app: AppContext,
  settings: z.output<typeof salesTaxForm>,
  by: string,
): Promise<void> {
  const now = app.now()
  await orNotSaved(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const [stored] = await tx
        .select()
        .from(salesTaxSettings)
        .where(eq(salesTaxSettings.id, current))
      const row = { ...settings, updatedAt: now }
      await tx
        .insert(salesTaxSettings)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: salesTaxSettings.id, set: row })
      await recordAuditEvent(tx, {
        at: now,
        actor: adminActor(by),
        action: 'settings.sales_tax_updated',
        facts: { ...settings, changes: changedFields(stored, settings) },
      })
    }),
  )
  app.cache.salesTax = settings
  app.revisions.changed('settings')
}
