import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendCartReminders } from '#app/.server/cart-reminders/jobs/send-cart-reminders.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { cartReminderSetting } from '#app/.server/settings/cart-reminder.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { shopWithAlerts } from './price-alerts.ts'
import { checkout } from './selling-shop.ts'

export async function setReminders(
  app: AppContext,
  given: { enabled?: boolean; hours?: number },
): Promise<void> {
  await saveSetting(app, cartReminderSetting, given, 'ann@example.com')
  app.revisions.raise('settings')
}

export const reminders = (app: AppContext) => app.db.orm.select().from(cartReminders)

export const queuedReminders = (app: AppContext) =>
  app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, 'cart-reminder'))

/** A shop that offers reminders, after a day, and what it sent. */
export async function shopWithReminders(db: Database) {
  const at = await shopWithAlerts(db)
  await setReminders(at.shop, { enabled: true, hours: 24 })
  const work = async () => {
    await sendCartReminders(at.shop)
    await sendEmail(at.shop)
  }
  const sentReminders = () => at.sent.filter(({ subject }) => subject.includes('Your cart'))
  return { ...at, work, sentReminders }
}

type Left = {
  email?: string | null
  replaces?: string
  reminder?: string
  lines?: QuoteRequestLine[]
  mayRemind?: () => Promise<boolean>
}

/** A checkout that goes to the payment page, and the mark of its quote. */
export async function abandonedCheckout(
  app: AppContext,
  { email = 'ada@example.com', replaces, reminder, lines, mayRemind }: Left = {},
) {
  const small = [{ productId: '7', size: 'Small', quantity: 1 }]
  const answer = await quoteCart(app, lines ?? small)
  const { url } = await placeOrder(app, {
    ...checkout(answer),
    ...(email !== null && { remindMe: encodeURIComponent(email) }),
    ...(replaces !== undefined && { replaces }),
    ...(reminder !== undefined && { reminder }),
    ...(mayRemind && { mayRemind }),
  })
  const [order] = await app.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
  if (!order) throw new Error('no order was placed')
  return { order, mark: quoteId(answer.quote) }
}

/** The tokens of the email's links. */
export function reminderTokens({ text }: { text: string }) {
  const cart = /\/cart-reminder\/(?!end)([\w-]+)/.exec(text)?.[1] ?? ''
  const end = /\/cart-reminder\/end\/([\w-]+)/.exec(text)?.[1] ?? ''
  return { cart, end }
}
