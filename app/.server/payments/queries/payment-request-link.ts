import type { AppContext } from '#app/.server/app-context.ts'
import { orderSummary } from '#app/.server/orders/queries/order-summary.ts'
import { customWorkOf } from '#app/.server/orders/staff-order-details.ts'
import { requestOfToken } from '#app/.server/payments/payment-request-token.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { agreementLeft } from '#app/domain/draft-orders/agreement.ts'
import { cents } from '#app/domain/money/cents.ts'
import { balanceOfOrder } from '../../ledger/repository.ts'
import { changeOfLink } from '../edit-payment.ts'
import { stateOfLink } from '../state-of-link.ts'
import { refusedDebit } from './refused-debit.ts'

/** By a token that this shop has signed; null for anything else [SALE-06]. */
export async function paymentRequestPage(app: AppContext, token: string) {
  if (app.config.database === 'none') return null
  return withDatabase(app, async (db) => {
    const found = await requestOfToken(db.orm, app, token)
    if (!found) return null
    const { link, order } = found
    const { paid, refunded } = await balanceOfOrder(db.orm, order.id)
    const work = await customWorkOf(db.orm, order.id)
    const received = cents(paid - refunded)
    return {
      state: await stateOfLink(db.orm, app, link, order),
      kind: link.kind,
      amount: cents(link.amountCents),
      endsAt: link.endsAt,
      isTest: !order.livemode,
      orderToken: order.token,
      name: order.shippingAddress?.name || null,
      summary: await orderSummary(db, order),
      received,
      /** What a change of the order removes and adds; null: the link is of no change [EDIT-02]. */
      change: link.kind === 'change' ? await changeOfLink(db.orm, link.id) : null,
      refusedDebit: await refusedDebit(db.orm, app, order, { isOpen: true }),
      custom: work && {
        agreement: agreementLeft(work, received),
        goldFixed: work.goldFixed,
        isFixed: work.fixedAt !== null,
      },
    }
  })
}

/** What a visitor with a payment link is shown. */
export type PaymentRequestPage = NonNullable<Awaited<ReturnType<typeof paymentRequestPage>>>
