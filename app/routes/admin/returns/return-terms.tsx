import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { maxInstructions } from '#app/contracts/returns/return.ts'
import { returnTermsLabels } from '#app/contracts/returns/return-terms.ts'
import { scaleToDecimal } from '#app/domain/money/grams.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { BackLink } from '../components/back-link.tsx'
import { keepScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import { settingAction, settingLoader } from '../settings/setting-route.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { Route } from './+types/return-terms.ts'

export const loader = settingLoader(returnTermsSetting, (terms) => ({
  ...terms,
  tolerance: scaleToDecimal(terms.tolerance),
}))

export const action = settingAction(returnTermsSetting, textsOf)

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Terms of returns, admin' }]

/** How long pieces are taken back, by an owner [RETURN-04]. */
export default function ReturnTerms({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <BackLink to="/admin/dashboard/orders/returns">Returns</BackLink>
      <h1 className="mt-2">Terms of returns</h1>
      <p className="mt-2 max-w-xl text-muted">
        The days stand in the Terms and Conditions. An order keeps those it was sold with, where
        they are more.
      </p>
      <SettingsForm stored={loaderData} refused={refused}>
        <TextField
          name="days"
          label={returnTermsLabels.days}
          hint="Of the calendar, after delivery; where that is not known, after the shipping time the shop promises."
          kind="count"
          inputClass="max-w-28"
        />
        <TextField
          name="tolerance"
          label={returnTermsLabels.tolerance}
          hint="In grams. Where a line that came back differs by more, staff write why."
          kind="decimal"
          inputClass="max-w-28"
        />
        <Checkbox name="takesEngraved">
          Engraved pieces can be returned
          <span className="block text-muted text-sm">
            Orders keep the terms they were placed under. To exclude one product, check Final sale
            in its form.
          </span>
        </Checkbox>
        <TextArea
          name="instructions"
          label={returnTermsLabels.instructions}
          hint="Address, packing, insurance. It fills in the form that accepts a return, and is emailed from there."
          rows={5}
          maxLength={maxInstructions}
        />
      </SettingsForm>
    </>
  )
}
