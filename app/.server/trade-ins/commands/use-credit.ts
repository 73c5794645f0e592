import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderIn, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { taxesWithCredits } from '#app/.server/orders/staff-order-details.ts'
import { assertSaleOpen, staffMoneyOf } from '#app/.server/payments/balance.ts'
import { withSessionClosed } from '#app/.server/payments/commands/close-checkout-session.ts'
import { receiveOffline } from '#app/.server/payments/commands/record-offline-payment.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { creditFor } from '#app/domain/trade-ins/money.ts'
import {
  changeTradeIn,
  changeTradeInIn,
  type LockedTradeIn,
  ownerCompared,
  type StaffTradeIn,
  tradeInRefused,
} from '../change-trade-in.ts'
import { lockClaim } from '../claims.ts'
import { moneyOf } from '../money.ts'
import { takeOver } from '../take-over.ts'
import { creditEnd } from './offer-trade-in.ts'
import { allowance, allowedWhy } from './pay-out.ts'

type CreditRequest = StaffTradeIn & StaffTradeInInput<'credit'> & { role: Role }

/**
 * The credit of an exchange pays an order that staff made, or a part of it [TRADE-12]; the rest is paid by its payment
 * link or offline. In a state where a trade-in reduces the taxable amount, its tax is computed
 * without it. The order is locked before the trade-in. Its owner was compared with the sanctions
 * lists [TRADE-18]; beyond the limit of purchases from the public it needs an owner of the shop who
 * says why [TRADE-15]. The form's key makes it one payment.
 */
export async function useCredit(
  app: AppContext,
  { order: number, key, override, role, ...request }: CreditRequest,
): Promise<void> {
  const isUsed = async (orm: Orm) =>
    (await orm.$count(offlinePayments, eq(offlinePayments.key, key))) > 0
  if (await withDatabase(app, ({ orm }) => isUsed(orm))) return
  const found = await withDatabase(app, ({ orm }) => findOrder(orm, 'number', number.toUpperCase()))
  if (!found) throw tradeInRefused('There’s no order with this number.', 'order')
  const both = (tx: Orm, work: (of: PreparedCredit) => Promise<void>) =>
    changeOrderIn(tx, app, { id: found.id, by: request.by }, async (locked) => {
      if (await isUsed(tx)) return
      await assertSaleOpen(locked)
      await changeTradeInIn(tx, app, request, async (tradeIn) => {
        const { row, at } = tradeIn
        assertCredit(row, at)
        if (locked.order.livemode !== row.livemode) {
          throw tradeInRefused('A test order can’t use the credit of a real trade-in.', 'order')
        }
        if (row.certificateId !== null) await lockClaim(tx, row.certificateId)
        const { open } = await moneyOf(tx, row)
        const credit = await creditOf(tx, locked.order, open)
        const { livemode } = row
        const purchase = { livemode, at, amount: credit.amount, override, role }
        await work({ locked, tradeIn, open, credit, allowed: await allowance(tx, purchase) })
      })
    })
  // Before the buyer's payment page is closed, and once more under the locks.
  await withDatabase(app, ({ orm }) => orm.transaction((tx) => both(tx, async () => {})))
  await withSessionClosed(app, found.id, async (tx, isClosed) => {
    let isOpen = false
    await both(tx, async (use) => {
      isOpen = !isClosed(use.locked.order)
      if (!isOpen) await payWith(use, key)
    })
    return isOpen ? 'again' : 'done'
  })
}

type Credit = { amount: Cents; taxCents: Cents; reducesTax: boolean }
type PreparedCredit = {
  locked: LockedByStaff
  tradeIn: LockedTradeIn
  open: Cents
  credit: Credit
  /** Why it may be beyond the limit of purchases from the public; empty: it is within. */
  allowed: string
}

async function payWith({ locked, tradeIn, open, credit, allowed }: PreparedCredit, key: string) {
  const { row, tx, at, save } = tradeIn
  const { amount, taxCents, reducesTax } = credit
  const order = { ...locked.order, taxCents }
  await tx.update(orders).set({ taxCents }).where(eq(orders.id, order.id))
  await receiveOffline(
    { ...locked, order },
    {
      ...{ key, kind: 'trade-in', amount, payer: row.ownerName || 'the customer' },
      ...{ reference: `Trade-in ${row.number}`, receivedOn: shopDay(at) },
      tradeIn: { id: row.id, reducesTax },
    },
  )
  await takeOver(tradeIn)
  const left = cents(open - amount)
  await save({
    ...(left === 0 && { to: 'done' }),
    columns: { orderId: order.id, sanctionsAt: at, sanctionsBy: tradeIn.by },
    why: [
      `${formatCents(amount)} of the credit was used for order ${order.number}.`,
      ...(left > 0 ? [`${formatCents(left)} is left.`] : []),
      ownerCompared,
      ...allowedWhy(allowed),
    ].join(' '),
    email: 'trade-in-used-owner',
  })
}

function assertCredit(row: { kind: string; state: string; creditUntil: Date | null }, at: Date) {
  if (row.kind !== 'exchange' || row.state !== 'agreed' || row.creditUntil === null) {
    throw tradeInRefused('This trade-in has no credit to use.')
  }
  if (row.creditUntil <= at) {
    throw tradeInRefused('The credit has expired. Extend it first, or send the piece back.')
  }
}

/** The sum that an order uses of a credit, and its tax with it where the credit reduces that. */
async function creditOf(tx: Orm, order: OrderRow, open: Cents): Promise<Credit> {
  if (order.withTax) {
    throw tradeInRefused(
      'This order’s payment page adds the sales tax, so a credit can’t be used for it. Create the order with a tax rate.',
      'order',
    )
  }
  const { left, received } = await staffMoneyOf(tx, order)
  const { taxStates } = await tradeInTermsSetting.stored(tx)
  const { taxRate: rate, taxState: state } = order
  if (rate === null || state === null || !taxStates.includes(state)) {
    const amount = creditFor(open, left)
    if (amount <= 0) throw tradeInRefused('Nothing is left to pay on this order.', 'order')
    return { amount, taxCents: cents(order.taxCents), reducesTax: false }
  }
  // It pays for goods alone, of which nothing may be left but the tax.
  const amount = creditFor(open, cents(Math.max(0, order.totalCents - received)))
  if (amount <= 0) throw tradeInRefused('Only the tax of this order is left to pay.', 'order')
  const taxes = await taxesWithCredits(tx, order.id, { rate, state }, amount)
  return { amount, taxCents: sumOfTaxes(taxes), reducesTax: true }
}

/** A credit that expired, or is about to, lasts longer. */
export async function extendCredit(app: AppContext, request: StaffTradeIn): Promise<void> {
  await changeTradeIn(app, request, async ({ tx, row, at, save }) => {
    if (row.kind !== 'exchange' || row.state !== 'agreed') {
      throw tradeInRefused('This trade-in has no credit to extend.')
    }
    const { creditDays } = await tradeInTermsSetting.stored(tx)
    await save({
      columns: { creditUntil: creditEnd(at, creditDays) },
      why: `The credit was extended by ${creditDays} days.`,
      email: 'trade-in-credit-owner',
    })
  })
}
