import type { AppContext } from '#app/.server/app-context.ts'
import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { type SaleParts, totalOf } from '#app/domain/payments/ledger.ts'
import type { RefundLine } from '#app/domain/payments/refund.ts'

export type CreditNote = {
  number: string
  at: Date
  orderNumber: string
  orderedAt: Date
  isTest: boolean
  /** Empty where a sum was credited. */
  lines: RefundLine[]
  parts: SaleParts
  total: Cents
  note: string
}

/** By the order's token and the note's number; null for anything else [REFUND-09]. */
export async function creditNotePage(
  app: AppContext,
  token: string,
  number: string,
): Promise<CreditNote | null> {
  if (!isToken(token) || app.config.database === 'none') return null
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'token', token)
    if (!order) return null
    const refund = (await refundsOfOrder(orm, order.id)).find(
      (each) => creditNoteOf(each) === number,
    )
    if (!refund) return null
    const parts = {
      goods: cents(refund.goodsCents),
      tax: cents(refund.taxCents),
      shipping: cents(refund.shippingCents),
      discount: cents(refund.discountCents),
    }
    return {
      number,
      at: refund.at,
      orderNumber: order.number,
      orderedAt: order.createdAt,
      isTest: !order.livemode,
      lines: refund.lines,
      parts,
      total: totalOf(parts),
      note: refund.note,
    }
  })
}
