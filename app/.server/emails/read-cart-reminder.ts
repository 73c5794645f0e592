import { eq } from 'drizzle-orm'
import { optionText } from '#app/domain/catalog/line-title.ts'
import type { AppContext } from '../app-context.ts'
import { isStillWanted } from '../cart-reminders/wanted.ts'
import { findOrder, linesOfOrder } from '../orders/repository.ts'
import { cartReminderLink, endCartReminderLink } from '../platform/cart-reminder-link.ts'
import { cartReminders } from '../platform/db/cart-reminder-schema.ts'
import type { CartReminderFacts } from './templates/cart-reminder-email.ts'

/** What the email of a reminder says, and whether its buyer has bought in the meantime [REMIND-03]. */
export async function readCartReminder(
  app: AppContext,
  id: string,
  email: string,
): Promise<{ facts: CartReminderFacts; needless: string | null }> {
  const { orm } = app.db
  const [reminder] = await orm.select().from(cartReminders).where(eq(cartReminders.id, id))
  if (!reminder) throw new RangeError(`There is no cart reminder ${id}`)
  const { orderId, requestedAt } = reminder
  const order = await findOrder(orm, 'id', orderId)
  if (!order) throw new RangeError(`There is no order ${orderId}`)
  const lines = await linesOfOrder(orm, orderId)
  const facts = {
    pieces: lines.map(({ name, size, options, quantity }) => {
      const chosen = [size, ...options.map(optionText)].filter((each) => each !== '').join(', ')
      const piece = chosen === '' ? name : `${name} (${chosen})`
      return quantity === 1 ? piece : `${quantity} × ${piece}`
    }),
    cart: cartReminderLink.to(app, { id }),
    end: endCartReminderLink.to(app, { email }),
    isTest: !order.livemode,
  }
  const isWanted = await isStillWanted(orm, order, { email, requestedAt })
  return { facts, needless: isWanted ? null : bought }
}

const bought = 'The buyer finished the checkout before this was sent, so it’s no longer needed.'
