import { and, eq, gt, isNull } from 'drizzle-orm'
import type { AlertContent } from '#app/.server/alerts/alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { receiptNumberOf } from '#app/.server/ledger/receipts.ts'
import { creditNoteOf, findRefund, type RefundRow } from '#app/.server/ledger/refunds.ts'
import { delayFacts, findDelay } from '#app/.server/orders/delays.ts'
import { mailedFindOrderLink } from '#app/.server/orders/find-order-link.ts'
import { openReasons } from '#app/.server/orders/holds.ts'
import { confirmedLink } from '#app/.server/orders/order-link.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { findPayLink, payLinkPath } from '#app/.server/orders/pay-link.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { wireOf } from '#app/.server/orders/queries/wire.ts'
import { customWorkOf } from '#app/.server/orders/staff-made.ts'
import type { OrderRow } from '#app/.server/orders/transition.ts'
import { admins, alerts, invitations } from '#app/.server/platform/db/auth-schema.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { mailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { invitationLink } from '#app/.server/platform/invitation-link.ts'
import { shippingSettings } from '#app/.server/settings/queries/settings.ts'
import { cents } from '#app/domain/money/cents.ts'
import { buyerParcels } from '#app/domain/orders/buyer-parcel.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { piecesLeft } from '#app/domain/orders/parcel.ts'
import { brand } from '#brand'
import { mailAddress, oneLine } from '../gateway/one-line.ts'
import { alertEmail } from '../templates/alert-email.ts'
import type { Email } from '../templates/email.ts'
import { emailHtml } from '../templates/html.ts'
import { invitationEmail } from '../templates/invitation-email.ts'
import {
  emailFor,
  foundOrdersEmail,
  type OrderEmailKind,
  type OrderFacts,
} from '../templates/order-emails.ts'
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
 * A queued mail with its texts: written from what it is about at the first attempt, stored, and the
 * same at every later one; but one whose link is a key is stored without it, and written each time.
 */
export async function writtenMail(
  app: AppContext,
  db: Database,
  row: MailRow,
): Promise<WrittenMail> {
  const { recipient, replyTo, email, kept } = await readSubject(app, db, row)
  const { subject, text, html } = row
  if (!kept && recipient === row.recipient && subject !== null && text !== null && html !== null) {
    return { recipient, replyTo, subject, text, html }
  }
  const written = rendered(await email())
  await db.orm
    .update(mailOutbox)
    .set({ recipient, ...(kept ? rendered(kept()) : written) })
    .where(eq(mailOutbox.id, row.id))
  return { recipient, replyTo, ...written }
}

function rendered(email: Email) {
  const subject = oneLine(email.subject)
  return { subject, text: emailText(email), html: emailHtml({ ...email, subject }) }
}

type Subject = Pick<WrittenMail, 'recipient' | 'replyTo'> & {
  email: () => Promise<Email>
  /** What is stored in its place. */
  kept?: () => Email
}

async function readSubject(app: AppContext, db: Database, row: MailRow): Promise<Subject> {
  const { kind } = row
  if (kind === 'alert') return aboutAlert(app, db, row)
  if (kind === 'invitation') return aboutInvitation(app, db, row)
  const [order] = await db.orm
    .select()
    .from(orders)
    .where(eq(orders.id, row.orderId ?? ''))
  if (!order) throw new RangeError(`There is no order ${row.orderId}`)
  const buyer = mailAddress(order.email)
  const staff = mailAddress(app.config.mail.staff ?? brand.email)
  const [recipient, replyTo] = kind.endsWith('-staff') ? [staff, buyer] : [buyer, staff]
  const subject = { recipient, replyTo }
  if (kind === 'order-delay-buyer') {
    const facts = await orderFacts(app, db, { ...row, kind }, order)
    // Its links decide: they stay out of the copy.
    const delay = facts.delay && { ...facts.delay, links: null }
    return {
      ...subject,
      email: async () => emailFor(kind, facts),
      kept: () => emailFor(kind, { ...facts, delay }),
    }
  }
  if (kind === 'order-pay-buyer') {
    const link = await mailedPayLink(db, row.occasion)
    // The link is a key: it stays out of the copy.
    const email = (href: string | null) => orderEmail(app, db, { ...row, kind }, order, href)
    const kept = await email(null)
    return {
      ...subject,
      recipient: link && recipient,
      email: () => email(new URL(payLinkPath(app, row.occasion), app.publicUrl).href),
      kept: () => kept,
    }
  }
  if (kind !== 'order-list-buyer') {
    return { ...subject, email: () => orderEmail(app, db, { ...row, kind }, order) }
  }
  // The link is a key: it is made for the mail, and stays out of the copy.
  const link = await mailedFindOrderLink(app, db.orm, row.occasion)
  const listEmail = (href: string | null) => foundOrdersEmail(href, { isTest: !order.livemode })
  return {
    ...subject,
    recipient: link && recipient,
    email: async () => listEmail(link),
    kept: () => listEmail(null),
  }
}

