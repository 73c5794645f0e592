import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { recordHandPayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { weighTwice } from '#tests/support/weighing.ts'

/** An order that staff made, paid in cash, whose only piece weighs 0.1 g less than sold. */
async function lightAndPaidByHand(shop: AppContext, more: Record<string, string> = {}) {
  const order = await madeOrder(shop, more)
  const cash = { kind: 'cash', receivedOn: '2026-03-11', reference: '', payer: 'Ada' } as const
  const amount = cents(order.totalCents + (order.taxCents ?? 0))
  await recordHandPayment(shop, { ...(await asStaff(shop, order)), ...cash, amount } as never)
  return { order, item: await weighTwice(shop, order, 9_900) }
}

onBothDatabases('gold missing in a piece', (open) => {
  it('of an order paid by hand is given back by hand: the shop says so, and moves nothing [WEIGH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, item } = await lightAndPaidByHand(shop)
    expect(item).toMatchObject({ verdict: 'light', missing: 1300, settled: 0 })
    expect(item.problem).toMatch(/record a refund of the sum of \$13\.00\./)
    expect(await refundsOfOrder(shop.db.orm, order.id)).toEqual([])
  })

  it('of an order paid by hand with sales tax is said with its tax [WEIGH-12]', async () => {
    const { shop } = await sellingShop(await open())
    const taxed = { tax: 'rate', taxRate: '10.35', taxState: 'wa' }
    const { item } = await lightAndPaidByHand(shop, taxed)
    expect(item).toMatchObject({ missing: 1300, settled: 0 })
    expect(item.problem).toMatch(/the sum of \$14\.35, of which \$1\.35 is sales tax\./)
  })
})
