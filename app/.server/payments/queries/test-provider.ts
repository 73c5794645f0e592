import type { AppContext } from '#app/.server/app-context.ts'
import { moneyOfOrder, paymentsOfOrder } from '#app/.server/ledger/refunds.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { TestProviderChoice } from '#app/contracts/payments/test-provider.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import { testOrder } from './test-payment.ts'

export type TestProviderPage = {
  number: string
  /** Null where the link to the order was replaced since [PRIVACY-10]. */
  orderToken: string | null
  payBy: PayBy
  dispute: 'open' | 'won' | 'lost' | null
  paid: Cents
  /** Reversed by the bank of a debit or a wire. */
  returned: Cents
  refunded: Cents
  /** Held by a dispute, or lost to it. */
  disputed: Cents
  /** What one refund at the provider can give back now. */
  refundable: Cents
  can: TestProviderChoice['choice'][]
}

/** A test payment as its provider would show it; null where the order was not paid by one [ORDER-10]. */
export async function testProviderPage(
  app: AppContext,
  session: string,
): Promise<TestProviderPage | null> {
  const order = await testOrder(app, session)
  if (!order) return null
  return (await withDatabase(app, ({ orm }) => madeTestPayment(orm, order)))?.page ?? null
}

/** With the payment of which a refund is made: the one with the most left. */
export async function madeTestPayment(
  orm: Orm,
  order: OrderRow,
): Promise<{ page: TestProviderPage; reference: string } | null> {
  if (!wasPaid(order.state) || order.paymentReference === null) return null
  const money = await moneyOfOrder(orm, order.id)
  const { paid, returned, refunded, refundable: whole } = money
  const payments = (await paymentsOfOrder(orm, order.id))
    .filter(({ provider }) => provider !== byHand)
    .toSorted((a, b) => b.left - a.left)
  const refundable = cents(Math.min(whole, payments[0]?.left ?? 0))
  const { number, payBy, dispute } = order
  const orderToken = order.linkVersion === 0 ? order.token : null
  const disputed = cents(money.disputed + money.lost)
  const sums = { paid, returned, refunded, disputed, refundable }
  const page = { number, orderToken, payBy, dispute, ...sums }
  return {
    page: { ...page, can: choicesFor(page) },
    reference: payments[0]?.reference ?? order.paymentReference,
  }
}

/** Cards are disputed; a debit or a wire is reversed, which is final. */
function choicesFor({
  payBy,
  dispute,
  refundable,
}: Pick<TestProviderPage, 'payBy' | 'dispute' | 'refundable'>): TestProviderPage['can'] {
  if (dispute === 'open') return ['win', 'lose']
  if (refundable === 0) return []
  if (payBy !== 'card') return ['refund', 'return']
  return dispute === null ? ['refund', 'dispute'] : ['refund']
}
