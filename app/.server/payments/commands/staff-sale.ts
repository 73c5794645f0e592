import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { balanceOfOrder, recordEntry } from '#app/.server/ledger/repository.ts'
import { findPayLink } from '#app/.server/orders/pay-link.ts'
import { customWorkOf, followCustomWork, storeAgreedTaxes } from '#app/.server/orders/staff-made.ts'
import {
  lockOrderForStaff,
  refuseWhereChanged,
  refuseWhereOnHold,
  type StaffOrder,
  wrongState,
} from '#app/.server/orders/staff-order.ts'
import { type OrderRow, queueMails, transitionOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { customWork, handPayments, payLinks } from '#app/.server/platform/db/staff-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { sellingStopped, storedSellingStop } from '#app/.server/settings/queries/selling.ts'
import type { StaffSaleAction } from '#app/contracts/staff-order.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { canMoveStage, whyNotAtStage } from '#app/domain/orders/custom-work.ts'
import {
  byHand,
  handNames,
  type StaffDue,
  staffDue,
  whyNotRecorded,
} from '#app/domain/payments/hand-payment.ts'
import { paymentEntry } from '#app/domain/payments/ledger.ts'
import { linkAmount } from '#app/domain/payments/pay-link.ts'
import { closeOpenLink, noteOnOrder } from '../pay-links.ts'
import { recordSale } from '../record-money.ts'
import { closeCheckoutSession, sessionToClose } from './close-checkout-session.ts'

type Asked<A extends StaffSaleAction['action']> = Omit<StaffOrder, 'revision'> &
  Extract<StaffSaleAction, { action: A }>

export type StaffMoneyNow = StaffDue & {
  received: Cents
  isGoldFixed: boolean
}

/** What of an order is paid, and what is left. */
export async function staffMoneyOf(tx: Orm, order: OrderRow): Promise<StaffMoneyNow> {
  const { paid, refunded } = await balanceOfOrder(tx, order.id)
  const received = cents(paid - refunded)
  const work = await customWorkOf(tx, order.id)
  const money = { total: cents(order.totalCents), tax: cents(order.taxCents), received }
  const due = staffDue(money, work && cents(work.depositCents))
  return { ...due, received, isGoldFixed: work === null || work.fixedAt !== null }
}

/**
 * Runs what changes the sum that is due with the payment page of the open link closed first, so that
 * nobody pays there what is due no more. `again`: a page was opened in between.
 */
export async function withPageClosed<T>(
  app: AppContext,
  orderId: string,
  work: (tx: Orm, isClosed: (order: OrderRow) => boolean) => Promise<T | 'again'>,
): Promise<T> {
  const closed = await closeCheckoutSession(app, orderId)
  const result = await withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => work(tx, (order) => sessionToClose(order) === closed)),
  )
  return result === 'again' ? withPageClosed(app, orderId, work) : result
}

/** An order of staff that still waits for money, as the screen showed it. */
export async function lockSale(
  tx: Orm,
  { id, revision }: Pick<StaffOrder, 'id' | 'revision'>,
): Promise<OrderRow> {
  const order = await lockOrderForStaff(tx, id)
  if (order.origin !== 'staff') {
    throw new AppError(
      'not_made_by_staff',
      409,
      'This order was placed on the web, and is paid there. Nothing was changed.',
    )
  }
  if (order.state !== 'pending') throw await wrongState(tx, order)
  refuseWhereOnHold(order)
  await refuseWhereChanged(tx, order, revision)
  return order
}

const refused = (sentence: string) =>
  new AppError('sale_refused', 422, `${sentence} Nothing was changed.`)

