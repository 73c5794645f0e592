import { Form, Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveReturnTerms } from '#app/.server/settings/commands/save-return-terms.ts'
import { returnTermsNow } from '#app/.server/settings/queries/return-terms.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { maxInstructions } from '#app/contracts/returns/return.ts'
import { returnTermsForm } from '#app/contracts/returns/return-terms.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { saveSettings } from '../settings/save-settings.ts'
import type { Route } from './+types/return-terms.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const terms = await returnTermsNow(context.get(appContext))
  return { ...terms, tolerance: (terms.tolerance / 1000).toFixed(2) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  return saveSettings(app, returnTermsForm, await formTexts(request), (terms) =>
    saveReturnTerms(app, terms, email),
  )
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Terms of returns, admin' }]

/** How long pieces are taken back, by an owner [RETURN-04]. */
export default function ReturnTerms({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <p className="text-sm">
        <Link to="/admin/dashboard/orders/returns" className="link inline-block py-1">
          Returns
        </Link>
      </p>
      <h1 className="mt-2">Terms of returns</h1>
      <p className="mt-2 max-w-xl text-muted">
        The days stand in the Terms and Conditions. An order keeps those it was sold with, where
        they are more.
      </p>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-5">
        <FormFields refused={refused}>
          <TextField
            name="days"
            label="Days to ask for a return"
            hint="Of the calendar, after delivery; where that is not known, after the shipping time the shop promises."
            kind="count"
            defaultValue={loaderData.days}
            inputClass="max-w-28"
          />
          <TextField
            name="tolerance"
            label="Tolerance of the scale"
            hint="In grams. Where a line that came back differs by more, staff write why."
            kind="decimal"
            defaultValue={loaderData.tolerance}
            inputClass="max-w-28"
          />
          <Checkbox name="takes_engraved" defaultChecked={loaderData.takesEngraved}>
            Engraved pieces can be returned
            <span className="block text-muted text-sm">
              Orders keep the terms they were placed under. To exclude one product, check Final sale
              in its form.
            </span>
          </Checkbox>
          <TextArea
            name="instructions"
            label="How the buyer sends it"
            hint="Address, packing, insurance. Stands in the form that accepts a return, and is mailed from there."
            rows={5}
            maxLength={maxInstructions}
            defaultValue={loaderData.instructions}
          />
        </FormFields>
        <SubmitButton gold className="justify-self-start">
          Save Changes
        </SubmitButton>
      </Form>
    </>
  )
}
