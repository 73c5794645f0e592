import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { fixGold } from '#app/.server/draft-orders/commands/fix-gold.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { attachPayment } from '#app/.server/payments/commands/attach-payment.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { acceptPaymentOfHeldOrder } from '#app/.server/payments/commands/resolve-held-order.ts'
import { unmatchedPayments } from '#app/.server/payments/queries/unmatched-payments.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
  strayPayment,
} from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, saleOf } from '#tests/support/staff-orders.ts'
import { ordersPage } from './admin-orders.ts'
import { needsLook } from './orders-to-do.ts'

const by = 'ann@example.com'
const custom = { custom: 'yes', deposit: '1500', goldFixed: 'delivery', request: 'A plain ring.' }

/** On Today, in the status bar, and in the list of orders. */
async function needingLook(shop: AppContext) {
  const { orders } = await health(shop)
  const { orders: listed } = await ordersPage(shop, { q: '', filter: 'held', page: 1 })
  return {
    today: (await todayPage(shop, 'owner')).work.held,
    status: orders?.test.held,
    listed: listed.map(({ id }) => id),
  }
}

const wordsOf = async (shop: AppContext, { id }: { id: string }) => {
  const path = '/admin/dashboard/orders/:id'
  const screen = { path, address: path.replace(':id', id) }
  return (await renderAdminPage(shop, orderScreen, screen)).words
}

async function refunds(shop: AppContext, order: { id: string }, amount: number): Promise<void> {
  const input = { of: 'sum', amount: cents(amount) } as const
  const { amount: stated } = await previewRefund(shop, { id: order.id, wish: input, payment: null })
  await refundOrder(shop, {
    ...(await seenByStaff(shop, order)),
    ...{ key: `refund-${order.id}`.slice(0, 60), payment: null, wish: input, stated },
    ...{ reason: 'More than was due.', note: '', requireFresh: async () => {} },
  })
}

onBothDatabases('an order of which more was paid than it costs', (open) => {
  it('needs a look where gold fell after a deposit was paid by hand; without an email address nobody was told [TODAY-11]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const order = await madeOrder(shop, { ...custom, email: '' })
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...{ kind: 'cash', amount: cents(1_500_00) },
      ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
    })
    // A deposit is no overpayment.
    expect(await needingLook(shop)).toEqual({ today: 0, status: 0, listed: [] })
    await goldBecomes('110')
    const goldPrice = (await saleOf(shop, order)).records[0]?.id ?? 0
    await fixGold(shop, { ...(await asStaff(shop, order)), goldPrice })
    expect(await needingLook(shop)).toEqual({ today: 1, status: 1, listed: [order.id] })
    const words = await wordsOf(shop, order)
    expect(words).toContain('The buyer overpaid by $150.00.')
    expect(words).not.toContain('We’ve told them')
    await refunds(shop, order, 150_00)
    expect(await needingLook(shop)).toEqual({ today: 0, status: 0, listed: [] })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('needs a look where staff accepted too large a payment by card of a web order, whose refund is none of the order [TODAY-11, TODAY-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const amount = cents(order.totalCents + 100_00)
    await applyPaymentEvent(shop, payment(order, { amount }))
    const { id, revision } = (await storedOrder(shop, order.id)).order
    await acceptPaymentOfHeldOrder(shop, { id, by, revision, reason: 'Paid as one.' })
    expect(await needingLook(shop)).toEqual({ today: 1, status: 1, listed: [id] })
    expect(await wordsOf(shop, order)).toContain('Refund $100.00…')
    await refunds(shop, order, 100_00)
    // What was overpaid is no part of the order [TODAY-13].
    const words = await wordsOf(shop, order)
    expect(words).toContain(
      'The $100.00 overpayment was refunded. The order itself is paid in full.',
    )
    expect(words).not.toContain('of the order was refunded')
    expect(await needingLook(shop)).toEqual({ today: 0, status: 0, listed: [] })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('needs a look where too large a payment was attached to an order of staff that has no link [TODAY-11]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await strayPayment(shop, order, { amount: cents(order.totalCents + 70_00) })
    const [stray] = (await unmatchedPayments(shop, { filter: 'open', page: 1 })).payments
    await attachPayment(shop, { id: stray?.id ?? '', number: order.number, by })
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect(await needingLook(shop)).toEqual({ today: 1, status: 1, listed: [order.id] })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is found without reading the ledger, by an index of the few there are [TODAY-11]', async () => {
    const { orm } = await open()
    await orm.transaction(async (tx) => {
      // The planner would read all of an empty table.
      await tx.execute(sql`set local enable_seqscan = off`)
      const plan = JSON.stringify(
        await rows(
          tx,
          sql`explain (costs off) select livemode, count(*) from orders where ${needsLook} group by livemode`,
        ),
      )
      expect(plan).toContain('orders_overpaid')
      expect(plan).not.toContain('ledger_entries')
    })
  })
})