/** Money that staff took themselves, by name [SALE-04]. The form's key makes it one payment. */
export async function recordHandPayment(
  app: AppContext,
  request: Asked<'record-payment'>,
): Promise<string> {
  const known = await withDatabase(app, ({ orm }) => findHandPayment(orm, request.key))
  if (known) return recorded(request)
  return withPageClosed(app, request.id, async (tx, isClosed) => {
    const { id, by, key, kind, amount, payer, reference, receivedOn } = request
    await lockOrderForStaff(tx, id)
    if (await findHandPayment(tx, key)) return recorded(request)
    const order = await lockSale(tx, request)
    if (!isClosed(order)) return 'again'
    const at = app.now()
    if (order.withTax) {
      throw refused(
        'The payment page of this order adds its sales tax, so it is paid by its link alone. To take money by hand, make the order with the rate of the tax.',
      )
    }
    if (receivedOn > dayAfter(at)) throw refused('The day it was received is in the future.')
    const money = await staffMoneyOf(tx, order)
    const why = whyNotRecorded(amount, money)
    if (why) throw refused(why)

    const payment = randomUUID()
    await tx.insert(handPayments).values({
      id: payment,
      orderId: id,
      key,
      kind,
      amountCents: amount,
      payer,
      reference,
      receivedOn,
      by,
      at,
    })
    await closeOpenLink(tx, order, { at, why: 'A payment was recorded by hand.' })
    const said = `${formatCents(amount)} was received by ${handNames[kind]}.`
    const { livemode } = order
    const name = `hand_${payment}`
    const facts = { orderId: id, at, provider: byHand, livemode, reference: name, by, why: said }
    await recordEntry(tx, paymentEntry(amount), { ...facts, key: `payment:${byHand}:${payment}` })
    if (money.isGoldFixed && amount === money.left) {
      await recordSale(tx, order, facts)
      await finishSale(tx, order, { at, by, why: `${said} Nothing is left to be paid.` }, name)
    } else {
      await noteOnOrder(tx, order, { at, by, why: said })
    }
    await followCustomWork(tx, order, { at, by })
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.payment_recorded',
      target: { type: 'order', id },
      facts: { number: order.number, kind, amountCents: amount, receivedOn },
    })
    return recorded(request)
  })
}

const recorded = ({ amount, kind }: Pick<Asked<'record-payment'>, 'amount' | 'kind'>) =>
  `${formatCents(amount)} by ${handNames[kind]} is recorded.`

async function findHandPayment(orm: Orm, key: string) {
  const [found] = await orm.select().from(handPayments).where(eq(handPayments.key, key))
  return found ?? null
}

/** A colleague in another time zone may be a day ahead. */
const dayAfter = (at: Date) => new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)

/** The whole is there; its sale is in the ledger. */
export async function finishSale(
  tx: Orm,
  order: OrderRow,
  { at, by, why }: { at: Date; by: string; why: string },
  paymentReference: string | null,
): Promise<void> {
  const change = { at, actor: 'staff', by, why } as const
  const reference = paymentReference ?? order.paymentReference
  await transitionOrder(tx, order, 'paid', change, { paidAt: at, paymentReference: reference })
  await storeAgreedTaxes(tx, order, at)
}

/** A link by which the buyer pays the whole, the deposit or the balance, and the mail with it [SALE-06]. */
export async function sendPayLink(app: AppContext, request: Asked<'send-link'>): Promise<string> {
  const known = await withDatabase(app, ({ orm }) => findPayLink(orm, 'key', request.key))
  if (known) return sent(cents(known.amountCents), true)
  return withPageClosed(app, request.id, async (tx, isClosed) => {
    const { id, by, key, kind, days } = request
    await lockOrderForStaff(tx, id)
    const twice = await findPayLink(tx, 'key', key)
    if (twice) return sent(cents(twice.amountCents), true)
    const order = await lockSale(tx, request)
    if (!isClosed(order)) return 'again'
    const at = app.now()
    const stop = await storedSellingStop(tx)
    if (stop) throw sellingStopped(stop)
    refuseWhereWithdrawn(order)
    const money = await staffMoneyOf(tx, order)
    const amount = linkAmount(kind, { ...money, taxAtPayment: order.withTax })
    if (typeof amount === 'object') throw refused(amount.refused)
    const endsAt = endOfLink(order, { at, days, isHeld: money.received > 0 })
    await closeOpenLink(tx, order, { at, why: 'A newer link took its place.' })
    const link = randomBytes(16).toString('base64url')
    await tx.insert(payLinks).values({
      id: link,
      orderId: id,
      key,
      kind,
      amountCents: amount,
      madeBy: by,
      madeAt: at,
      endsAt,
    })
    const why = `A pay link for ${formatCents(amount)} was made (${kind}).`
    await noteOnOrder(tx, order, { at, by, why })
    if (order.email !== null) await queueMails(tx, id, 'pay link', at, link)
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.pay_link_made',
      target: { type: 'order', id },
      facts: { number: order.number, kind, amountCents: amount, until: endsAt.toISOString() },
    })
    return sent(amount, order.email !== null)
  })
}

