import { riskSetting } from '#app/.server/settings/risk.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { riskLabels } from '#app/contracts/risk/risk.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { scaleToDecimal } from '#app/domain/money/grams.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { keepScreen } from '../components/client-action.ts'
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

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Risk, admin' }]

export default function Risk({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Risk</h1>
      <p className="mt-2 max-w-xl text-muted">
        When a parcel waits for a person to check it, when a card must be confirmed by its bank, and
        what the scale lets pass. Orders that are there already stay as they are.
      </p>
      <SettingsForm stored={loaderData} refused={refused}>
        <TextField
          name="highValue"
          label={riskLabels.highValue}
          hint="In dollars. From here on the buyer is called and the address looked at before the parcel can be marked as shipped. 0: never."
          kind="decimal"
        />
        <Checkbox name="compareCountries">
          Also check orders whose card is billed in another country than they ship to
        </Checkbox>
        <TextField
          name="threeDSecure"
          label={riskLabels.threeDSecure}
          hint="In dollars. The bank asks the buyer to confirm, and bears the loss where the card was stolen. 0: with every card. Below the total Stripe decides."
          kind="decimal"
        />
        <h2 className="mt-3">On the scale</h2>
        <TextField
          name="toleranceMg"
          label={riskLabels.toleranceMg}
          hint="In grams. Where a piece is lighter than sold by more, the missing grams are refunded automatically, at the price of the sale."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="limitPermille"
          label={riskLabels.limitPermille}
          hint="In percent of the weight sold, lighter or heavier. Beyond it, weigh the piece again or send another one."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="secondReading"
          label={riskLabels.secondReading}
          hint="In dollars. More missing gold is refunded only once a second reading of the scale agrees within 0.02 g. 0: always."
          kind="decimal"
          inputClass="max-w-28"
        />
        <TextField
          name="workshopLimit"
          label={riskLabels.workshopLimit}
          hint="In dollars, for all pieces of an order. Beyond it an owner or a manager approves the refund."
          kind="decimal"
          inputClass="max-w-28"
        />
      </SettingsForm>
    </>
  )
}
