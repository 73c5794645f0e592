import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { maxInstructions } from '#app/contracts/returns/return.ts'
import { returnTermsLabels } from '#app/contracts/returns/return-terms.ts'
import { scaleToDecimal } from '#app/domain/money/grams.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import { settingAction, settingLoader } from '../settings/setting-route.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import type { Route } from './+types/return-terms.ts'

export const loader = settingLoader(returnTermsSetting, (terms) => ({
  ...terms,
  tolerance: scaleToDecimal(terms.tolerance),
}))

export const action = settingAction(returnTermsSetting, textsOf)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Return policy')

/** How long pieces can be returned, set by an owner [RETURN-04]. */
export default function ReturnTerms({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <BackLink to="/admin/dashboard/orders/returns">Returns</BackLink>
      <h1 className="mt-2">Return policy</h1>
      <p className="mt-2 max-w-xl text-muted">
        The return window also appears in your Terms and Conditions. If you shorten it, existing
        orders keep the longer window.
      </p>
      <SettingsForm stored={loaderData} refused={refused}>
        <TextField
          name="days"
          label={returnTermsLabels.days}
          hint="Calendar days after delivery. If the delivery date isn’t known, we count from the end of your stated shipping time."
          kind="count"
          inputClass="max-w-28"
        />
        <TextField
          name="tolerance"
          label={returnTermsLabels.tolerance}
          hint="If a returned piece’s weight is off by more than this, staff must write down why."
          kind="decimal"
          inputClass="max-w-28"
        />
        <Checkbox name="takesEngraved">
          Engraved pieces can be returned
          <span className="block text-muted text-sm">
            Orders keep the terms they were placed under. To exclude a product, check “Final sale”
            when you edit it.
          </span>
        </Checkbox>
        <TextArea
          name="instructions"
          label={returnTermsLabels.instructions}
          hint="Where to send the piece and how to pack and insure it. You can edit this when you approve a return, and we’ll email it to the buyer."
          rows={5}
          maxLength={maxInstructions}
        />
      </SettingsForm>
    </>
  )
}
