import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { reconcilePayments } from '#app/.server/payments/jobs/reconcile-payments.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { pendingOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import * as one from './detail.tsx'

it('an order whose money is on its way from a bank says so; by debit it is not offered to be canceled, with the day, by wire it is [ORDER-07, BANK-07, WIRE-09]', async () => {
  const { shop } = await sellingShop(await memoryDatabase())
  for (const [payBy, says] of [
    ['debit', 'so the order can’t be canceled before then'],
    ['wire', 'anything until the full amount arrives'],
  ] as const) {
    const { id } = await pendingOrder(shop)
    const words = async () => {
      const path = '/admin/dashboard/orders/:id'
      const address = path.replace(':id', id)
      return (await renderAdminPage(shop, one, { path, address })).words
    }
    expect(await words()).toContain('Cancel this order')
    const processing = { payBy, paymentProcessingAt: shop.now() }
    await shop.db.orm.update(orders).set(processing).where(eq(orders.id, id))
    expect(await words()).toContain(says)
    expect((await words()).includes('Cancel this order')).toBe(payBy === 'wire')
    expect(await words()).not.toContain('The buyer is at checkout')
  }
  await shop.db.close()
})

it('a part of a wire is owed to nobody and not offered back while the rest is awaited [BANK-12]', async () => {
  const { shop, stripe, tell, pass } = await bankShop(await memoryDatabase())
  const order = await ordered(shop, 'wire')
  await tell(awaitWire(stripe, order.session).completed)
  await tell(wire(stripe, order.customer, 5000))
  const path = '/admin/dashboard/orders/:id'
  const address = path.replace(':id', order.id)
  const words = async () => (await renderAdminPage(shop, one, { path, address })).words
  const awaited = await words()
  expect(awaited).toContain('Stripe is holding what has arrived while the order waits for its wire')
  expect(awaited).not.toContain('Owed to the buyer')
  expect(awaited).toMatch(/Pending.*due by/)
  expect(awaited).not.toContain('Preview refund')
  pass(61 * 60)
  await reconcilePayments(shop)
  const expired = await words()
  expect(expired).toContain('Owed to the buyer')
  expect(expired).not.toMatch(/due by/)
  expect(expired).toContain('Preview refund')
  await shop.db.close()
})
