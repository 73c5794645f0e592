import { Link } from 'react-router'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import { shippingLabels } from '#app/contracts/fulfillment/shipping.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/shipping.ts'
import { settingAction, settingLoader } from './setting-route.ts'
import { SettingsForm } from './settings-form.tsx'

export const loader = settingLoader(shippingSetting, (shipping) => shipping)

export const action = settingAction(shippingSetting, textsOf)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Shipping')

export default function Shipping({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1>Shipping</h1>
        <Link to="/admin/dashboard/shipping/methods" className="link py-1">
          Delivery options
        </Link>
      </div>
      <p className="mt-2 text-muted">Shown on every product page, as plain text.</p>
      <SettingsForm stored={loaderData} refused={refused}>
        {(['processingTime', 'shippingTime', 'shippingCost'] as const).map((name) => (
          <TextField key={name} name={name} label={shippingLabels[name]} />
        ))}
        <TextField
          name="processingDays"
          label={shippingLabels.processingDays}
          hint="Sets the ship-by date for each paid order. Weekends and federal holidays don’t count."
          kind="count"
          inputClass="max-w-28"
        />
      </SettingsForm>
    </>
  )
}
