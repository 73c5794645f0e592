import { and, desc, eq, sql } from 'drizzle-orm'
import type { AlertContent } from '#app/.server/alerts/alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { originalOccasion } from '#app/.server/orders/email-occasion.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { emailOutbox, type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import type { EmailTemplate } from '#app/domain/emails/email-template.ts'
import { plainCode } from '#app/domain/text/typed-code.ts'
import { readOrderFacts } from '../read-order-facts.ts'
import { readTradeInFacts } from '../read-trade-in-facts.ts'
import { type AlertFacts, alertEmail } from '../templates/alert-email.ts'
import { cartReminderEmail, sampleCartReminder } from '../templates/cart-reminder-email.ts'
import type { Email } from '../templates/email.ts'
import { type EmailTextKind, isAboutOrder, isAboutTradeIn } from '../templates/email-texts.ts'
import { foundOrdersEmail } from '../templates/found-orders-email.ts'
import { emailHtml } from '../templates/html.ts'
import type { BuyerEmailKind } from '../templates/order-buyer-emails.ts'
import type { OrderFacts } from '../templates/order-facts.ts'
import { notice } from '../templates/order-parts.ts'
import { emailFor } from '../templates/order-staff-emails.ts'
import { sampleOrder } from '../templates/sample-order.ts'
import { emailText } from '../templates/text.ts'
import { sampleTradeIn, tradeInEmail } from '../templates/trade-in-emails.ts'

/**
 * An email in these words, as it would be about an order: the one of this number, else the latest that such
 * an email was sent about, else the latest that was paid. Where that has nothing of the kind, about a sample.
 * Links that are keys are left out, and the code of a pickup.
 */
export async function emailPreview(
  app: AppContext,
  kind: EmailTextKind,
  { text, number = '' }: { text: EmailTemplate | null; number?: string },
): Promise<EmailPreview> {
  return withDatabase(app, async (db) => {
    if (kind === 'alert') {
      const alert = await latestAlert(app)
      return alert
        ? preview(alertEmail(alert, text), null)
        : sample(alertEmail(sampleAlert(app), text))
    }
    if (kind === 'cart-reminder') {
      return sample(cartReminderEmail(sampleCartReminder(app.publicUrl), text))
    }
    if (isAboutTradeIn(kind)) {
      const [row] = await db.orm.select().from(tradeIns).orderBy(desc(tradeIns.number)).limit(1)
      if (!row) return sample(tradeInEmail(kind, sampleTradeIn(app.publicUrl), text))
      const page = new URL('/trade-ins/sample', app.publicUrl).href
      const facts = { ...(await readTradeInFacts(app, db.orm, row)), page }
      return preview(tradeInEmail(kind, facts, text), null)
    }
    const order = await orderFor(db, kind, number)
    if (!isAboutOrder(kind)) {
      const email = foundOrdersEmail({ href: null, isTest: order?.livemode === false }, text)
      return order ? preview(email, order.number) : sample(email)
    }
    const all = order && (await factsFor(app, kind, order))
    if (!all) {
      const { publicUrl } = app
      const facts = sampleOrder(kind, { publicUrl, shipping: await shippingSetting.current(app) })
      return sample(emailFor(kind, facts, text))
    }
    const delay = all.delay && { ...all.delay, links: null }
    const facts = { ...all, delay, pickupCode: null }
    return preview(emailFor(kind, { ...facts, confirmedPage: facts.page }, text), order.number)
  })
}

/** Null where the order has nothing that such an email is about. */
async function factsFor(
  app: AppContext,
  kind: BuyerEmailKind,
  order: OrderRow,
): Promise<OrderFacts | null> {
  const occasion = await lastOccasion(app.db, kind, order.id)
  const facts = await readOrderFacts(app, { kind, occasion }, order)
  const isAbout: Partial<Record<BuyerEmailKind, boolean>> = {
    'order-delay-buyer': facts.delay !== null,
    'order-pay-buyer': facts.paymentRequestLink !== null,
    'order-part-buyer': facts.part !== null,
    'order-canceled-buyer': order.state === 'cancelled',
    'order-closed-buyer': order.state === 'refunded',
    'order-refund-declined-buyer': order.notRefundedCents > 0,
  }
  const isReturn = kind.startsWith('order-return-')
  return (isAbout[kind] ?? (!isReturn || facts.return !== null)) ? facts : null
}

function sample({ subject, blocks }: Email): EmailPreview {
  const made = notice('This is a sample: what it says is made up.')
  return { ...preview({ subject, blocks: [made, ...blocks] }, null), isSample: true }
}

function preview(email: Email, order: string | null) {
  // The security policy of the admin area knows no style sheet in a page.
  const html = emailHtml(email).replace(/<style>.*<\/style>\n/, '')
  return { order, isSample: false, subject: email.subject, text: emailText(email), html }
}

export type EmailPreview = ReturnType<typeof preview>

async function orderFor(db: Database, kind: string, number: string): Promise<OrderRow | null> {
  const compact = plainCode(number).replace(/[^0-9A-Z]/g, '')
  if (compact !== '') {
    const [named] = await db.orm
      .select()
      .from(orders)
      .where(sql`replace(${orders.number}, '-', '') = ${compact}`)
    if (named) return named
    throw new AppError(
      'order_unknown',
      422,
      'There’s no order with this number. Please check it against the Orders page.',
      { details: { errors: { order: 'There’s no order with this number.' } } },
    )
  }
  const [emailed] = await db.orm
    .select({ order: orders })
    .from(emailOutbox)
    .innerJoin(orders, eq(orders.id, emailOutbox.orderId))
    .where(eq(emailOutbox.kind, kind as 'order-paid-buyer'))
    .orderBy(desc(emailOutbox.createdAt))
    .limit(1)
  if (emailed) return emailed.order
  const [paid] = await db.orm
    .select()
    .from(orders)
    .where(sql`${orders.paidAt} is not null`)
    .orderBy(desc(orders.paidAt))
    .limit(1)
  return paid ?? null
}

/** The refund or the parcel that the last such email was about. */
async function lastOccasion(
  { orm }: Database,
  kind: typeof emailOutbox.$inferSelect.kind,
  orderId: string,
): Promise<string> {
  const [last] = await orm
    .select({ occasion: emailOutbox.occasion })
    .from(emailOutbox)
    .where(and(eq(emailOutbox.kind, kind), eq(emailOutbox.orderId, orderId)))
    .orderBy(desc(emailOutbox.createdAt))
    .limit(1)
  return originalOccasion(last?.occasion ?? '')
}

async function latestAlert(app: AppContext): Promise<AlertFacts | null> {
  const [alert] = await app.db.orm.select().from(alerts).orderBy(desc(alerts.at)).limit(1)
  if (!alert) return null
  const { at, address, browser } = alert
  return { ...(alert as AlertContent), at, address, browser, publicUrl: app.publicUrl }
}

const sampleAlert = ({ now, publicUrl }: AppContext): AlertFacts => ({
  ...{ kind: 'selling-stopped', facts: { by: 'ada@example.com' } },
  ...{ at: now(), address: null, browser: null, publicUrl },
})
