import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { receiveReturn, weighReturn } from '#app/.server/returns/commands/move-return.ts'
import { closeReversedOrder } from '#app/.server/risk/commands/close-reversed-order.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import * as metalScreen from '#app/routes/admin/metal/page.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, bought, entered, formKey, seen } from '#tests/support/metal.ts'
import { payment, pendingOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { aboutReturn, lastReturn, openedReturn, sendsAnyTotal } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { readyToSend, weigh } from '#tests/support/weighing.ts'
import { wire } from '#tests/support/wire-events.ts'
import { metalFile } from './queries/metal-csv.ts'

/** So many of one piece of 14.2 g, paid. */
async function sold(app: AppContext, quantity = 1) {
  const order = await pendingOrder(app, [{ productId: '7', size: 'Small', quantity }])
  await applyPaymentEvent(app, payment(order))
  return order
}

let numbers = 0
async function sent(app: AppContext, order: { id: string }, quantity?: number) {
  numbers += 1
  await recordShipment(app, {
    ...(await readyToSend(app, order)),
    ...{ carrier: 'ups', tracking: `1Z999AA1012345${String(6000 + numbers)}` },
    ...(quantity ? { pieces: [{ line: 0, quantity }] } : {}),
  })
}

async function refunded(
  app: AppContext,
  { id }: { id: string },
  input: RefundInput,
  ofReturn: string | null = null,
) {
  const stated = (await previewRefund(app, { id, wish: input, payment: null })).amount
  const { revision } = (await storedOrder(app, id)).order
  await refundOrder(app, {
    ...{ id, by: 'ann@example.com', revision, key: formKey(), payment: null, wish: input, stated },
    ...{ reason: 'A test.', note: '', ofReturn, requireFresh: async () => {} },
  })
}

const one: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }

onBothDatabases('the metal ledger and orders', (open) => {
  it('owes what is paid and not sent, of orders from before it as well [METAL-02, METAL-03]', async () => {
    const { shop } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    await sent(shop, await sold(shop))
    const [first] = [await sold(shop, 3), await pendingOrder(shop)]
    expect(await seen(shop)).toMatchObject({ owed: 42_600, toBuy: 42_600, stock: 0, pieces: 0 })
    await begun(shop, 10_000, null, 5000)
    expect(await seen(shop)).toMatchObject({ owed: 42_600, toBuy: 27_600, flows: { sent: 0 } })
    await sent(shop, first, 1)
    const after = await seen(shop)
    expect(after).toMatchObject({ owed: 28_400, stock: 10_000, pieces: -9200, toBuy: 27_600 })
    expect(after.flows.sent).toBe(14_200)
  })

  it('counts what the scale said when it was sent, and what came back by it [METAL-02]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    await bought(shop, 31_000, 4000)
    await entered(shop, 30_000, { kind: 'cast' })
    const order = await sold(shop)
    await weigh(shop, order, 14_300)
    await sent(shop, order)
    expect(await seen(shop)).toMatchObject({ owed: 0, stock: 1000, pieces: 15_700, spare: 16_700 })
    await openedReturn(shop, order)
    await receiveReturn(shop, await aboutReturn(shop, order))
    const weights = [{ line: 0, weighed: 14_280 as Milligrams }]
    await weighReturn(shop, { ...(await aboutReturn(shop, order)), weights, note: 'Worn.' })
    // Until it is refunded it is the buyer's.
    expect(await seen(shop)).toMatchObject({ pieces: 15_700 })
    await refunded(shop, order, one, (await lastReturn(shop, order)).id)
    const after = await seen(shop)
    expect(after).toMatchObject({ pieces: 29_980, owed: 0, refundedUnsent: 0 })
    expect(after.flows).toMatchObject({ sent: 14_300, returned: 14_280 })
  })

  it('owes nothing of what was refunded before it was sent, whole or by piece [METAL-03]', async () => {
    const { shop } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    await begun(shop)
    const [whole, part] = [await sold(shop), await sold(shop, 3)]
    await sent(shop, part, 1)
    await refunded(shop, whole, { of: 'whole' })
    await refunded(shop, part, one)
    expect(await seen(shop)).toMatchObject({ owed: 14_200, refundedUnsent: 28_400 })
  })

  it('owes nothing of an order that was closed because the bank took its money back [METAL-03]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    await begun(shop)
    const order = await ordered(shop, 'wire')
    await tell(wire(stripe, order.customer, order.totalCents))
    const { owed } = await seen(shop)
    expect(owed).toBeGreaterThan(0)
    await tell(wire(stripe, order.customer, -order.totalCents, { type: 'funding_reversed' }))
    await closeReversedOrder(shop, { ...(await seenByStaff(shop, order)), reason: 'No answer.' })
    expect(await seen(shop)).toMatchObject({ owed: 0, refundedUnsent: owed })
  })

  it('counts custom work whose deposit is paid by itself, until all of it is paid [METAL-12]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await begun(shop)
    const custom = { custom: 'yes', deposit: '500', goldFixed: 'deposit' }
    const [locked, open_] = [
      await madeOrder(shop, custom),
      await madeOrder(shop, { ...custom, goldFixed: 'delivery', 'line-0-grams': '4' }),
    ]
    expect(await seen(shop)).toMatchObject({ owed: 0, custom: 0, toBuy: 0 })
    const receives = async (order: { id: string }, dollars: number) =>
      recordOfflinePayment(shop, {
        ...(await asStaff(shop, order)),
        ...{ kind: 'cash', amount: cents(dollars * 100) },
        ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
      })
    await receives(locked, 400)
    expect(await seen(shop)).toMatchObject({ owed: 0, custom: 0, toBuy: 0 })
    await receives(locked, 100)
    await receives(open_, 500)
    expect(await seen(shop)).toMatchObject({ owed: 0, custom: 14_000, toBuy: 14_000, loss: 0 })
    const { words } = await renderAdminPage(shop, metalScreen)
    expect(words).toMatch(/Buy 14 g /)
    expect(words).toContain('Custom work with a paid deposit')
    // Only what is locked at a price is at risk: 10 g, by $10 each.
    await goldBecomes('140')
    expect(await seen(shop)).toMatchObject({ custom: 14_000, loss: 100_00 })
    await receives(locked, 1050)
    const paid = await seen(shop)
    expect(paid).toMatchObject({ owed: 10_000, custom: 4000, toBuy: 14_000, loss: 100_00 })
    await refunded(shop, open_, { of: 'sum', amount: cents(500_00) })
    expect(await seen(shop)).toMatchObject({ owed: 10_000, custom: 0, toBuy: 10_000 })
  })

  it('keeps test orders and live ones apart [METAL-02]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop, 20_000)
    await sold(shop)
    const live = { ...shop, payments: { ...shop.payments, live: true } } as AppContext
    expect(await seen(live)).toMatchObject({ isTest: false, owed: 0, stock: 0, began: null })
    await begun(live, 1000)
    const order = await sold(shop)
    await sent(shop, order)
    expect(await seen(live)).toMatchObject({ stock: 1000, pieces: 0 })
    expect(await seen(shop)).toMatchObject({ isTest: true, pieces: -14_200, owed: 14_200 })
  })

  it('covers what was paid first, and compares the rest with the price of its sale [METAL-08]', async () => {
    const { shop, pass, goldBecomes } = await sellingShop(await open())
    await begun(shop, 10_000)
    await sold(shop)
    pass(1)
    await goldBecomes('140')
    await sold(shop)
    pass(1)
    await goldBecomes('145.5')
    // 4.2 g sold at $130, and 14.2 g at $140.
    expect(await seen(shop)).toMatchObject({ toBuy: 18_400, loss: 6510 + 7810 })
    await bought(shop, 10_000, 1400)
    expect(await seen(shop)).toMatchObject({ toBuy: 8400, loss: 4620 })
  })

  it('gives gain or loss by the average when it was sent, and as a file [METAL-07, METAL-10]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    await sent(shop, await sold(shop))
    await begun(shop)
    const order = await sold(shop, 2)
    pass(1)
    await sent(shop, order, 1)
    pass(1)
    await bought(shop, 100_000, 12_000)
    pass(1)
    const known = await sold(shop)
    await sent(shop, known)
    await sent(shop, order)
    const { orders } = await seen(shop)
    // 14.2 g × $130 of the sale, and × $120 of the purchase.
    expect(orders).toEqual([
      expect.objectContaining({ number: order.number, mg: 28_400, cost: null, gain: null }),
      expect.objectContaining({ number: known.number, charged: 184_600, cost: 170_400 }),
    ])
    expect(orders[1]?.gain).toBe(14_200)
    const lines = ((await metalFile(shop, 'orders-2026.csv')) ?? '').split('\r\n')
    expect(lines).toEqual([
      'order,sent_on,sold_g,sent_g,returned_g,kept_g,gold_charged_usd,gold_cost_usd,gain_usd',
      `${order.number},2026-03-11,28.400,28.400,0.000,28.400,3692.00,,`,
      `${known.number},2026-03-11,14.200,14.200,0.000,14.200,1846.00,1704.00,142.00`,
      '',
    ])
    const moved = (await metalFile(shop, 'entries-2026.csv')) ?? ''
    expect(moved.match(/^2026-03-11,sent,0\.000,-14\.200,14\.200,.*$/gm)).toHaveLength(3)
  })
})
