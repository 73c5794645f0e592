import { Form } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveShipping } from '#app/.server/settings/commands/save-settings.ts'
import { processingDays, shippingSettings } from '#app/.server/settings/queries/settings.ts'
import { shippingForm } from '#app/contracts/fulfillment/shipping.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/shipping.ts'
import { saveSettings } from './save-settings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  return { ...(await shippingSettings(app)), processingDays: await processingDays(app) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  return saveSettings(app, shippingForm, await formTexts(request), (settings) =>
    saveShipping(app, settings, email),
  )
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Shipping' }]

export default function Shipping({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const inputs = [
    ['processing_time', 'Processing time', loaderData.processingTime],
    ['shipping_time', 'Shipping time', loaderData.shippingTime],
    ['shipping_cost', 'Shipping cost', loaderData.shippingCost],
  ] as const
  return (
    <>
      <h1>Shipping</h1>
      <p className="mt-2 text-muted">Shown on every product page, as plain text.</p>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-5">
        <FormFields refused={refused}>
          {inputs.map(([name, label, value]) => (
            <Field key={name} label={label}>
              <input
                name={name}
                defaultValue={refused?.typed?.[name] ?? value}
                autoComplete="off"
                className="input"
              />
            </Field>
          ))}
          <Field
            label="Business days to send an order in, at most"
            hint="Each paid order gets its ship-by date from it; weekends and federal holidays do not count."
          >
            <input
              name="processing_days"
              inputMode="numeric"
              defaultValue={refused?.typed?.processing_days ?? loaderData.processingDays}
              autoComplete="off"
              className="input max-w-28"
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
