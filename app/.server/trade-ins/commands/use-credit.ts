import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderIn } from '#app/.server/orders/change-order.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { findOrder, linesOfOrder } from '#app/.server/orders/repository.ts'
import { creditReducingTax } from '#app/.server/orders/staff-order-details.ts'
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
import { agreedTaxes } from '#app/domain/draft-orders/draft-order.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { creditFor } from '#app/domain/trade-ins/money.ts'
import { taxableAfterCredit } from '#app/domain/trade-ins/taxable.ts'
import {
  changeTradeIn,
  changeTradeInIn,
  ownerCompared,
  type StaffTradeIn,
  tradeInRefused,
} from '../change-trade-in.ts'
import { moneyOf } from '../money.ts'
import { takeOver } from '../take-over.ts'
import { creditEnd } from './offer-trade-in.ts'
import { allowance, allowedWhy } from './pay-out.ts'

type CreditRequest = StaffTradeIn & StaffTradeInInput<'credit'> & { role: Role }

/**
 * The credit of an exchange pays an order that staff made, or a part of it [TRADE-12]; the rest is paid by its payment
 * link or by hand. In a state where a trade-in reduces the taxable amount, its tax is computed without it. The order
 * is locked before the trade-in. Its owner was compared with the sanctions lists [TRADE-18]; beyond the limit of
 * purchases from the public it needs an owner of the shop who says why [TRADE-15]. The form's key makes it one payment.
 */
export async function useCredit(
  app: AppContext,
  { order: number, key, override, role, ...request }: CreditRequest,
): Promise<void> {
  const known = await withDatabase(app, ({ orm }) =>
    orm.$count(offlinePayments, eq(offlinePayments.key, key)),
  )
  if (known > 0) return
  const found = await withDatabase(app, ({ orm }) => findOrder(orm, 'number', number.toUpperCase()))
  if (!found) throw tradeInRefused('There’s no order with this number.', 'order')
  await withSessionClosed(app, found.id, (tx, isClosed) =>
    changeOrderIn<'done' | 'again'>(tx, app, { id: found.id, by: request.by }, async (locked) => {
      await assertSaleOpen(locked)
      if (!isClosed(locked.order)) return 'again'
      await changeTradeInIn(tx, app, request, async (tradeIn) => {
        const { row, at, by, save } = tradeIn
        assertCredit(tradeIn.row, at)
        if (locked.order.livemode !== row.livemode) {
          throw tradeInRefused('A test order can’t use the credit of a real trade-in.', 'order')
        }
        const { open } = await moneyOf(tx, row)
        const { order, amount, reducesTax } = await orderWithCredit(tx, locked.order, open)
        const allowed = await allowance(tx, { livemode: row.livemode, at, amount, override, role })
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
          columns: { orderId: order.id, sanctionsAt: at, sanctionsBy: by },
          why: [
            `${formatCents(amount)} of the credit was used for order ${order.number}.`,
            ...(left > 0 ? [`${formatCents(left)} is left.`] : []),
            ownerCompared,
            ...allowedWhy(allowed),
          ].join(' '),
          email: 'trade-in-used-owner',
        })
      })
      return 'done'
    }),
  )
}

function assertCredit(row: { kind: string; state: string; creditUntil: Date | null }, at: Date) {
  if (row.kind !== 'exchange' || row.state !== 'agreed' || row.creditUntil === null) {
    throw tradeInRefused('This trade-in has no credit to use.')
  }
  if (row.creditUntil <= at) {
    throw tradeInRefused('The credit has expired. Extend it first, or send the piece back.')
  }
}

/** The order as it is with the credit: the sum it uses, and its tax where the credit reduces that. */
async function orderWithCredit(
  tx: Orm,
  order: OrderRow,
  open: Cents,
): Promise<{ order: OrderRow; amount: Cents; reducesTax: boolean }> {
  if (order.withTax) {
    throw tradeInRefused(
      'This order’s payment page adds the sales tax, so a credit can’t be used for it. Create the order with a tax rate.',
      'order',
    )
  }
  const { left, received } = await staffMoneyOf(tx, order)
  const { taxStates } = await tradeInTermsSetting.stored(tx)
  const { taxRate: rate, taxState: state } = order
  const reducesTax = rate !== null && state !== null && taxStates.includes(state)
  if (!reducesTax) {
    const amount = creditFor(open, left)
    if (amount <= 0) throw tradeInRefused('Nothing is left to pay on this order.', 'order')
    return { order, amount, reducesTax }
  }
  // It pays for goods alone, of which nothing may be left but the tax.
  const amount = creditFor(open, cents(Math.max(0, order.totalCents - received)))
  if (amount <= 0) throw tradeInRefused('Only the tax of this order is left to pay.', 'order')
  const lines = await linesOfOrder(tx, order.id)
  const due = lines.map((line) => cents(line.lineTotalCents - line.discountCents))
  const before = await creditReducingTax(tx, order.id)
  const taxes = agreedTaxes(taxableAfterCredit(due, cents(before + amount)), { rate, state })
  const taxCents = sumOfTaxes(taxes)
  await tx.update(orders).set({ taxCents }).where(eq(orders.id, order.id))
  return { order: { ...order, taxCents }, amount, reducesTax }
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