/** Its recipient was named when it was raised: an address that is changed later was told, too. */
async function aboutAlert(app: AppContext, db: Database, row: MailRow): Promise<Subject> {
  const [alert] = await db.orm
    .select()
    .from(alerts)
    .where(eq(alerts.id, row.alertId ?? ''))
  if (!alert) throw new RangeError(`There is no alert ${row.alertId}`)
  const { at, address, browser } = alert
  const content = alert as AlertContent
  return {
    recipient: mailAddress(row.recipient),
    replyTo: null,
    email: async () => alertEmail({ ...content, at, address, browser }, app.publicUrl),
  }
}

/** To nobody where it has ended by now [INVITE-02]. */
async function aboutInvitation(app: AppContext, db: Database, row: MailRow): Promise<Subject> {
  const { id, role, expiresAt, acceptedAt, revokedAt } = invitations
  const [open] = await db.orm
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
  const invitation = open ?? null
  const link = invitation && invitationLink(app, invitation.id)
  return {
    recipient: invitation && mailAddress(row.recipient),
    replyTo: null,
    email: async () => invitationEmail(invitation, link),
    kept: () => invitationEmail(invitation, null),
  }
}

async function orderEmail(
  app: AppContext,
  db: Database,
  about: { kind: OrderEmailKind; occasion: string },
  order: OrderRow,
  payLinkHref: string | null = null,
): Promise<Email> {
  return emailFor(about.kind, await orderFacts(app, db, about, order, payLinkHref))
}

async function orderFacts(
  app: AppContext,
  db: Database,
  { kind, occasion }: { kind: OrderEmailKind; occasion: string },
  order: OrderRow,
  payLinkHref: string | null = null,
): Promise<OrderFacts> {
  const isDelay = kind === 'order-delay-buyer' || kind === 'order-delay-staff'
  const delay = isDelay ? await findDelay(db.orm, occasion.split(':')[0] ?? '') : null
  const refund = kind === 'order-refunded-buyer' ? await findRefund(db.orm, 'id', occasion) : null
  const summary = await orderSummary(db, order)
  return {
    summary,
    isTest: !order.livemode,
    page: new URL(`/order/${order.token}`, app.publicUrl).href,
    confirmedPage: confirmedLink(app, order),
    adminPage: new URL(`/admin/dashboard/orders/${order.id}`, app.publicUrl).href,
    email: order.email,
    address: order.shippingAddress,
    tracking: order.tracking,
    ...(await parcelFacts(db, order, { kind, occasion }, summary)),
    paymentReference: order.paymentReference,
    holdReason: order.holdReason,
    receipt: await receiptFacts(app, db, order),
    refund: refund && refundFacts(app, order, refund),
    wire: await wireOf(db.orm, order),
    payLink: kind === 'order-pay-buyer' ? await payLinkFacts(db, occasion, payLinkHref) : null,
    heldBack: await openReasons(db.orm, order.id),
    delay: delay && delayFacts(app, delay),
    shipping: await shippingSettings(app),
  }
}

/** To nobody where it was paid or taken back by now. */
async function mailedPayLink({ orm }: Database, id: string) {
  const link = await findPayLink(orm, 'id', id)
  return link?.closedAt === null ? link : null
}

async function payLinkFacts({ orm }: Database, id: string, href: string | null) {
  const link = await findPayLink(orm, 'id', id)
  if (!link) return null
  const work = await customWorkOf(orm, link.orderId)
  return {
    amount: cents(link.amountCents),
    kind: link.kind,
    until: link.endsAt,
    agreement: work?.agreement ?? null,
    href,
  }
}

async function receiptFacts(app: AppContext, { orm }: Database, { id, token }: OrderRow) {
  const name = await receiptNumberOf(orm, id)
  const href = new URL(`/order/${token}/documents/receipt.pdf`, app.publicUrl).href
  return name === null ? null : { name, href }
}

/** Which parcels a mail is about: one, or in mails from before parcels all that there are. */
async function parcelFacts(
  db: Database,
  order: OrderRow,
  { kind, occasion }: { kind: OrderEmailKind; occasion: string },
  { lines }: OrderSummary,
) {
  if (kind !== 'order-fulfilled-buyer' && kind !== 'order-tracking-buyer') {
    return { parcels: [], parcelOf: 'whole' as const }
  }
  const all = await parcelsOfOrder(db.orm, order.id)
  const at = all.findIndex(({ id }) => `${id}` === occasion.split(':')[0])
  const told = at < 0 ? all : all.slice(at, at + 1)
  const isWhole =
    piecesLeft(
      lines,
      told.flatMap(({ pieces }) => pieces),
    ).length === 0
  const left = piecesLeft(
    lines,
    all.slice(0, at + 1).flatMap(({ pieces }) => pieces),
  )
  const isLast = at === all.length - 1 && order.state !== 'paid'
  const rest = isLast || left.length === 0 ? 'last' : 'more follows'
  return {
    parcels: buyerParcels(told, lines),
    parcelOf: at < 0 || isWhole ? ('whole' as const) : (rest as 'last' | 'more follows'),
  }
}

function refundFacts(app: AppContext, order: OrderRow, refund: RefundRow) {
  const name = creditNoteOf(refund)
  return {
    amount: cents(refund.amountCents),
    note: refund.note,
    creditNote:
      name === null
        ? null
        : { name, href: new URL(`/order/${order.token}/credit-note/${name}`, app.publicUrl).href },
  }
}
