import { Form } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveRiskSettings } from '#app/.server/settings/commands/save-risk-settings.ts'
import { riskSettingsNow } from '#app/.server/settings/queries/risk-settings.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { riskForm } from '#app/contracts/risk/risk.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { Field, FieldErrorsContext } from '#app/ui/forms/field.tsx'
import { Checkbox } from '../components/checkbox.tsx'
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
  const typed = refused?.typed
  return (
    <>
      <h1>Risk</h1>
      <p className="mt-2 max-w-xl text-muted">
        When a parcel waits for a person to check it, when a card must be confirmed by its bank, and
        what the scale lets pass. Orders that are there already stay as they are.
      </p>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-5">
        <FieldErrorsContext value={refused?.errors ?? {}}>
          <Field
            label="Check before sending, from a total of"
            hint="In dollars. From here on the buyer is called and the address looked at before the parcel can be marked as sent. 0: never."
          >
            <input
              name="high_value"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.high_value ?? centsToDecimal(highValue)}
              className="input"
            />
          </Field>
          <Checkbox
            name="compare_countries"
            defaultChecked={typed ? typed.compare_countries === 'yes' : compareCountries}
          >
            Also check orders whose card is billed in another country than they ship to
          </Checkbox>
          <Field
            label="Ask for 3-D Secure, from a total of"
            hint="In dollars. The bank asks the buyer to confirm, and bears the loss where the card was stolen. 0: with every card. Below the total Stripe decides."
          >
            <input
              name="three_d_secure"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.three_d_secure ?? centsToDecimal(threeDSecure)}
              className="input"
            />
          </Field>
          <h2 className="mt-3">On the scale</h2>
          <Field
            label="Weight tolerance"
            hint="In grams. Where a piece is lighter than sold by more, the missing grams are refunded automatically, at the price of the sale."
          >
            <input
              name="weight_tolerance"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.weight_tolerance ?? (toleranceMg / 1000).toFixed(2)}
              className="input max-w-28"
            />
          </Field>
          <Field
            label="Largest difference that can be sent"
            hint="In percent of the weight sold, lighter or heavier. Beyond it, weigh the piece again or send another one."
          >
            <input
              name="weight_limit"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.weight_limit ?? limitPermille / 10}
              className="input max-w-28"
            />
          </Field>
          <Field
            label="Second reading, from a refund above"
            hint="In dollars. More missing gold is refunded only once a second reading of the scale agrees within 0.02 g. 0: always."
          >
            <input
              name="weight_second_reading"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.weight_second_reading ?? centsToDecimal(secondReading)}
              className="input max-w-28"
            />
          </Field>
          <Field
            label="The workshop may refund up to"
            hint="In dollars, for all pieces of an order. Beyond it an owner or a manager approves the refund."
          >
            <input
              name="weight_workshop"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={typed?.weight_workshop ?? centsToDecimal(workshopLimit)}
              className="input max-w-28"
            />
          </Field>
        </FieldErrorsContext>
        <SubmitButton gold className="justify-self-start">
          Save Changes
        </SubmitButton>
      </Form>
    </>
  )
}
