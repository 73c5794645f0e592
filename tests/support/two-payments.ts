import type { AppContext } from '#app/.server/app-context.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { cents } from '#app/domain/money/cents.ts'
import { type PlacedOrder, payment, pendingOrder, storedOrder } from './orders.ts'
import { asStaff, madeOrder } from './staff-orders.ts'

/** In US cents; the smaller of both payments. */
export const deposit = 990_65

/** One piece of the catalog, made as an order by staff, of which a deposit was paid, and the rest. */
export async function paidTwice(shop: AppContext, more: { byHand?: boolean } = {}) {
  const [known] = await linesOfOrder(shop.db.orm, (await pendingOrder(shop)).id)
  const order = await madeOrder(shop, {
    'line-0-piece': `${known?.name}, ${known?.size}`,
    ...{ 'line-0-grams': '', 'line-0-fee': '' },
  })
  if (more.byHand) {
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...{ action: 'record-payment', kind: 'cash', amount: cents(deposit) },
      ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
    })
  } else await pays(shop, order, `deposit-${order.id}`, deposit)
  const rest = order.totalCents - deposit
  await pays(shop, order, `balance-${order.id}`, rest)
  const { order: paid } = await storedOrder(shop, order.id)
  if (paid.state !== 'paid' || rest <= deposit) throw new Error('it is not paid as it should be')
  return { order: paid, total: order.totalCents, rest }
}

/** One of several payments by card, which has this id at its provider. */
export const pays = (shop: AppContext, order: PlacedOrder, id: string, sum: number) =>
  applyPaymentEvent(
    shop,
    payment(order, { id, about: { orderId: order.id }, amount: cents(sum), reference: id }),
  )
