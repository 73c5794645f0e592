import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RiskSettings } from '#app/domain/risk/high-value.ts'
import type { WeighingRules } from '#app/domain/weighing/weight.ts'
import { readWeighingRules } from './weighing-rules.ts'

/** Until an owner saves others. */
export const riskDefaults: RiskSettings = {
  highValue: cents(500_000),
  compareCountries: true,
  threeDSecure: cents(0),
}

/** The single row, or the defaults. Read in the transaction that goes by it. */
export async function readRiskSettings(orm: Orm): Promise<RiskSettings> {
  const [row] = await orm.select().from(riskSettings)
  if (!row) return riskDefaults
  return {
    highValue: cents(row.highValueCents),
    compareCountries: row.compareCountries,
    threeDSecure: cents(row.threeDSecureCents),
  }
}

/** For the screen of an owner. */
export function riskSettingsNow(app: AppContext): Promise<RiskSettings & WeighingRules> {
  return withDatabase(app, async ({ orm }) => ({
    ...(await readRiskSettings(orm)),
    ...(await readWeighingRules(orm)),
  }))
}
