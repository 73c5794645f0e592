import type { AppContext } from '#app/.server/app-context.ts'
import { type CustomWorkRow, customWorkOf } from '#app/.server/orders/draft-details.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import {
  findPaymentRequestLink,
  idOfToken,
  type PaymentRequestRow,
} from '#app/.server/payments/payment-request-token.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import {
  type PaymentRequestKind,
  type PaymentRequestState,
  paymentRequestState,
} from '#app/domain/payments/payment-request-link.ts'
import { isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import { balanceOfOrder } from '../../ledger/repository.ts'

/** What whoever has a pay link is shown. */
export type PaymentRequestPage = {
  state: PaymentRequestState
  kind: PaymentRequestKind
  amount: Cents
  endsAt: Date
  isTest: boolean
  orderToken: string
  name: string | null
  summary: OrderSummary
  received: Cents
  custom: (Pick<CustomWorkRow, 'agreement' | 'goldFixed'> & { isFixed: boolean }) | null
}

/** By a token that this shop has signed; null for anything else [SALE-06]. */
export async function paymentRequestPage(
  app: AppContext,
  token: string,
): Promise<PaymentRequestPage | null> {
  const id = idOfToken(app, token)
  if (id === null || app.config.database === 'none') return null
  return withDatabase(app, async (db) => {
    const link = await findPaymentRequestLink(db.orm, 'id', id)
    const order = link && (await findOrder(db.orm, 'id', link.orderId))
    if (!order) return null
    const { paid, refunded } = await balanceOfOrder(db.orm, order.id)
    const work = await customWorkOf(db.orm, order.id)
    return {
      state: await stateOfLink(db.orm, app, link, order),
      kind: link.kind,
      amount: cents(link.amountCents),
      endsAt: link.endsAt,
      isTest: !order.livemode,
      orderToken: order.token,
      name: order.shippingAddress?.name || null,
      summary: await orderSummary(db, order),
      received: cents(paid - refunded),
      custom: work && {
        agreement: work.agreement,
        goldFixed: work.goldFixed,
        isFixed: work.fixedAt !== null,
      },
    }
  })
}

/** Also asked in a transaction that has locked the order. */
export async function stateOfLink(
  orm: Orm,
  { payments, now }: Pick<AppContext, 'payments' | 'now'>,
  link: PaymentRequestRow,
  order: OrderRow,
): Promise<PaymentRequestState> {
  const isPaid = link.paidAt === null && link.closedWhy === 'paid'
  return paymentRequestState(
    {
      closedAt: link.closedAt,
      paidAt: isPaid ? link.closedAt : link.paidAt,
      endsAt: link.endsAt,
      order: {
        state: order.state,
        isPriceWithdrawn: isPriceWithdrawn(order),
        isHeld: order.holdReason !== null,
        isProcessing: order.paymentProcessingAt !== null,
      },
      isSellingStopped: (await storedSellingStop(orm)) !== null,
      isProviderThere:
        payments?.provider === order.paymentProvider && payments.live === order.livemode,
    },
    now(),
  )
}
