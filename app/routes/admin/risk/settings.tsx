import { Form } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveRiskSettings } from '#app/.server/settings/commands/save-risk-settings.ts'
import { riskSettingsNow } from '#app/.server/settings/queries/risk-settings.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { riskForm } from '#app/contracts/risk/risk.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { saveSettings } from '../settings/save-settings.ts'
import type { Route } from './+types/settings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return riskSettingsNow(context.get(appContext))
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  return saveSettings(app, riskForm, await formTexts(request), async (settings) => {
    await requireFreshFactor(context)
    await saveRiskSettings(app, settings, email)
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Risk, admin' }]

export default function Risk({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { highValue, threeDSecure, compareCountries, toleranceMg, limitPermille } = loaderData
  const { secondReading, workshopLimit } = loaderData
  return (
    <>
      <h1>Risk</h1>
      <p className="mt-2 max-w-xl text-muted">
        When a parcel waits for a person to check it, when a card must be confirmed by its bank, and
        what the scale lets pass. Orders that are there already stay as they are.
      </p>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-5">
        <FormFields refused={refused}>
          <TextField
            name="high_value"
            label="Check before sending, from a total of"
            hint="In dollars. From here on the buyer is called and the address looked at before the parcel can be marked as sent. 0: never."
            kind="decimal"
            defaultValue={centsToDecimal(highValue)}
          />
          <Checkbox name="compare_countries" defaultChecked={compareCountries}>
            Also check orders whose card is billed in another country than they ship to
          </Checkbox>
          <TextField
            name="three_d_secure"
            label="Ask for 3-D Secure, from a total of"
            hint="In dollars. The bank asks the buyer to confirm, and bears the loss where the card was stolen. 0: with every card. Below the total Stripe decides."
            kind="decimal"
            defaultValue={centsToDecimal(threeDSecure)}
          />
          <h2 className="mt-3">On the scale</h2>
          <TextField
            name="weight_tolerance"
            label="Weight tolerance"
            hint="In grams. Where a piece is lighter than sold by more, the missing grams are refunded automatically, at the price of the sale."
            kind="decimal"
            defaultValue={(toleranceMg / 1000).toFixed(2)}
            inputClass="max-w-28"
          />
          <TextField
            name="weight_limit"
            label="Largest difference that can be sent"
            hint="In percent of the weight sold, lighter or heavier. Beyond it, weigh the piece again or send another one."
            kind="decimal"
            defaultValue={limitPermille / 10}
            inputClass="max-w-28"
          />
          <TextField
            name="weight_second_reading"
            label="Second reading, from a refund above"
            hint="In dollars. More missing gold is refunded only once a second reading of the scale agrees within 0.02 g. 0: always."
            kind="decimal"
            defaultValue={centsToDecimal(secondReading)}
            inputClass="max-w-28"
          />
          <TextField
            name="weight_workshop"
            label="The workshop may refund up to"
            hint="In dollars, for all pieces of an order. Beyond it an owner or a manager approves the refund."
            kind="decimal"
            defaultValue={centsToDecimal(workshopLimit)}
            inputClass="max-w-28"
          />
        </FormFields>
        <SubmitButton gold className="justify-self-start">
          Save Changes
        </SubmitButton>
      </Form>
    </>
  )
}
