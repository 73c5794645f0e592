import { Form, Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveSalesTax } from '#app/.server/settings/commands/save-sales-tax.ts'
import { salesTax } from '#app/.server/settings/queries/sales-tax.ts'
import { postedForm } from '#app/contracts/platform/form-data.ts'
import { salesTaxForm } from '#app/contracts/tax/sales-tax.ts'
import { taxPlaces } from '#app/domain/address/us-places.ts'
import { formatPercent, tangibleGoods, trialRate } from '#app/domain/tax/sales-tax.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/sales-tax.ts'
import { saveSettings } from './save-settings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  return {
    ...(await salesTax(app)),
    byStripe: app.payments?.provider === 'stripe',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  const form = await postedForm(request)
  const typed = {
    enabled: form.has('enabled'),
    states: form.getAll('state').map(String),
    taxCode: String(form.get('taxCode') ?? ''),
  }
  return saveSettings(app, salesTaxForm, typed, (settings) => saveSalesTax(app, settings, email))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Sales Tax' }]

type Typed = { enabled: boolean; states: string[]; taxCode: string }

export default function SalesTax({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Typed>(actionData)
  const { enabled, states, taxCode } = refused?.typed ?? loaderData
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
          ? 'Stripe computes the tax on its payment page, by the address of the buyer and the registrations in your Stripe dashboard. Register there first, then switch it on here.'
          : `With test payments a plain ${formatPercent(trialRate)} stands in for the tax of the states chosen here; it is the rate of no place. With Stripe it is computed by the address.`}
      </p>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6 grid max-w-3xl gap-6">
        <FormFields refused={{ errors: refused?.errors }}>
          <Checkbox name="enabled" defaultChecked={enabled}>
            Add sales tax on the payment page
          </Checkbox>
          <States chosen={states} error={refused?.errors?.states} />
          <Field
            label="Tax code of products"
            hint={
              <>
                For products without one of their own. {tangibleGoods}: goods of any kind, at the
                standard rate. A state may tax gold or jewelry otherwise: please confirm the code
                with your accountant and Stripe’s list before you switch it on.
              </>
            }
          >
            <input
              name="taxCode"
              defaultValue={taxCode}
              autoComplete="off"
              spellCheck={false}
              className="input max-w-xs"
            />
          </Field>
        </FormFields>
        <SubmitButton gold className="justify-self-start">
          Save Changes
        </SubmitButton>
      </Form>
    </>
  )
}

function States({ chosen, error }: { chosen: readonly string[]; error?: string | undefined }) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'states-error' : undefined}>
      <legend className="field-label">
        States and territories in which the shop is registered
      </legend>
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
