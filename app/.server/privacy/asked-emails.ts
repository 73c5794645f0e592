import { and, asc, eq, getTableColumns } from 'drizzle-orm'
import { cartReminders } from '#app/.server/platform/db/cart-reminder-schema.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'

/** What a person asked to be emailed about, beside any order [PIECEALERT-09, NEWS-07, REMIND-06]. */
export async function askedEmailsOf(orm: Orm, email: string) {
  const { productId, sizeKey, underCents, requestedAt, endsAt } = priceAlerts
  const { recipient, kind, subject, text, createdAt, sentAt } = emailOutbox
  const { id: _, ...signUp } = getTableColumns(newsletterSubscribers)
  return {
    priceAlerts: {
      waiting: await orm
        .select({ productId, sizeKey, underCents, requestedAt, endsAt })
        .from(priceAlerts)
        .where(sameEmail(priceAlerts.email, email))
        .orderBy(asc(requestedAt), asc(priceAlerts.id)),
      emails: await orm
        .select({ subject, text, sentAt })
        .from(emailOutbox)
        .where(and(eq(kind, 'price-alert'), sameEmail(recipient, email)))
        .orderBy(asc(createdAt), asc(emailOutbox.id)),
    },
    cartReminders: await orm
      .select({ requestedAt: cartReminders.requestedAt, dueAt: cartReminders.dueAt })
      .from(cartReminders)
      .where(sameEmail(cartReminders.email, email)),
    newsletter: await orm
      .select(signUp)
      .from(newsletterSubscribers)
      .where(sameEmail(newsletterSubscribers.email, email)),
  }
}

/** With the emails that were sent or are on their way; answers what there was. */
export async function eraseAskedEmails(orm: Orm, email: string): Promise<string[]> {
  const alerts = await orm
    .delete(priceAlerts)
    .where(sameEmail(priceAlerts.email, email))
    .returning({ id: priceAlerts.id })
  const emails = await orm
    .delete(emailOutbox)
    .where(and(eq(emailOutbox.kind, 'price-alert'), sameEmail(emailOutbox.recipient, email)))
    .returning({ id: emailOutbox.id })
  const reminders = await orm
    .delete(cartReminders)
    .where(sameEmail(cartReminders.email, email))
    .returning({ id: cartReminders.id })
  const reminded = await orm
    .delete(emailOutbox)
    .where(and(eq(emailOutbox.kind, 'cart-reminder'), sameEmail(emailOutbox.recipient, email)))
    .returning({ id: emailOutbox.id })
  const signUps = await orm
    .delete(newsletterSubscribers)
    .where(sameEmail(newsletterSubscribers.email, email))
    .returning({ id: newsletterSubscribers.id })
  return [
    ...(alerts.length + emails.length > 0 ? ['the price alerts'] : []),
    ...(reminders.length + reminded.length > 0 ? ['the cart reminder'] : []),
    ...(signUps.length > 0 ? ['the newsletter sign-up'] : []),
  ]
}
