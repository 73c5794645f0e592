import type { AppContext } from '#app/.server/app-context.ts'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { requestAlert } from '#app/.server/price-alerts/commands/request-alert.ts'
import { sendPriceAlerts } from '#app/.server/price-alerts/jobs/send-price-alerts.ts'
import { askedSize } from '#app/.server/price-alerts/queries/asked-size.ts'
import { sellingShop } from './selling-shop.ts'

/** A shop that can send email, and what it sent. */
export async function shopWithAlerts(db: Database, more: Partial<AppContext> = {}) {
  const sent: Email[] = []
  const mail = { send: async (email: Email) => void sent.push(email) }
  const shop = await sellingShop(db, { mail, ...more })
  const work = async () => {
    await sendPriceAlerts(shop.shop)
    await sendEmail(shop.shop)
  }
  return { ...shop, sent, work }
}

export const storedAlerts = (app: AppContext) => app.db.orm.select().from(priceAlerts)

export async function sizeOf(app: AppContext, size = 'Small', product = '7') {
  const asked = await askedSize(app, { product, size })
  if (!asked) throw new Error(`${size} of ${product} is not for sale`)
  return asked
}

/** The tokens of an email's links: to confirm, and to end. */
export function tokensIn({ text }: Pick<Email, 'text'>) {
  const confirm = /\/price-alert\/(?!end)([\w-]+)/.exec(text)?.[1] ?? ''
  const end = /\/price-alert\/end\/([\w-]+)/.exec(text)?.[1] ?? ''
  return { confirm, end }
}

/** Fills in the form; answers the tokens of the email that comes. */
export async function asked(
  { shop, sent }: { shop: AppContext; sent: readonly Email[] },
  { email = 'ada@example.com', under = 150_000, size = 'Small', product = '7' } = {},
) {
  await requestAlert(shop, await sizeOf(shop, size, product), { email, under })
  const last = sent.at(-1)
  if (!last) throw new Error('no email came')
  return tokensIn(last)
}
