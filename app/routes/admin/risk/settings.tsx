import { riskSetting } from '#app/.server/settings/risk.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { riskLabels } from '#app/contracts/risk/risk.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { scaleToDecimal } from '#app/domain/money/grams.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import { settingAction, settingLoader } from '../settings/setting-route.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { Route } from './+types/settings.ts'

export const loader = settingLoader(riskSetting, (risk) => ({
  highValue: centsToDecimal(risk.highValue),
  compareCountries: risk.compareCountries,
  threeDSecure: centsToDecimal(risk.threeDSecure),
  toleranceMg: scaleToDecimal(risk.toleranceMg),
  limitPermille: risk.limitPermille / 10,
  secondReading: centsToDecimal(risk.secondReading),
  workshopLimit: centsToDecimal(risk.workshopLimit),
}))

export const action = settingAction(riskSetting, textsOf)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Risk')

export default function Risk({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Risk</h1>
      <p className="mt-2 max-w-xl text-muted">
        Choose when orders need review, when a card needs bank verification, and how much weight
        difference is OK. Existing orders aren’t affected.
      </p>
      <SettingsForm stored={loaderData} refused={refused}>
        <TextField
          name="highValue"
          label={riskLabels.highValue}
          hint="At this amount and above, someone must call the buyer and check the address before the order can be marked as shipped. Enter 0 to turn this off."
          kind="decimal"
        />
        <Checkbox name="compareCountries">
          Also review orders when the billing and shipping countries don’t match
        </Checkbox>
        <TextField
          name="threeDSecure"
          label={riskLabels.threeDSecure}
          hint="In dollars. The buyer’s bank verifies the purchase and covers the loss if the card was stolen. Enter 0 for every card. Below this amount, Stripe decides."
          kind="decimal"
        />
        <h2 className="mt-3">Weight differences</h2>
        <TextField
          name="toleranceMg"
          label={riskLabels.toleranceMg}
          hint="If a piece is lighter than listed by more than this, the difference is refunded automatically at the gold price the buyer paid."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="limitPermille"
          label={riskLabels.limitPermille}
          hint="Percent of the listed weight, above or below. If a piece is off by more, weigh it again or ship a different one."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="secondReading"
          label={riskLabels.secondReading}
          hint="We’ll refund more than this only after a second weighing matches within 0.02 g. Enter 0 to always require one."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="workshopLimit"
          label={riskLabels.workshopLimit}
          hint="Total per order. Larger refunds need approval from an owner or manager."
          kind="decimal"
          inputClass="max-w-28"
        />
      </SettingsForm>
    </>
  )
}
