import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { cartReminderLink, endCartReminderLink } from '#app/.server/platform/cart-reminder-link.ts'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/** Counts that a buyer came back, once for each email [REMIND-07]. */
export async function countReturn(app: AppContext, token: string): Promise<void> {
  const reminded = cartReminderLink.read(app, token)
  if (!reminded) return
  const { id, sentAt, returnedAt } = cartReminders
  await withDatabase(app, ({ orm }) =>
    orm
      .update(cartReminders)
      .set({ returnedAt: app.now() })
      .where(and(eq(id, reminded.id), isNotNull(sentAt), isNull(returnedAt))),
  )
}

/** Deletes what waits for the address of a link; done again it does nothing [REMIND-05]. */
export async function endReminders(app: AppContext, token: string): Promise<void> {
  const ending = endCartReminderLink.read(app, token)
  if (!ending) return
  await withDatabase(app, ({ orm }) =>
    orm.delete(cartReminders).where(sameEmail(cartReminders.email, ending.email)),
  )
}
