import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ordersOfBuyer } from '#app/.server/privacy/queries/orders-of-buyer.ts'
import { invitationForm } from '#app/contracts/auth/sign-in.ts'
import { findOrderForm } from '#app/contracts/customers/email.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { submittedOrder } from '#tests/support/staff-orders.ts'
import { orders } from './schema.ts'

const [ascii, shown] = ['joerg@xn--mller-kva.example', 'Joerg@Müller.example']

onBothDatabases('an email address with letters of another script in its domain', (open) => {
  it('is stored in ASCII, and finds what was stored in either form [PLACE-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { orm } = shop.db
    const [now, before] = [await pendingOrder(shop), await pendingOrder(shop)]
    await orm.update(orders).set({ email: shown }).where(eq(orders.id, now.id))
    const stored = await orm.execute(sql`select email from orders where id = ${now.id}`)
    expect(JSON.stringify(stored)).toContain('Joerg@xn--mller-kva.example')
    // As a program of before wrote it.
    await orm.execute(sql`update orders set email = ${shown} where id = ${before.id}`)
    expect((await storedOrder(shop, before.id)).order.email).toBe('Joerg@xn--mller-kva.example')
    for (const input of [ascii, shown, ` ${ascii.toUpperCase()} `]) {
      const found = await ordersOfBuyer(orm, input)
      expect(found.map(({ id }) => id).toSorted()).toEqual([now.id, before.id].toSorted())
    }
    expect(await ordersOfBuyer(orm, 'joerg@muller.example')).toEqual([])
  })

  it('is taken by every form [PLACE-06]', async () => {
    const { shop } = await sellingShop(await open())
    const email = ` joerg@MÜLLER.example `
    expect(findOrderForm.parse({ email }).email).toBe(ascii)
    expect(invitationForm.parse({ email, role: 'owner' }).email).toBe(ascii)
    expect(draftOrderForm.parse(await submittedOrder(shop, { email })).email).toBe(ascii)
    expect(draftOrderForm.parse(await submittedOrder(shop, { email: '' })).email).toBeNull()
    const wrong = draftOrderForm.safeParse(await submittedOrder(shop, { email: 'ada' }))
    expect(wrong.error?.issues.map((issue) => issue.message)).toEqual([
      'Please enter an email address, like name@example.com.',
    ])
  })
})
