import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { forgetClients } from '#app/.server/inventory/open-order-limits.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { makeCode, ordered } from '#tests/support/discount-codes.ts'
import { payment } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { usesOf, usesQuery } from './code-uses.ts'

const small = [{ productId: '7', size: 'Small', quantity: 1 }]

onBothDatabases('a discount code', (open) => {
  it('counts its uses up to its limits, by an index without the orders that ended unpaid [CODE-06]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await makeCode(shop, { maxUses: '3', maxUsesPerEmail: '3' })
    const ada = { code: 'SUMMER-10', email: 'ada@example.com' }
    for (let nth = 0; nth < 3; nth += 1) {
      const order = await ordered(shop, await quoteCart(shop, small, ada))
      await applyPaymentEvent(shop, payment(order, { email: 'ada@example.com' }))
    }
    const of = { livemode: false, unpaid: true }
    const used = (maxUses: number | null, maxUsesPerEmail: number | null, email: string | null) =>
      usesOf(db.orm, { id: 1, maxUses, maxUsesPerEmail }, email, of)
    expect(await used(9, 9, 'Ada@example.com')).toEqual({ all: 3, ofEmail: 3 })
    expect(await used(1, 2, 'ada@example.com')).toEqual({ all: 1, ofEmail: 2 })
    expect(await used(null, 2, 'ben@example.com')).toEqual({ all: 0, ofEmail: 0 })
    expect(await used(null, 2, null)).toEqual({ all: 0, ofEmail: 0 })
    await db.orm.transaction(async (tx) => {
      // Of a small table all would be read.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const code = { id: 1, maxUses: 1, maxUsesPerEmail: 1 }
      for (const unpaid of [true, false]) {
        const query = usesQuery(code, 'ada@example.com', { livemode: false, unpaid })
        const plan = JSON.stringify(await rows(tx, sql`explain (costs off) ${query}`))
        expect(plan.match(/using orders_uses_of_code on orders/g)).toHaveLength(2)
        expect(plan).toMatch(/Index Cond: [^"]*shown_email/)
      }
    })
  })

  it('limited per email address keeps the address of an unpaid order a day after it ended, and of a pending one [CODE-06]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    await makeCode(shop, { maxUsesPerEmail: '1' })
    const order = async (email: string) =>
      ordered(shop, await quoteCart(shop, small, { code: 'SUMMER-10', email }))
    const ended = await order('ada@example.com')
    const waits = await order('ben@example.com')
    await applyPaymentEvent(
      shop,
      payment(await order('cy@example.com'), { email: 'cy@example.com' }),
    )
    await cancelOrder(shop, ended.id, { actor: 'shopper', by: 'shopper', why: 'A test.' })
    const kept = async () => {
      await forgetClients(db.orm, shop.now())
      const stored = await db.orm.select().from(orders).orderBy(orders.codeEmail)
      return stored.flatMap(({ codeEmail }) => codeEmail ?? [])
    }
    expect(await kept()).toEqual(['ada@example.com', 'ben@example.com', 'cy@example.com'])
    pass(24 * 60)
    expect(await kept()).toEqual(['ben@example.com'])
    await cancelOrder(shop, waits.id, { actor: 'shopper', by: 'shopper', why: 'A test.' })
    expect(await kept()).toEqual([])
    // The use of the paid order is still counted, by the address that paid.
    const cy = await quoteCart(shop, small, { code: 'SUMMER-10', email: 'cy@example.com' })
    expect(cy.code?.problem).toMatch(/already used/)
  })
})
