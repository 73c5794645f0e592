import type { AppContext } from '#app/.server/app-context.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { cartReminderSetting } from '#app/.server/settings/cart-reminder.ts'

/** After how many hours the email goes; null where none is offered: it is off, or the shop cannot send email [REMIND-01]. */
export async function offeredReminderHours(app: AppContext): Promise<number | null> {
  if (app.mail === null || !hasDatabase(app)) return null
  const { enabled, hours } = await cartReminderSetting.current(app)
  return enabled ? hours : null
}
