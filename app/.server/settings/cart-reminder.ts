import { cartReminderSettings } from '#app/.server/platform/db/cart-reminder-schema.ts'
import { cartReminderForm } from '#app/contracts/cart-reminders/cart-reminder.ts'
import { changedFields, declareShownSetting, storeCurrent } from './setting.ts'

export type CartReminder = { enabled: boolean; hours: number }

const { enabled, hours } = cartReminderSettings

/** Off until staff turn it on; then carts show the box from the next request on [REMIND-01]. */
export const cartReminderSetting = declareShownSetting<CartReminder>({
  form: cartReminderForm,
  defaults: { enabled: false, hours: 24 },
  async read(orm) {
    return (await orm.select({ enabled, hours }).from(cartReminderSettings))[0]
  },
  write: (tx, value, { at }) => storeCurrent(tx, cartReminderSettings, { ...value, updatedAt: at }),
  entry: (value, before) => ({
    action: 'settings.cart_reminder_updated',
    facts: { ...value, changes: changedFields(before, value) },
  }),
})
