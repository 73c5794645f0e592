import { appContext } from '#app/.server/platform/http/request-context.ts'
import { cartReminderSetting } from '#app/.server/settings/cart-reminder.ts'
import { cartReminderLabels } from '#app/contracts/cart-reminders/cart-reminder.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { reminderHours, reminderKeptDays } from '#app/domain/cart-reminders/reminder.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/cart-reminder.ts'
import { NoEmailNotice } from './no-email-notice.tsx'
import { settingAction } from './setting-route.ts'
import { SettingsForm } from './settings-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  return { stored: await cartReminderSetting.current(app), canSend: app.mail !== null }
}

export const action = settingAction(cartReminderSetting, textsOf)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Cart Reminders')

export default function CartReminders({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Cart Reminders</h1>
      <p className="mt-2 max-w-xl text-muted">
        In the cart, buyers can check a box to get one email if they don’t finish the checkout. Its
        link brings their cart back at today’s price. Buyers who paid don’t get it. Today shows what
        the emails brought.
      </p>
      {!loaderData.canSend && <NoEmailNotice what="The checkbox" />}
      <SettingsForm stored={loaderData.stored} refused={refused}>
        <Checkbox name="enabled">{cartReminderLabels.enabled}</Checkbox>
        <TextField
          name="hours"
          label={cartReminderLabels.hours}
          hint={`Enter a number from ${reminderHours.least} to ${reminderHours.most}.`}
          kind="count"
          inputClass="max-w-40"
        />
      </SettingsForm>
      <p className="mt-8 max-w-xl text-muted text-sm">
        You can change the wording in Emails. The email address is deleted once the email is sent,
        and after {reminderKeptDays} days if it couldn’t be sent.
      </p>
    </>
  )
}
