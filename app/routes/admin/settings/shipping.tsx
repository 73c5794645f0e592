import { Form, useNavigation } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveShipping } from '#app/.server/settings/commands/save-shipping.ts'
import { shippingSettings } from '#app/.server/settings/queries/settings.ts'
import { shippingForm } from '#app/contracts/shipping.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Field } from '../components/field.tsx'
import { stayingHere } from '../components/staying-here.ts'
import type { Route } from './+types/shipping.ts'
import { savingSettings } from './saving.ts'
import { useSaved } from './use-saved.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return shippingSettings(context.get(appContext))
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const typed = {
    processing_time: text('processing_time'),
    shipping_time: text('shipping_time'),
    shipping_cost: text('shipping_cost'),
  }
  return savingSettings(shippingForm, typed, (settings) => saveShipping(app, settings, email))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayingHere(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Shipping' }]

export default function Shipping({ loaderData, actionData }: Route.ComponentProps) {
  const { error, typed, fields } = useSaved(actionData)
  const saving = useNavigation().state === 'submitting'
  const inputs = [
    ['processing_time', 'Processing time', loaderData.processingTime],
    ['shipping_time', 'Shipping time', loaderData.shippingTime],
    ['shipping_cost', 'Shipping cost', loaderData.shippingCost],
  ] as const
  return (
    <>
      <h1>Shipping</h1>
      <p className="mt-2 text-muted">Shown on every product page, as plain text.</p>
      <ErrorBanner error={error} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-5">
        {inputs.map(([name, label, value]) => (
          <Field key={name} label={label} error={fields[name]}>
            {(described) => (
              <input
                {...described}
                name={name}
                defaultValue={typed?.[name] ?? value}
                autoComplete="off"
                className="admin-input"
              />
            )}
          </Field>
        ))}
        <button type="submit" disabled={saving} className="button button-gold justify-self-start">
          Save Changes
        </button>
      </Form>
    </>
  )
}
