import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import type { OrderRow } from '#app/.server/orders/transition.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { mailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { shippingSettings } from '#app/.server/settings/queries/settings.ts'
import { brand } from '#brand'
import { mailAddress, oneLine } from '../gateway/one-line.ts'
import { emailHtml } from '../templates/html.ts'
import { emailFor } from '../templates/order-emails.ts'
import { emailText } from '../templates/text.ts'

export type MailRow = typeof mailOutbox.$inferSelect
export type WrittenMail = {
  /** null where the order names no address a mail can go to. */
  recipient: string | null
  replyTo: string | null
  subject: string
  text: string
  html: string
}

/**
 * A queued mail with its texts: written from the order at the first attempt, stored, and the same at
 * every later one.
 */
export async function writtenMail(
  app: AppContext,
  db: Database,
  row: MailRow,
): Promise<WrittenMail> {
  const [order] = await db.orm.select().from(orders).where(eq(orders.id, row.orderId))
  if (!order) throw new RangeError(`There is no order ${row.orderId}`)
  const isForStaff = row.kind.endsWith('-staff')
  const buyer = mailAddress(order.email)
  const staff = mailAddress(app.config.mail.staff ?? brand.email)
  const [recipient, replyTo] = isForStaff ? [staff, buyer] : [buyer, staff]
  const { subject, text, html } = row
  if (recipient === row.recipient && subject !== null && text !== null && html !== null) {
    return { recipient, replyTo, subject, text, html }
  }
  const written = await write(app, db, row.kind, order)
  await db.orm
    .update(mailOutbox)
    .set({ recipient, ...written })
    .where(eq(mailOutbox.id, row.id))
  return { recipient, replyTo, ...written }
}

async function write(app: AppContext, db: Database, kind: MailRow['kind'], order: OrderRow) {
  const email = emailFor(kind, {
    summary: await orderSummary(db, order),
    isTest: !order.livemode,
    page: new URL(`/order/${order.token}`, app.publicUrl).href,
    adminPage: new URL(`/admin/dashboard/orders/${order.id}`, app.publicUrl).href,
    email: order.email,
    address: order.shippingAddress,
    tracking: order.tracking,
    paymentReference: order.paymentReference,
    holdReason: order.holdReason,
    shipping: await shippingSettings(app),
  })
  const subject = oneLine(email.subject)
  return { subject, text: emailText(email), html: emailHtml({ ...email, subject }) }
}
