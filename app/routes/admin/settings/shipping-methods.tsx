import { shippingMethodsSetting } from '#app/.server/settings/shipping-methods.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { shippingMethodsLabels, shownMethods } from '#app/contracts/shipping/shipping-methods.ts'
import { shippableCountries } from '#app/domain/shipping/countries.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/shipping-methods.ts'
import { settingAction, settingLoader } from './setting-route.ts'
import { SettingsForm } from './settings-form.tsx'

const read = settingLoader(shippingMethodsSetting, shownMethods)

export async function loader(args: Route.LoaderArgs) {
  return { ...(await read(args)), all: shippableCountries }
}

export const action = settingAction(shippingMethodsSetting, (form) => ({
  ...textsOf(form),
  express: form.has('express'),
  international: form.has('international'),
  countries: form.getAll('country').map(String),
  pickup: form.has('pickup'),
}))

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Delivery options')

const labels = shippingMethodsLabels

export default function ShippingMethods({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<{ countries: string[] }>(actionData)
  const { all } = loaderData
  return (
    <>
      <h1>Delivery options</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Free standard shipping in the United States is always offered. Buyers choose in the cart
        among the options you turn on here. Discounts never reduce a shipping rate.
      </p>
      <SettingsForm stored={loaderData} refused={refused} className="max-w-3xl gap-8">
        <fieldset className="grid min-w-0 gap-4">
          <legend className="text-2xl">Express</legend>
          <Checkbox name="express">{labels.express}</Checkbox>
          <TextField name="expressRate" label={labels.expressRate} inputClass="max-w-36" />
          <TextField
            name="expressDays"
            label={labels.expressDays}
            kind="count"
            inputClass="max-w-28"
          />
          <TextField
            name="expressText"
            label={labels.expressText}
            hint="How long it’s on the way, such as 1–2 business days. Shown in the cart, and used for the estimated delivery."
          />
        </fieldset>
        <fieldset className="grid min-w-0 gap-4">
          <legend className="text-2xl">International</legend>
          <Checkbox name="international">{labels.international}</Checkbox>
          <TextField
            name="internationalRate"
            label={labels.internationalRate}
            inputClass="max-w-36"
          />
          <TextArea
            name="customsText"
            label={labels.customsText}
            hint="Shown in the cart. Say how long it’s on the way and who pays, such as: 7–14 business days. You pay customs duties and import taxes."
            rows={3}
          />
          <Countries
            all={all}
            chosen={refused?.typed?.countries ?? loaderData.countries}
            error={refused?.errors?.countries}
          />
        </fieldset>
        <fieldset className="grid min-w-0 gap-4">
          <legend className="text-2xl">Pickup</legend>
          <Checkbox name="pickup">{labels.pickup}</Checkbox>
          <TextArea name="pickupAddress" label={labels.pickupAddress} rows={3} />
          <TextField
            name="pickupHours"
            label={labels.pickupHours}
            hint="Such as: Monday to Friday, 9 AM to 5 PM. Buyers see the address and hours in the cart."
          />
        </fieldset>
      </SettingsForm>
    </>
  )
}

type CountriesProps = {
  all: readonly { code: string; name: string }[]
  chosen: readonly string[]
  error?: string | undefined
}

function Countries({ all, chosen, error }: CountriesProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'countries-error' : undefined}>
      <legend className="field-label">{labels.countries}</legend>
      <p className="field-note text-muted">
        US sanctions and export rules close some countries to jewelry. Those are not listed.
      </p>
      {error && (
        <p id="countries-error" className="mt-1 text-alert text-sm">
          {error}
        </p>
      )}
      <div className="mt-2 grid max-h-96 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 overflow-y-auto border border-line p-3">
        {all.map(({ code, name }) => (
          <Checkbox key={code} name="country" value={code} defaultChecked={chosen.includes(code)}>
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
