import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderIn } from '#app/.server/orders/change-order.ts'
import { queueEmails } from '#app/.server/orders/transition.ts'
import { findPaymentRequestLink } from '#app/.server/payments/payment-request-token.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { releaseFailedDebits } from '#app/.server/risk/holds.ts'
import { staffSellingStopped, storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { linkAmount } from '#app/domain/payments/payment-request-link.ts'
import { isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import { assertSaleOpen, type DraftOrderRequest, saleRefused, staffMoneyOf } from '../balance.ts'
import { closeOpenLink } from '../payment-request-links.ts'
import { withSessionClosed } from './close-checkout-session.ts'

/** A link by which the buyer pays the whole, the deposit or the balance, and the email with it [SALE-06]. */
export async function sendPaymentRequestLink(
  app: AppContext,
  request: DraftOrderRequest<'send-link'>,
): Promise<string> {
  const known = await withDatabase(app, ({ orm }) =>
    findPaymentRequestLink(orm, 'key', request.key),
  )
  if (known) return sent(cents(known.amountCents), true)
  const { id, by, key, kind, days } = request
  return withSessionClosed(app, id, (tx, isClosed) =>
    changeOrderIn(tx, app, request, async (locked) => {
      const { order, at, save } = locked
      const twice = await findPaymentRequestLink(tx, 'key', key)
      if (twice) return sent(cents(twice.amountCents), true)
      await assertSaleOpen(locked)
      if (!isClosed(order)) return 'again'
      const stop = await storedSellingStop(tx)
      if (stop) throw staffSellingStopped(stop, 'send a payment link')
      assertNotWithdrawn(order)
      const money = await staffMoneyOf(tx, order)
      const amount = linkAmount(kind, { ...money, taxAtPayment: order.withTax })
      if (typeof amount === 'object') throw saleRefused(amount.refused)
      const endsAt = endOfLink(order, { at, days, isHeld: money.received > 0 })
      await closeOpenLink(tx, order, { at, why: 'A newer link replaced it.' })
      await releaseFailedDebits(tx, order, { at, by, reason: 'Another payment link was created.' })
      const link = randomBytes(16).toString('base64url')
      await tx.insert(paymentRequestLinks).values({
        id: link,
        orderId: id,
        key,
        kind,
        amountCents: amount,
        madeBy: by,
        madeAt: at,
        endsAt,
      })
      await save({
        why: `Payment link created for ${formatCents(amount)} (${kind}).`,
        audit: {
          action: 'order.pay_link_made',
          facts: { kind, amountCents: amount, until: endsAt.toISOString() },
        },
      })
      if (order.email !== null) await queueEmails(tx, id, 'pay link', at, link)
      return sent(amount, order.email !== null)
    }),
  )
}

const sent = (amount: Cents, isEmailed: boolean) =>
  isEmailed
    ? `The payment link for ${formatCents(amount)} is on its way by email.`
    : `The payment link for ${formatCents(amount)} was created. There’s no email address, so copy the link below.`

/** Never after the price is held, unless money for it is there. */
function endOfLink(
  order: OrderRow,
  { at, days, isHeld }: { at: Date; days: number; isHeld: boolean },
): Date {
  const end = new Date(at.getTime() + days * 86_400_000)
  if (isHeld || end <= order.expiresAt) return end
  if (order.expiresAt > at) return order.expiresAt
  throw saleRefused('This order’s price hold has ended. Create a new order at today’s price.')
}

function assertNotWithdrawn(order: OrderRow): void {
  if (!isPriceWithdrawn(order)) return
  throw saleRefused('This order’s gold price was withdrawn. Create a new order at a valid price.')
}

/** Staff revoke the link; anyone who opens it is told so. */
export async function closePaymentRequestLink(
  app: AppContext,
  request: DraftOrderRequest<'close-link'>,
): Promise<string> {
  return withSessionClosed(app, request.id, (tx, isClosed) =>
    changeOrderIn(tx, app, request, async (locked) => {
      const { order, at, save } = locked
      await assertSaleOpen(locked)
      if (!isClosed(order)) return 'again'
      await closeOpenLink(tx, order, { at, why: 'Staff canceled it.' })
      const why = 'The payment link was canceled.'
      await save({ why, audit: { action: 'order.pay_link_closed' } })
      return why
    }),
  )
}
