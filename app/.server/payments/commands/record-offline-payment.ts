import { randomUUID } from 'node:crypto'
import { and, eq, ne, sum } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordEntry } from '#app/.server/ledger/repository.ts'
import { changeOrderIn, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { followCustomWork } from '#app/.server/orders/staff-order-details.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { releaseFailedDebits } from '#app/.server/risk/holds.ts'
import { paymentEntry } from '#app/domain/ledger/ledger.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { contactOf } from '#app/domain/orders/buyer.ts'
import { cashReportText } from '#app/domain/payments/form-8300.ts'
import {
  byHand,
  howPaid,
  type OfflineKind,
  offlinePaymentProblem,
  offlineReference,
  reauthAboveOffline,
} from '#app/domain/payments/offline-payment.ts'
import {
  assertSaleOpen,
  type DraftOrderRequest,
  finishSale,
  saleRefused,
  staffMoneyOf,
} from '../balance.ts'
import { closeOpenLink } from '../payment-request-links.ts'
import { cashReportOf } from '../queries/cash-customers.ts'
import { recordSale } from '../record-money.ts'
import { withSessionClosed } from './close-checkout-session.ts'

type OfflinePaymentRequest = DraftOrderRequest<'record-payment'> & {
  requireFresh: () => Promise<void>
}

/**
 * Money that staff took themselves, by name [SALE-04]. The form's key makes it one payment. Above $1,000 of
 * an order it needs a fresh second factor, however many are recorded at once [FRESH-06].
 */
export async function recordOfflinePayment(
  app: AppContext,
  request: OfflinePaymentRequest,
): Promise<string> {
  const known = await withDatabase(app, async ({ orm }) => {
    const found = await findOfflinePayment(orm, request.key)
    // Before the buyer's payment page is closed, and once more under the lock of the order.
    if (!found) {
      await requireReauthForLarge(orm, request)
      await assertCashReadBack(orm, app, request)
    }
    return found
  })
  if (known) return recorded(request)
  const { id, key, amount, receivedOn } = request
  return withSessionClosed(app, id, (tx, isClosed) =>
    changeOrderIn(tx, app, request, async (locked) => {
      const { order, at } = locked
      if (await findOfflinePayment(tx, key)) return recorded(request)
      await assertSaleOpen(locked)
      if (!isClosed(order)) return 'again'
      if (order.withTax) {
        throw saleRefused(
          'This order’s payment page adds the sales tax, so it can be paid only through its link. To record a payment yourself, create the order with a tax rate.',
        )
      }
      if (receivedOn > dayAfter(at)) throw saleRefused('The date received is in the future.')
      const money = await staffMoneyOf(tx, order)
      const why = offlinePaymentProblem(amount, money)
      if (why) throw saleRefused(why)

      await assertCashReadBack(tx, app, request)
      await requireReauthForLarge(tx, request)
      await receiveOffline(locked, request)
      return recorded(request)
    }),
  )
}

/**
 * Cash that the IRS is told of is recorded once the person who takes it has read what must be
 * collected [SALE-28].
 */
async function assertCashReadBack(
  orm: Orm,
  app: AppContext,
  { id: orderId, kind, amount, payer, receivedOn, form8300 }: OfflinePaymentRequest,
): Promise<void> {
  const order = form8300 ? null : await findOrder(orm, 'id', orderId)
  if (!order) return
  const taken = { kind, amount, payer, receivedOn, orderId, email: order.email }
  const books = { livemode: order.livemode, today: shopDay(app.now()) }
  const report = await cashReportOf(orm, taken, books)
  if (!report) return
  const message = cashReportText(report, Boolean(contactOf(order).address?.line1))
  throw new AppError('form_8300_due', 422, `${message} Nothing was recorded yet.`, {
    details: { errors: { form8300: message } },
  })
}

type OfflinePayment = Pick<
  OfflinePaymentRequest,
  'key' | 'amount' | 'payer' | 'reference' | 'receivedOn'
> & {
  kind: OfflineKind
  /** Of a credit: the trade-in it is of, and whether it reduces the taxable amount [TRADE-12]. */
  tradeIn?: { id: string; reducesTax: boolean }
}

/** Stores money that staff took for an order still to be paid, with all that follows from it. */
export async function receiveOffline(
  { tx, order, at, by, save, audit }: LockedByStaff,
  { key, kind, amount, payer, reference, receivedOn, tradeIn }: OfflinePayment,
): Promise<void> {
  const { id, number, livemode } = order
  const money = await staffMoneyOf(tx, order)
  const payment = randomUUID()
  await tx.insert(offlinePayments).values({
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
    ...(tradeIn && { tradeInId: tradeIn.id, reducesTax: tradeIn.reducesTax }),
  })
  await closeOpenLink(tx, order, { at, why: 'A payment was recorded manually.' })
  await releaseFailedDebits(tx, order, { at, by, reason: 'Another payment was recorded.' })
  const asTest = livemode ? '' : ' Recorded as a test.'
  const said = `${formatCents(amount)} received ${howPaid[kind]}.${asTest}`
  const name = offlineReference(payment)
  const facts = { orderId: id, at, provider: byHand, livemode, reference: name, by, why: said }
  await recordEntry(tx, paymentEntry(amount), { ...facts, key: `payment:${byHand}:${payment}` })
  if (money.isGoldFixed && amount === money.left) {
    await recordSale(tx, order, facts)
    await finishSale(tx, order, { at, by, why: `${said} The balance is paid.` }, name)
  } else {
    await save({ why: said, email: { about: 'part paid', occasion: name } })
  }
  await followCustomWork(tx, order, { at, by })
  await raiseAlert(tx, {
    ...{ kind: 'payment-recorded', at },
    facts: { by, order: { id, number }, amountCents: amount, kind },
  })
  await audit({
    action: 'order.payment_recorded',
    facts: { kind, amountCents: amount, receivedOn },
  })
}

async function requireReauthForLarge(
  orm: Orm,
  { id, key, amount, requireFresh }: OfflinePaymentRequest,
) {
  if ((await paidOffline(orm, id, key)) + amount > reauthAboveOffline) await requireFresh()
}

/** What staff recorded of an order so far, in cents, without the form that is sent just now. */
async function paidOffline(orm: Orm, orderId: string, key: string): Promise<number> {
  const [before] = await orm
    .select({ cents: sum(offlinePayments.amountCents) })
    .from(offlinePayments)
    .where(and(eq(offlinePayments.orderId, orderId), ne(offlinePayments.key, key)))
  return Number(before?.cents ?? 0)
}

const recorded = ({ amount, kind }: Pick<DraftOrderRequest<'record-payment'>, 'amount' | 'kind'>) =>
  `${formatCents(amount)} ${howPaid[kind]} was recorded.`

async function findOfflinePayment(orm: Orm, key: string) {
  const [found] = await orm.select().from(offlinePayments).where(eq(offlinePayments.key, key))
  return found ?? null
}

/** A colleague in another time zone may be a day ahead. */
const dayAfter = (at: Date) => new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)
