import { Link } from 'react-router'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { salesTaxLabels } from '#app/contracts/tax/sales-tax.ts'
import { taxPlaces } from '#app/domain/address/us-places.ts'
import { formatPercent, tangibleGoods, trialRate } from '#app/domain/tax/sales-tax.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/sales-tax.ts'
import { settingAction, settingLoader } from './setting-route.ts'
import { SettingsForm } from './settings-form.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { payments } = args.context.get(appContext)
  return { ...(await stored(args)), byStripe: payments?.provider === 'stripe' }
}
const stored = settingLoader(salesTaxSetting, (settings) => settings)

export const action = settingAction(salesTaxSetting, (form) => ({
  enabled: form.has('enabled'),
  states: form.getAll('state').map(String),
  taxCode: String(form.get('taxCode') ?? ''),
}))

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Sales Tax')

export default function SalesTax({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<{ states: string[] }>(actionData)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1>Sales Tax</h1>
        <Link to="/admin/dashboard/sales-tax/report" className="link py-1">
          Sales tax by month
        </Link>
      </div>
      <p className="mt-2 max-w-2xl text-muted">
        {loaderData.byStripe
          ? 'Stripe calculates the tax on its payment page from the buyer’s address and the registrations in your Stripe dashboard. Register there first, then turn it on here.'
          : `With test payments, a flat ${formatPercent(trialRate)} is charged in the states you choose here. It isn’t a real tax rate. In live mode, Stripe calculates tax based on the buyer’s address.`}
      </p>
      <SettingsForm stored={loaderData} refused={refused} className="max-w-3xl gap-6">
        <Checkbox name="enabled">{salesTaxLabels.enabled}</Checkbox>
        <States
          chosen={refused?.typed?.states ?? loaderData.states}
          error={refused?.errors?.states}
        />
        <TextField
          name="taxCode"
          label={salesTaxLabels.taxCode}
          hint={
            <>
              For products without their own code. {tangibleGoods} is general merchandise, taxed at
              the standard rate. Some states tax gold or jewelry differently. Confirm the code with
              your accountant, and check it against Stripe’s list, before you turn on sales tax.
            </>
          }
          spellCheck={false}
          inputClass="max-w-xs"
        />
      </SettingsForm>
    </>
  )
}

function States({ chosen, error }: { chosen: readonly string[]; error?: string | undefined }) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'states-error' : undefined}>
      <legend className="field-label">{salesTaxLabels.states}</legend>
      {error && (
        <p id="states-error" className="mt-1 text-alert text-sm">
          {error}
        </p>
      )}
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4">
        {Object.entries(taxPlaces).map(([code, name]) => (
          <Checkbox key={code} name="state" value={code} defaultChecked={chosen.includes(code)}>
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
