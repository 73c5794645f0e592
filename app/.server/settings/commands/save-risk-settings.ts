import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { current } from '#app/.server/platform/db/seed.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { riskForm } from '#app/contracts/risk/risk.ts'
import { changedFields } from '../changed-fields.ts'

/** Orders placed and paid from now on go by them; those there are stay as they are [HOLD-06]. */
export async function saveRiskSettings(
  app: AppContext,
  typed: z.output<typeof riskForm>,
  by: string,
): Promise<void> {
  const settings = {
    highValueCents: typed.high_value,
    compareCountries: typed.compare_countries,
    threeDSecureCents: typed.three_d_secure,
    weightToleranceMg: typed.weight_tolerance,
    weightLimitPermille: typed.weight_limit,
    weightSecondReadingCents: typed.weight_second_reading,
    weightWorkshopCents: typed.weight_workshop,
  }
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const [stored] = await tx.select().from(riskSettings).where(eq(riskSettings.id, current))
      const row = { ...settings, updatedAt: at }
      await tx
        .insert(riskSettings)
        .values({ id: current, ...row })
        .onConflictDoUpdate({ target: riskSettings.id, set: row })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'settings.risk_updated',
        facts: { ...settings, changes: changedFields(stored, settings) },
      })
    }),
  )
}
