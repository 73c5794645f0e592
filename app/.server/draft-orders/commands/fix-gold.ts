import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  acceptedRecord,
  refuseBefore,
  refuseWithdrawn,
} from '#app/.server/draft-orders/gold-for-draft.ts'
import { lastCorrection, lockAsNewOrder } from '#app/.server/gold-price/void-quotes.ts'
import { changeOrderIn } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { customWorkOf } from '#app/.server/orders/staff-order-details.ts'
import { assertSaleOpen, finishSale, staffMoneyOf } from '#app/.server/payments/balance.ts'
import { withSessionClosed } from '#app/.server/payments/commands/close-checkout-session.ts'
import { closeOpenLink } from '#app/.server/payments/payment-request-links.ts'
import { recordSale } from '#app/.server/payments/record-money.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { customWork } from '#app/.server/platform/db/draft-order-schema.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { repriceLines, staffTotals } from '#app/domain/draft-orders/draft-order.ts'
import { formatExactRate, rateToDecimal } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'
import { noBankDiscount } from '#app/domain/pricing/bank-discount.ts'
import type { QuoteLine } from '#app/domain/quote/quote.ts'

/**
 * Fixes the price of the gold of custom work at delivery, as agreed: from then on the total is final, and
 * the balance is it less what the ledger says was paid [SALE-09]. Where that is nothing, the order is paid.
 */
export async function fixGold(
  app: AppContext,
  request: VersionedOrder & { goldPrice: number },
): Promise<string> {
  const { id, by, goldPrice } = request
  return withSessionClosed(app, id, async (tx, isClosed) => {
    await lockAsNewOrder(tx)
    return changeOrderIn(tx, app, request, async (locked) => {
      const { order, at, save } = locked
      await assertGoldNotFixed(tx, id)
      await assertSaleOpen(locked)
      if (!isClosed(order)) return 'again'
      const record = await acceptedRecord(tx, goldPrice)
      await refuseWithdrawn(tx, record, at)
      await refuseBefore(tx, record, order.createdAt)
      const { gold } = record
      const { lines } = await orderSummary({ orm: tx }, order)
      const repriced = repriceLines(lines, gold)
      const { taxRate: rate, taxState: state } = order
      const tax = rate === null || state === null ? null : { rate, state }
      // A bank price is agreed for a price that is fixed alone.
      const totals = staffTotals(repriced, { bankDiscount: noBankDiscount, tax })
      await storeLines(tx, id, repriced, totals.discounts)
      const before = cents(order.totalCents)
      const estimated = formatCents(cents(before + order.taxCents))
      await tx
        .update(orders)
        .set({
          totalCents: totals.total,
          discountCents: totals.discount,
          taxCents: totals.tax,
          goldPricePerOunce: rateToDecimal(gold.perOunce),
          goldPricePerGram: rateToDecimal(gold.perGram),
          goldSource: gold.source,
          goldTakenAt: gold.takenAt,
          goldCorrectedAt: await lastCorrection(tx),
          goldPriceId: record.id,
        })
        .where(eq(orders.id, id))
      await tx
        .update(customWork)
        .set({ fixedAt: at, fixedBy: by })
        .where(eq(customWork.orderId, id))
      await closeOpenLink(tx, order, { at, why: 'The gold price was locked.' })
      const total = formatCents(cents(totals.total + totals.tax))
      const why = `The gold price was locked at ${formatExactRate(gold.perGram)} per gram. The total is ${total}, estimated earlier at ${estimated}.`
      const fixed = await save({
        why,
        audit: {
          action: 'order.gold_fixed',
          facts: { before, totalCents: totals.total, goldPrice: record.id },
        },
      })
      const { left } = await staffMoneyOf(tx, fixed)
      if (left === 0) {
        const { livemode } = order
        const facts = { orderId: id, at, provider: byHand, livemode, reference: null, by, why }
        await recordSale(tx, fixed, facts)
        await finishSale(tx, fixed, { at, by, why: 'Nothing is left to pay.' }, null)
        return `The gold price is locked. The total is ${total}, and nothing is left to pay.`
      }
      return `The gold price is locked. The total is ${total}; ${formatCents(left)} is left to pay.`
    })
  })
}

async function assertGoldNotFixed(tx: Orm, id: string): Promise<void> {
  const work = await customWorkOf(tx, id)
  if (work?.goldFixed === 'delivery' && work.fixedAt === null) return
  throw new AppError(
    'gold_fixed',
    409,
    work
      ? `The gold price is already locked${work.fixedBy ? ` (by ${work.fixedBy})` : ''}. Nothing was changed.`
      : 'This order’s price is locked. Nothing was changed.',
  )
}

async function storeLines(
  tx: Orm,
  orderId: string,
  lines: readonly QuoteLine[],
  discounts: readonly number[],
): Promise<void> {
  for (const [position, line] of lines.entries()) {
    await tx
      .update(orderLines)
      .set({
        pricePerGram: rateToDecimal(line.perGram),
        metalValueCents: line.metalValue,
        unitPriceCents: line.unitPrice,
        lineTotalCents: line.lineTotal,
        discountCents: discounts[position] ?? 0,
      })
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  }
}
