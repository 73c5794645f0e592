import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { cents } from '#app/domain/money/cents.ts'
import * as todayScreen from '#app/routes/admin/reports/today.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { weighTwice } from '#tests/support/weighing.ts'

/** An order that staff made, paid in cash, whose only piece weighs 0.1 g less than sold. */
async function lightAndPaidByHand(shop: AppContext, more: Record<string, string> = {}) {
  const order = await madeOrder(shop, more)
  const cash = { kind: 'cash', receivedOn: '2026-03-11', reference: '', payer: 'Ada' } as const
  const amount = cents(order.totalCents + (order.taxCents ?? 0))
  await recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...cash, amount } as never)
  return { order, item: await weighTwice(shop, order, 9_900) }
}

onBothDatabases('gold missing in a piece', (open) => {
  it('of an order paid by hand is given back by hand: the shop says so, and moves nothing [WEIGH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, item } = await lightAndPaidByHand(shop)
    expect(item).toMatchObject({ verdict: 'light', missing: 1300, settled: 0 })
    expect(item.problem).toMatch(/record a refund of \$13\.00\./)
    expect(await refundsOfOrder(shop.db.orm, order.id)).toEqual([])
  })

  it('of an order paid by hand with sales tax is said with its tax [WEIGH-12]', async () => {
    const { shop } = await sellingShop(await open())
    const taxed = { tax: 'rate', taxRate: '10.35', taxState: 'wa' }
    const { item } = await lightAndPaidByHand(shop, taxed)
    expect(item).toMatchObject({ missing: 1300, settled: 0 })
    expect(item.problem).toMatch(/a refund of \$14\.35, of which \$1\.35 is sales tax\./)
  })

  it('of an order paid by hand needs a look on Today until the refund of just its sum settles it [WEIGH-17, TODAY-10]', async () => {
    const { shop } = await sellingShop(await open())
    const taxed = { tax: 'rate', taxRate: '10.35', taxState: 'wa' }
    const { order } = await lightAndPaidByHand(shop, taxed)
    const today = async (role: Role) => (await todayPage(shop, role)).weights
    const screen = (role: Role) =>
      renderAdminPage(shop, todayScreen, { address: '/admin/dashboard', role })
    for (const role of ['owner', 'manager'] as const) {
      expect(await today(role)).toEqual([{ id: order.id, number: order.number }])
      expect((await screen(role)).words).toContain(`Order ${order.number} needs review`)
    }
    expect(await today('bench')).toEqual([])
    const refunded = async (amount: number) =>
      refundOrder(shop, {
        ...(await asStaff(shop, order)),
        ...{ payment: null, stated: cents(amount), wish: { of: 'sum', amount: cents(amount) } },
        ...{ reason: 'Gold was missing.', note: '' },
      })
    // Another sum is about something else.
    await refunded(500)
    const weighed = async () => (await weighedItemsOf(shop.db.orm, order.id))[0]
    expect(await weighed()).toMatchObject({ settled: 0, problem: expect.any(String) })
    await refunded(1435)
    expect(await weighed()).toMatchObject({ settled: 1300, problem: null })
    expect(await today('owner')).toEqual([])
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toMatch(
      /^The gold missing from .* was resolved by the refund of \$14\.35\.$/,
    )
    expect(events.at(-1)?.action).toBe('order.weight_settled')
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
