import type { AppContext } from '#app/.server/app-context.ts'
import {
  creditNoteOf,
  moneyOfOrder,
  paymentsOfOrder,
  refundsOfOrder,
} from '#app/.server/ledger/refunds.ts'
import { findOrder, linesOfOrder } from '#app/.server/orders/repository.ts'
import { goldRefunded } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { lineTaxesOf } from '#app/.server/tax/line-taxes.ts'
import { refundableByDefault } from '#app/domain/ledger/ledger.ts'
import { type Cents, cents, sumCents } from '#app/domain/money/cents.ts'
import type { RefundableLine } from '#app/domain/refunds/refund-lines.ts'
import { type LineTax, sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { paymentNamesOf } from '../payment-names.ts'

/** What was refunded of an order, and what can be. */
export async function orderRefunds(app: AppContext, orderId: string) {
  return withDatabase(app, async ({ orm }) => {
    const refunds = await refundsOfOrder(orm, orderId)
    const money = await moneyOfOrder(orm, orderId)
    const order = await findOrder(orm, 'id', orderId)
    const nameOf = order ? await paymentNamesOf(orm, order) : (reference: string) => reference
    return {
      refunds: refunds.map((refund) => {
        const { id, state, at, by, reason, problem } = refund
        const amount = cents(refund.amountCents)
        const applied = cents(refund.appliedCents)
        return {
          id,
          amount,
          applied,
          state,
          at,
          by,
          reason,
          problem,
          creditNote: creditNoteOf(refund),
        }
      }),
      outstanding: money.outstanding,
      refundable: money.refundable,
      /** Of it, what a refund of all that is left refunds: without what staff decided not to refund. */
      refundableByDefault: refundableByDefault(money),
      tax: money.sold.tax,
      shipping: money.sold.shipping,
      shippingTax: money.shippingTax,
      lines: await refundableLines(orm, orderId),
      payments: (await paymentsOfOrder(orm, orderId))
        .filter(({ left }) => left > 0)
        .map((payment) => ({ ...payment, name: nameOf(payment.reference) })),
    }
  })
}

export type OrderRefund = OrderRefunds['refunds'][number]

export type OrderRefunds = Awaited<ReturnType<typeof orderRefunds>>

/** The lines of an order with the pieces not refunded yet. */
export async function refundableLines(orm: Orm, orderId: string): Promise<RefundableLine[]> {
  const refunds = await refundsOfOrder(orm, orderId)
  const gone = refunds.flatMap(({ lines }) => lines)
  const taxes = await lineTaxesOf(orm, orderId)
  const light = await goldRefunded(orm, orderId)
  const lines = await linesOfOrder(orm, orderId)
  const hasCode = lines.some(({ codeDiscountCents }) => codeDiscountCents > 0)
  return lines.map(({ position, name, size, options, engraving, ...line }) => {
    const unitPrice = cents(line.unitPriceCents)
    const refunded = gone.filter((each) => each.position === position)
    // A line refunded after its missing gold was refunded for less than its price.
    const taken = refunded.map((each) => unitPrice * each.quantity - each.amountCents)
    const given = light.filter((each) => each.line === position).map(({ goods }) => goods)
    const lighter = sumCents(given) - taken.reduce((sum, less) => sum + less, 0)
    return {
      position,
      name,
      size,
      options,
      engraving,
      unitPrice,
      lighter: cents(Math.max(0, lighter)),
      taxShare: taxShare(taxes, position, line.quantity),
      off: hasCode ? takenOff(line) : null,
      left: refunded.reduce((left, { quantity }) => left - quantity, line.quantity),
    }
  })
}

function takenOff(line: {
  quantity: number
  lineTotalCents: number
  discountCents: number
  codeDiscountCents: number
  codeOffMetal: boolean
}): RefundableLine['off'] {
  const { quantity, lineTotalCents, discountCents, codeDiscountCents, codeOffMetal } = line
  const byFeeCode = codeOffMetal ? 0 : codeDiscountCents
  return {
    share: cents(Math.round((discountCents * 1000) / quantity)),
    ofGold: {
      discount: cents(discountCents - byFeeCode),
      price: cents(lineTotalCents - byFeeCode),
    },
  }
}

function taxShare(taxes: readonly LineTax[], position: number, quantity: number): Cents | null {
  if (taxes.length === 0) return null
  const tax = sumOfTaxes(taxes.filter(({ line }) => line === position))
  return cents(Math.round((tax * 1000) / quantity))
}
