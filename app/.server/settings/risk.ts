import type { Orm } from '#app/.server/platform/db/database.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { riskForm } from '#app/contracts/risk/risk.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RiskSettings } from '#app/domain/risk/high-value.ts'
import { type WeighingRules, weighingDefaults } from '#app/domain/weighing/evaluate-weight.ts'
import { changedFields, declareSetting, storeCurrent } from './setting.ts'

type Risk = RiskSettings & WeighingRules

const rowOf = (value: Risk) => ({
  highValueCents: value.highValue,
  compareCountries: value.compareCountries,
  threeDSecureCents: value.threeDSecure,
  weightToleranceMg: value.toleranceMg,
  weightLimitPermille: value.limitPermille,
  weightSecondReadingCents: value.secondReading,
  weightWorkshopCents: value.workshopLimit,
})

/**
 * From which totals an order is checked [HOLD-06], and how an item is weighed [WEIGH-07]. Orders placed
 * and paid from now on follow it; those there are stay as they are. Read in the transaction that
 * depends on it.
 */
export const riskSetting = declareSetting<Risk>({
  form: riskForm,
  defaults: {
    highValue: cents(500_000),
    compareCountries: true,
    threeDSecure: cents(0),
    ...weighingDefaults,
  },
  async read(orm) {
    const [row] = await orm.select().from(riskSettings)
    return (
      row && {
        highValue: cents(row.highValueCents),
        compareCountries: row.compareCountries,
        threeDSecure: cents(row.threeDSecureCents),
        toleranceMg: row.weightToleranceMg,
        limitPermille: row.weightLimitPermille,
        secondReading: cents(row.weightSecondReadingCents),
        workshopLimit: cents(row.weightWorkshopCents),
      }
    )
  },
  write: (tx, value, { at }) => storeCurrent(tx, riskSettings, { ...rowOf(value), updatedAt: at }),
  entry: (value, before) => ({
    action: 'settings.risk_updated',
    facts: { ...rowOf(value), changes: changedFields(before && rowOf(before), rowOf(value)) },
  }),
  needsReauth: () => true,
})

/** Without the totals, which not every role may see. */
export async function weighingRules(orm: Orm): Promise<WeighingRules> {
  const { toleranceMg, limitPermille, secondReading, workshopLimit } = await riskSetting.stored(orm)
  return { toleranceMg, limitPermille, secondReading, workshopLimit }
}
