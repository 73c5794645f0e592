import { expect, it } from 'vitest'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import type { PaymentGateway } from '#app/.server/payments/gateway/payment-gateway.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { editingShop, edits, line, opensPage } from '#tests/support/order-edits.ts'
import { paidOrder, payment, storedOrder } from '#tests/support/orders.ts'
import { waitingEditOf } from '../queries/waiting-edit.ts'

const toLarge = { lines: [line(0, 'Large', 1)] }

onBothDatabases('the payment of an edit', (open) => {
  it('is taken once, also where its first page was paid and has not reported it when another is asked for [EDIT-07]', async () => {
    const { shop, pass } = await editingShop(await open())
    const order = await paidOrder(shop)
    const { dueCents } = await edits(shop, order, toLarge)
    const session = await opensPage(shop, order)
    pass(33)
    const closed: string[] = []
    const payments: PaymentGateway = {
      ...testPayments(shop),
      closeSession: async (which) => {
        closed.push(which)
        const [id, reference] = [`late-${which}`, `pay-late-${which}`]
        return payment(order, { id, about: { session: which }, reference, amount: cents(dueCents) })
      },
    }
    expect(await opensPage({ ...shop, payments }, order)).toBe('')
    expect(closed).toEqual([session])
    const { order: now, balance } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({ editWaiting: false, holdReason: null })
    expect(balance).toMatchObject({ due: 0, overpaid: 0 })
    expect(await linesOfOrder(shop.db.orm, order.id)).toHaveLength(2)
  })

  it('cannot be made once a part of the order was refunded at the provider, since the edit can take no effect then [EDIT-07]', async () => {
    const { shop } = await editingShop(await open())
    const order = await paidOrder(shop)
    await edits(shop, order, toLarge)
    expect(await waitingEditOf(shop, order.id)).toMatchObject({ state: 'open' })
    await applyPaymentEvent(shop, {
      ...payment(order, { id: `refund-${order.id}`, amount: cents(1000) }),
      ...{ type: 'refunded', reference: `pay-${order.id}`, occurredAt: shop.now() },
    })
    expect(await waitingEditOf(shop, order.id)).toMatchObject({ state: 'replaced' })
    expect(await opensPage(shop, order)).toBe('')
  })
})
