import type { Orm } from '#app/.server/platform/db/database.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type WeighingRules, weighingDefaults } from '#app/domain/weighing/weight.ts'

/** As an owner saved them, or the defaults. Read in the transaction that goes by them [WEIGH-07]. */
export async function readWeighingRules(orm: Orm): Promise<WeighingRules> {
  const [row] = await orm.select().from(riskSettings)
  if (!row) return weighingDefaults
  return {
    toleranceMg: row.weightToleranceMg,
    limitPermille: row.weightLimitPermille,
    secondReading: cents(row.weightSecondReadingCents),
    workshopLimit: cents(row.weightWorkshopCents),
  }
}
