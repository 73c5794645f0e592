import { and, eq, gt, isNull } from 'drizzle-orm'
import type { AlertContent } from '#app/.server/alerts/alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { emailedFindOrderLink } from '#app/.server/customers/find-order-link.ts'
import { originalOccasion } from '#app/.server/orders/email-occasion.ts'
import { paymentRequestPath } from '#app/.server/payments/payment-request-token.ts'
import { admins, alerts, invitations } from '#app/.server/platform/db/auth-schema.ts'
import { messageReplies, messages } from '#app/.server/platform/db/message-schema.ts'
import {
  emailOutbox,
  isTradeInKind,
  type OrderRow,
  orders,
  type TradeInEmailKind,
} from '#app/.server/platform/db/schema.ts'
import { invitationLink } from '#app/.server/platform/invitation-link.ts'
import { endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { readEmail } from '#app/domain/address/email.ts'
import { brand } from '#brand'
import { writtenText } from '../email-text.ts'
import { outdatedReason } from '../outdated-email.ts'
import { readCartReminder } from '../read-cart-reminder.ts'
import { readOrderFacts } from '../read-order-facts.ts'
import { findTradeIn, readTradeInFacts } from '../read-trade-in-facts.ts'
import { alertEmail } from '../templates/alert-email.ts'
import { cartReminderEmail } from '../templates/cart-reminder-email.ts'
import type { Email } from '../templates/email.ts'
import { foundOrdersEmail } from '../templates/found-orders-email.ts'
import { invitationEmail } from '../templates/invitation-email.ts'
import { messageEmail, replyEmail } from '../templates/message-emails.ts'
import { emailFor, type OrderEmailKind } from '../templates/order-staff-emails.ts'
import { renderedEmail } from '../templates/rendered-email.ts'
import { tradeInEmail } from '../templates/trade-in-emails.ts'

export type EmailRow = typeof emailOutbox.$inferSelect
export type WrittenEmail = {
  /** null where the order names no address an email can go to. */
  recipient: string | null
  /** Why nobody needs it any longer, in a sentence: it is not sent. */
  needless?: string
  replyTo: string | null
  /** Of an email that was asked for beside any order. */
  endLink?: string
  subject: string
  text: string
  html: string
}

/**
 * A queued email with its texts: written from what it is about at the first attempt, stored, and the
 * same at every later one; but one whose link is a key is stored without it, and written each time.
 */
export async function writtenEmail(app: AppContext, row: EmailRow): Promise<WrittenEmail> {
  // One that is sent once more is about the same.
  const subjectOf = { ...row, occasion: originalOccasion(row.occasion) }
  const isAgain = subjectOf.occasion !== row.occasion
  const { email, kept, ...about } = await readSubject(app, subjectOf, isAgain)
  const { subject, text, html } = row
  const isWritten = subject !== null && text !== null && html !== null
  if (!kept && about.recipient === row.recipient && isWritten) {
    return { ...about, subject, text, html }
  }
  const written = renderedEmail(await email())
  await app.db.orm
    .update(emailOutbox)
    .set({ recipient: about.recipient, ...(kept ? renderedEmail(kept()) : written) })
    .where(eq(emailOutbox.id, row.id))
  return { ...about, ...written }
}

type Subject = Pick<WrittenEmail, 'recipient' | 'needless' | 'replyTo' | 'endLink'> & {
  email: () => Promise<Email>
  /** What is stored in its place. */
  kept?: () => Email
}

async function readSubject(app: AppContext, row: EmailRow, isAgain: boolean): Promise<Subject> {
  const { kind } = row
  if (kind === 'price-alert') return aboutPriceAlert(app, row)
  if (kind === 'cart-reminder') return aboutCartReminder(app, row)
  if (kind === 'alert') return aboutAlert(app, row)
  if (kind === 'invitation') return aboutInvitation(app, row)
  if (kind === 'message-staff' || kind === 'message-answer') return aboutMessage(app, row)
  if (isTradeInKind(kind)) return aboutTradeIn(app, { ...row, kind })
  const [order] = await app.db.orm
    .select()
    .from(orders)
    .where(eq(orders.id, row.orderId ?? ''))
  if (!order) throw new RangeError(`There is no order ${row.orderId}`)
  const buyer = order.email && readEmail(order.email)
  const staff = staffAddress(app)
  const [recipient, replyTo] = kind.endsWith('-staff') ? [staff, buyer] : [buyer, staff]
  const isReturn = kind.startsWith('order-return-')
  // What was true when it was queued is sent; a copy only where it is true now.
  const needless =
    isReturn && !isAgain
      ? null
      : await outdatedReason(app.db.orm, order, { kind, occasion: row.occasion }, app.now())
  const subject = { recipient, replyTo, ...(needless !== null && { needless }) }
  if (kind === 'order-delay-buyer') {
    const facts = await readOrderFacts(app, { ...row, kind }, order)
    // Its links decide: they stay out of the copy.
    const delay = facts.delay && { ...facts.delay, links: null }
    const written = await writtenText(app.db.orm, kind)
    return {
      ...subject,
      email: async () => emailFor(kind, facts, written),
      kept: () => emailFor(kind, { ...facts, delay }, written),
    }
  }
  if (kind === 'order-pickup-buyer') {
    // Staff read the copy, and the code is for the buyer alone [PICKUP-02].
    const facts = await readOrderFacts(app, { ...row, kind }, order)
    const written = await writtenText(app.db.orm, kind)
    return {
      ...subject,
      email: async () => emailFor(kind, facts, written),
      kept: () => emailFor(kind, { ...facts, pickupCode: null }, written),
    }
  }
  if (kind === 'order-pay-buyer') {
    // The link is a key: it stays out of the copy.
    const facts = await readOrderFacts(app, { ...row, kind }, order)
    const written = await writtenText(app.db.orm, kind)
    const href = new URL(paymentRequestPath(app, row.occasion, order), app.publicUrl).href
    const paymentRequestLink = facts.paymentRequestLink && { ...facts.paymentRequestLink, href }
    return {
      ...subject,
      email: async () => emailFor(kind, { ...facts, paymentRequestLink }, written),
      kept: () => emailFor(kind, facts, written),
    }
  }
  if (kind !== 'order-list-buyer') {
    return { ...subject, email: () => orderEmail(app, { ...row, kind }, order) }
  }
  // The link is a key: it is made for the email, and stays out of the copy.
  const link = await emailedFindOrderLink(app.db.orm, app, row.occasion)
  const written = await writtenText(app.db.orm, kind)
  const listEmail = (href: string | null) =>
    foundOrdersEmail({ href, isTest: !order.livemode }, written)
  return {
    ...subject,
    recipient: link && recipient,
    email: async () => listEmail(link),
    kept: () => listEmail(null),
  }
}

/** Its recipient was named when it was raised: an address that is changed later was told, too. */
async function aboutAlert(app: AppContext, row: EmailRow): Promise<Subject> {
  const [alert] = await app.db.orm
    .select()
    .from(alerts)
    .where(eq(alerts.id, row.alertId ?? ''))
  if (!alert) throw new RangeError(`There is no alert ${row.alertId}`)
  const { at, address, browser } = alert
  const content = alert as AlertContent
  const recipient = row.recipient && readEmail(row.recipient)
  // The email to staff about the order says more: also until when the evidence is due [DISPUTE-10].
  const isToldTwice = content.kind === 'dispute-opened' && recipient === staffAddress(app)
  return {
    recipient,
    ...(isToldTwice && { needless: 'The email about the order says it to the same address.' }),
    replyTo: null,
    email: async () => {
      const facts = { ...content, at, address, browser, publicUrl: app.publicUrl }
      return alertEmail(facts, await writtenText(app.db.orm, 'alert'))
    },
  }
}

/** Written when it was queued, since its alert was deleted then [PIECEALERT-04]. */
function aboutPriceAlert(app: AppContext, row: EmailRow): Subject {
  const email = row.recipient && readEmail(row.recipient)
  return {
    recipient: email,
    replyTo: staffAddress(app),
    ...(email && { endLink: endAlertLink.to(app, { email, size: null }) }),
    email: () => Promise.reject(new RangeError(`The price alert ${row.priceAlertId} has no text`)),
  }
}

/** Of a purchase that came after it was queued, it is not sent [REMIND-03]. */
async function aboutCartReminder(app: AppContext, row: EmailRow): Promise<Subject> {
  const recipient = row.recipient && readEmail(row.recipient)
  const { facts, needless } = await readCartReminder(app, row.cartReminderId ?? '', recipient ?? '')
  return {
    recipient,
    ...(needless !== null && { needless }),
    replyTo: staffAddress(app),
    endLink: facts.end,
    email: async () => cartReminderEmail(facts, await writtenText(app.db.orm, 'cart-reminder')),
  }
}

/** To nobody where it has ended by now [INVITE-02]. */
async function aboutInvitation(app: AppContext, row: EmailRow): Promise<Subject> {
  const { id, role, expiresAt, acceptedAt, revokedAt } = invitations
  const [open] = await app.db.orm
    .select({ id, role, expiresAt, invitedBy: admins.email })
    .from(invitations)
    .innerJoin(admins, eq(admins.id, invitations.invitedBy))
    .where(
      and(
        eq(id, row.invitationId ?? ''),
        isNull(acceptedAt),
        isNull(revokedAt),
        gt(expiresAt, app.now()),
      ),
    )
  const invitation = open ? { ...open, invitedBy: shownEmail(open.invitedBy) } : null
  const link = invitation && invitationLink(app, invitation.id)
  return {
    recipient: invitation && row.recipient && readEmail(row.recipient),
    replyTo: null,
    email: async () => invitationEmail(invitation, link),
    kept: () => invitationEmail(invitation, null),
  }
}

/** To staff or to the sender; either answers the other by replying [MESSAGE-01, MESSAGE-02]. */
async function aboutMessage(app: AppContext, row: EmailRow): Promise<Subject> {
  const [message] = await app.db.orm
    .select()
    .from(messages)
    .where(eq(messages.id, row.messageId ?? ''))
  if (!message) throw new RangeError(`There is no message ${row.messageId}`)
  const [sender, staff] = [readEmail(message.email), staffAddress(app)]
  if (row.kind === 'message-staff') {
    const href = new URL(`/admin/dashboard/messages/${message.id}`, app.publicUrl).href
    const shown = { ...message, email: shownEmail(message.email) }
    return { recipient: staff, replyTo: sender, email: async () => messageEmail(shown, href) }
  }
  const [answer] = await app.db.orm
    .select()
    .from(messageReplies)
    .where(eq(messageReplies.id, row.occasion))
  if (!answer) throw new RangeError(`There is no answer ${row.occasion}`)
  return { recipient: sender, replyTo: staff, email: async () => replyEmail(message, answer.text) }
}

/** To its owner, or to staff; either answers the other by replying [TRADE-17]. */
async function aboutTradeIn(
  app: AppContext,
  { kind, tradeInId }: EmailRow & { kind: TradeInEmailKind },
): Promise<Subject> {
  const { orm } = app.db
  const row = await findTradeIn(orm, tradeInId ?? '')
  const [owner, staff] = [row.email && readEmail(row.email), staffAddress(app)]
  const [recipient, replyTo] = kind.endsWith('-staff') ? [staff, owner] : [owner, staff]
  const facts = await readTradeInFacts(app, orm, row)
  const written = await writtenText(orm, kind)
  const email = async () => tradeInEmail(kind, facts, written)
  if (kind.endsWith('-staff')) return { recipient, replyTo, email }
  // Its link answers the offer: it stays out of the copy.
  const kept = () => tradeInEmail(kind, { ...facts, page: null }, written)
  return { recipient, replyTo, email, kept }
}

const staffAddress = (app: AppContext) => app.config.mail.staff ?? readEmail(brand.email)

async function orderEmail(
  app: AppContext,
  about: { kind: OrderEmailKind; occasion: string },
  order: OrderRow,
): Promise<Email> {
  const facts = await readOrderFacts(app, about, order)
  return emailFor(about.kind, facts, await writtenText(app.db.orm, about.kind))
}
