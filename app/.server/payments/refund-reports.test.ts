import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { applyPaymentEvent } from './commands/apply-payment-event.ts'
import type { PaymentEvent, RefundOrDisputeEvent } from './gateway/payment-event.ts'

type Order = Awaited<ReturnType<typeof paidOrder>>

/** All that a provider reports of three refunds, of which the second fails and is made again. */
function reports(order: Order): PaymentEvent[] {
  const reference = `pay-${order.id}`
  const report = (
    type: RefundOrDisputeEvent['type'],
    object: string,
    amount: number,
  ): RefundOrDisputeEvent => ({
    id: `${type} ${object} ${amount} ${order.id}`,
    provider: order.paymentProvider,
    livemode: order.livemode,
    type,
    about: { payment: reference, orderId: order.id },
    amount: cents(amount),
    currency: 'usd',
    reference,
    object: `${object}-${order.id}`,
    email: null,
    address: null,
    occurredAt: new Date('2026-03-11T16:00:00Z'),
    payload: {},
  })
  return [
    report('refund pending', 're_1', 1000),
    report('refunded', 'ch', 1000),
    report('refund succeeded', 're_1', 1000),
    report('refund pending', 're_2', 2000),
    report('refunded', 'ch', 3000),
    report('refund failed', 're_2', 2000),
    // The provider's total no longer includes what failed.
    report('refund succeeded', 're_3', 2000),
    { ...report('refunded', 'ch', 3000), id: `again ${order.id}` },
  ]
}

onBothDatabases('what a provider reports of refunds', (open) => {
  it('leads to the same money in any order, with any repeats, before and after the payment [REFUND-05, REFUND-27]', async () => {
    const { shop } = await sellingShop(await open())
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.nat({ max: 1000 })),
        fc.boolean(),
        async (stream, late) => {
          const order = late ? await pendingOrder(shop) : await paidOrder(shop)
          const events = reports(order)
          const shuffled = [...events, ...events]
            .map((event) => ({ event, at: stream.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ event }) => event)
          const half = late ? 5 : 0
          for (const event of shuffled.slice(0, half)) await applyPaymentEvent(shop, event)
          if (late) await applyPaymentEvent(shop, payment(order))
          for (const event of shuffled.slice(half)) await applyPaymentEvent(shop, event)
          const { balance, order: after } = await storedOrder(shop, order.id)
          expect(balance).toMatchObject({
            paid: order.totalCents,
            refunded: 3000,
            refundable: order.totalCents - 3000,
          })
          // Until what failed is made again it is owed; one made before the other failed was another.
          const review = balance.due < 0 ? /^A refund of \$20\.00 USD failed [^.]*\.$/ : /^$/
          expect(after.holdReason ?? '').toMatch(review)
          const refunds = await refundsOfOrder(shop.db.orm, order.id)
          expect(sumCents(refunds.map(({ amountCents }) => cents(amountCents)))).toBe(5000)
        },
      ),
      { numRuns: draws(8) },
    )
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
