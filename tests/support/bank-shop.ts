import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import type { BankDiscount, PayBy } from '#app/domain/pricing/bank-discount.ts'
import { small, stripeShop } from './stripe-shop.ts'

const discount = 250 as BankDiscount
export const pair = { ...small, quantity: 2 }

/** A shop with a bank price, at a stand-in of Stripe. */
export async function bankShop(db: Database) {
  const selling = await stripeShop(db)
  await saveSetting(
    selling.shop,
    bankDiscountSetting,
    { bankDiscount: discount },
    'ann@example.com',
  )
  return selling
}

export async function ordered(app: AppContext, payBy: PayBy) {
  const { quote, bank, total } = await quoteCart(app, [pair])
  if (!bank) throw new Error('there is no bank price')
  const amount = Number(payBy === 'card' ? total : bank.total)
  const { url } = await placeOrder(app, { quote, amount, payBy })
  const [order] = (await app.db.orm?.select().from(orders).where(eq(orders.paymentUrl, url))) ?? []
  if (!order?.paymentSession) throw new Error('no order was placed')
  return { ...order, session: order.paymentSession, customer: order.paymentCustomer ?? '' }
}
