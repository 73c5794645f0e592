import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type PaymentGateway,
  PaymentUnavailable,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import { refundPayment } from '#app/.server/refunds/commands/refund-payment.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, pendingOrder, storedOrder, strayPayment } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as one from './detail.tsx'
import * as list from './list.tsx'

const requireFresh = async () => {}

onBothDatabases('the payments tab', (open) => {
  const detail = (shop: AppContext, id: string, form?: Record<string, string>) =>
    renderAdminPage(shop, one, {
      path: '/admin/dashboard/payments/:id',
      address: `/admin/dashboard/payments/${encodeURIComponent(id)}`,
      ...(form ? { form } : {}),
    })

  it('says so where nothing waits and nothing is owed [UNATTACHED-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { words } = await renderAdminPage(shop, list)
    expect(words).toContain('Nothing to review.')
    expect(words).toContain('No refunds due.')
    expect(words).not.toContain('without an order 0')
  })

  it('lists what came without an order, and the strip leads there [UNATTACHED-01]', async () => {
    const { shop } = await sellingShop(await open())
    const stray = await strayPayment(shop, await pendingOrder(shop), { id: 'evt/1?a#b' })
    const { words, html } = await renderAdminPage(shop, list)
    expect(words).toContain('1 unmatched')
    expect(words).toContain('Ada Buyer ada@example.com No order number Needs review')
    expect(html).toContain('/admin/dashboard/payments/evt%2F1%3Fa%23b')
    expect((await detail(shop, stray.id)).words).toContain('Payment of $2,596.00 USD')
  })

  it('shows orders that more was paid for than they cost, with the sum [UNATTACHED-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await strayPayment(shop, order, { id: 'second', about: { orderId: order.id } })
    const { words } = await renderAdminPage(shop, list)
    expect(words).toContain(`${order.number} Test A second payment of $2,596.00 USD arrived`)
    expect(words).toContain('Nothing to review.')
  })

  it('attaches a payment, and says what became of the order [UNATTACHED-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const { id } = await strayPayment(shop, order)
    const wrong = await detail(shop, id, { action: 'attach', number: 'T-FN-0000-0000' })
    expect(wrong.status).toBe(422)
    expect(wrong.words).toContain('There’s no order with this number.')
    expect(wrong.html).toContain('value="T-FN-0000-0000"')
    const empty = await detail(shop, id, { action: 'attach', number: ' ' })
    expect([empty.status, empty.words]).toEqual([
      400,
      expect.stringContaining('Please enter the order number as shown on the Orders page.'),
    ])
    const done = await detail(shop, id, { action: 'attach', number: order.number })
    expect(done.answer).toEqual({ done: `Matched. Order ${order.number} is now paid.` })
    expect(done.words).toContain(`Matched to order ${order.number}`)
    expect(done.words).not.toContain('Match to this order')
    const again = await detail(shop, id, { action: 'attach', number: order.number })
    expect([again.status, again.words]).toEqual([
      409,
      expect.stringContaining(`already belongs to order ${order.number}`),
    ])
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
  })

  it('says that a refund is not answered, and why one was refused [UNATTACHED-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await strayPayment(shop, await pendingOrder(shop))
    const { payments } = shop
    if (!payments) throw new Error('no payments')
    const answers = (refund: PaymentGateway['refund']): AppContext => ({
      ...shop,
      payments: { ...payments, refund },
    })
    const ask = (app: AppContext, key: string) =>
      refundPayment(app, { ...{ id, key, by: 'ann@example.com', reason: 'Twice.' }, requireFresh })
    const refuses = answers(async () => ({ refused: 'Insufficient funds.' }))
    await expect(ask(refuses, 'first')).rejects.toThrow('Insufficient funds.')
    const refused = await detail(shop, id)
    expect(refused.words).toMatch(/It was declined\.\s+Insufficient funds\./)
    expect(refused.words).toContain('Match to this order')
    const silent = answers(() => Promise.reject(new PaymentUnavailable('away')))
    await ask({ ...silent, now: () => new Date(shop.now().getTime() + 1000) }, 'second')
    const awaited = await detail(shop, id)
    expect(awaited.words).toMatch(/ann@example\.com\s+asked for a refund of\s+\$2,596\.00/)
    expect(awaited.words).toContain('hasn’t answered yet')
    for (const gone of ['Match to this order', 'Reason for the refund', 'Insufficient funds.']) {
      expect(awaited.words).not.toContain(gone)
    }
  })

  it('keeps notes, and refuses an empty one [UNATTACHED-03]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await strayPayment(shop, await pendingOrder(shop))
    expect((await detail(shop, id, { action: 'note', note: ' ' })).status).toBe(400)
    expect((await detail(shop, id, { action: 'note', note: 'x'.repeat(501) })).status).toBe(400)
    expect((await detail(shop, id, { action: 'else', note: 'x' })).words).toContain(
      'This form isn’t recognized. Please reload the page.',
    )
    const noted = await detail(shop, id, { action: 'note', note: 'Called\n<b>twice</b>' })
    expect(noted.answer).toEqual({ done: 'The note was saved.' })
    expect(noted.html).toContain('Called &lt;b&gt;twice&lt;/b&gt;')
    expect(noted.words).toContain('ann@example.com, Mar 11, 2026, 9:00 AM PDT')
    const settled = await detail(shop, id, { action: 'settle', note: 'Explained.' })
    expect(settled.answer).toEqual({ done: 'Note saved. Payment resolved.' })
    expect(settled.words).not.toContain('nothing more to do')
    const kept = await renderAdminPage(shop, list, { address: '/admin?show=settled' })
    expect(kept.words).toContain('Note: Explained. Resolved')
  })

  it('answers 404 for what is no payment without an order [UNATTACHED-01]', async () => {
    const { shop } = await sellingShop(await open())
    for (const id of ['nobody', `paid-${(await paidOrder(shop)).id}`, '%00']) {
      await expect(detail(shop, id)).rejects.toMatchObject({ status: 404 })
    }
  })
})