const sent = (amount: Cents, isMailed: boolean) =>
  isMailed
    ? `The pay link for ${formatCents(amount)} is on its way by mail.`
    : `The pay link for ${formatCents(amount)} is made. There is no e-mail address: copy it below.`

/** Never after the price is held, unless money for it is there. */
function endOfLink(
  order: OrderRow,
  { at, days, isHeld }: { at: Date; days: number; isHeld: boolean },
): Date {
  const end = new Date(at.getTime() + days * 86_400_000)
  if (isHeld || end <= order.expiresAt) return end
  if (order.expiresAt > at) return order.expiresAt
  throw refused('The price of this order is held no longer. Make a new order at a price of today.')
}

function refuseWhereWithdrawn({ priceWithdrawnAt, priceHonoredAt }: OrderRow): void {
  if (priceWithdrawnAt === null || priceHonoredAt !== null) return
  throw refused(
    'The gold price of this order was withdrawn. Make a new order at a price that stands.',
  )
}

/** Staff take the link back; whoever opens it is told so. */
export async function closePayLink(app: AppContext, request: Asked<'close-link'>): Promise<string> {
  return withPageClosed(app, request.id, async (tx, isClosed) => {
    const { id, by } = request
    const order = await lockSale(tx, request)
    if (!isClosed(order)) return 'again'
    const at = app.now()
    await closeOpenLink(tx, order, { at, why: 'Staff took it back.' })
    await noteOnOrder(tx, order, { at, by, why: 'The pay link was taken back.' })
    await recordAuditEvent(tx, {
      at,
      actor: adminActor(by),
      action: 'order.pay_link_closed',
      target: { type: 'order', id },
      facts: { number: order.number },
    })
    return 'The pay link was taken back.'
  })
}

/** Custom work goes on by one stage, or one back [SALE-08]. */
export async function moveStage(app: AppContext, request: Asked<'stage'>): Promise<string> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const { id, by, to, revision } = request
      const order = await lockOrderForStaff(tx, id)
      const work = await customWorkOf(tx, id)
      if (!work) throw refused('This order is no custom work.')
      await refuseWhereChanged(tx, order, revision)
      if (!canMoveStage(work.stage, to)) {
        throw refused(`Custom work at “${work.stage}” cannot go on to “${to}”.`)
      }
      const { received, isGoldFixed } = await staffMoneyOf(tx, order)
      const why = whyNotAtStage(to, {
        received,
        deposit: cents(work.depositCents),
        isGoldFixed,
        isSent: order.state === 'fulfilled',
      })
      if (why) throw refused(why)
      const at = app.now()
      await tx
        .update(customWork)
        .set({ stage: to, stageAt: at, stageBy: by })
        .where(eq(customWork.orderId, id))
      await noteOnOrder(tx, order, { at, by, why: `Custom work: from ${work.stage} to ${to}.` })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.stage_changed',
        target: { type: 'order', id },
        facts: { number: order.number, from: work.stage, to },
      })
      return 'The stage was changed.'
    }),
  )
}
