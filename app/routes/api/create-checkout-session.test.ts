import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { payableOrder } from '#app/.server/orders/repository.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { productAttributes } from '#app/.server/platform/db/catalog-schema.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, refusal } from '#tests/support/selling-shop.ts'
import { placed, small, stored, stripeShop } from '#tests/support/stripe-shop.ts'

onBothDatabases('payment pages of Stripe', (open) => {
  it('of an order that was canceled: its page is closed first, and what was paid in the meantime counts [ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const [gone, paid, silent] = [await placed(shop), await placed(shop), await placed(shop)]
    const cancel = ({ id }: { id: string }) =>
      cancelOrder(shop, id, { actor: 'shopper', by: 'shopper', why: 'No.' })
    expect(await cancel(gone)).toBe('cancelled')
    expect(stripe.store.sessions.get(gone.session)).toMatchObject({ status: 'expired' })
    stripe.pay(paid.session)
    expect(await cancel(paid)).toBe('paid')
    stripe.behave(500)
    expect(await refusal(cancel(silent))).toMatchObject({
      code: 'payment_unavailable',
      status: 503,
    })
    expect((await stored(shop, silent)).state).toBe('pending')
    stripe.behave(null)
    // Late anyway, as by a page that would not close: recorded and held.
    Object.assign(stripe.store.sessions.get(gone.session) ?? {}, { status: 'open' })
    await tell(stripe.pay(gone.session))
    expect(await stored(shop, gone)).toMatchObject({
      state: 'cancelled',
      holdReason: expect.stringContaining('arrived after the order had been canceled'),
    })
    pass(36)
    expect(await expireOrders(shop)).toBe(0)
  })

  it('of one cart in two tabs: the newer page closes the older, and a paid one leads to its order [PAY-15, ORDER-05]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const first = await placed(shop)
    const second = await placed(shop, [small], quoteId(first.answer.quote))
    expect(stripe.store.sessions.get(first.session)).toMatchObject({ status: 'expired' })
    expect((await stored(shop, first)).history.at(-1)).toMatchObject({
      toState: 'cancelled',
      why: 'A newer checkout of the same cart replaced it.',
    })
    // Paid in its tab, and not reported yet, when the other tab checks out again.
    stripe.pay(second.session)
    const replaces = quoteId(second.answer.quote)
    const again = checkout(await quoteCart(shop, [small]))
    expect(await placeOrder(shop, { ...again, replaces })).toEqual({
      url: `http://localhost:3000/order/${second.token}`,
    })
    expect((await stored(shop, second)).state).toBe('paid')
    expect(stripe.store.sessions.size).toBe(2)
    // Another cart is another purchase.
    const more = await placed(shop, [{ ...small, quantity: 2 }], replaces)
    expect(await stored(shop, more)).toMatchObject({ state: 'pending' })
    // Names that are none are nobody's.
    expect((await placed(shop, [small], 'made-up')).state).toBe('pending')
  })

  it('of two Buy Now pages of one piece the newer closes the older, and the history says what it was [PAY-21]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const first = await placed(shop, [small], null, true)
    const second = await placed(shop, [small], quoteId(first.answer.quote), true)
    const whyOf = async (order: { id: string }) => (await stored(shop, order)).history.at(-1)?.why
    expect(stripe.store.sessions.get(first.session)).toMatchObject({ status: 'expired' })
    expect(await whyOf(first)).toBe('A newer Buy Now of the same piece replaced it.')
    const large = { ...small, size: 'Large' }
    const third = await placed(shop, [large], quoteId(second.answer.quote), true)
    expect(await whyOf(second)).toMatch(/^A newer Buy Now of other pieces /)
    // The cart is another purchase: its mark names its own quote.
    const cart = await placed(shop, [small])
    expect((await stored(shop, third)).state).toBe('pending')
    const other = await placed(shop, [small, large], quoteId(cart.answer.quote))
    expect(await whyOf(cart)).toMatch(/^A newer checkout of other pieces /)
    expect((await stored(shop, other)).state).toBe('pending')
  })

  it('that are left lead back: from the cart to the collection, from Buy Now to the piece [PAY-20]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const back = (session: string) =>
      stripe.calls
        .map(({ body }) => new URLSearchParams(body).get('cancel_url'))
        .at([...stripe.store.sessions.keys()].indexOf(session))
    const cart = await placed(shop)
    expect(back(cart.session)).toBe('http://localhost:3000/products?checkout=cancelled')
    const piece = await placed(shop, [small], null, true)
    expect(back(piece.session)).toBe(
      'http://localhost:3000/product/7?size=Small&checkout=cancelled',
    )
    // Asked for once more, it is the same page, also where the size is called otherwise by then.
    await shop.db.orm
      .update(productAttributes)
      .set({ option: 'Petite' })
      .where(and(eq(productAttributes.productId, '7'), eq(productAttributes.option, 'Small')))
    const again = await shop.payments?.openSession(await payableOrder(shop.db, piece.id))
    expect(again?.session).toBe(piece.session)
  })

  it('in Stripe’s test mode are marked as tests wherever they are shown, also once the key is a live one [ORDER-13]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const order = await placed(shop)
    await tell(stripe.pay(order.session))
    const gateway = shop.payments
    if (!gateway) throw new Error('no payments')
    for (const live of [false, true]) {
      shop.payments = { ...gateway, live }
      expect(await orderPage(shop, order.token)).toMatchObject({ isTest: true })
      expect(await adminOrder(shop, order.id)).toMatchObject({ isTest: true })
      const { orders } = await ordersPage(shop, { q: '', filter: 'all', page: 1 })
      expect(orders).toMatchObject([{ isTest: true }])
    }
    await sendEmail(shop)
    for (const { subject, text } of await orderEmails(shop, order.id)) {
      expect(subject).toMatch(/^Test: /)
      expect(text).toContain('no card was charged')
    }
    // A live key sells for real, and a page of the other mode is not offered for the same quote.
    const real = await placed(shop)
    expect(await adminOrder(shop, real.id)).toMatchObject({ isTest: false })
    shop.payments = gateway
    expect(await orderPage(shop, real.token)).toMatchObject({ isTest: false })
    expect(await refusal(placeOrder(shop, checkout(real.answer)))).toMatchObject({
      code: 'quote_expired',
    })
  })

  it('whose quote ran out: asked again, and the page of the old one is closed [QUOTE-04]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    const order = await placed(shop)
    pass(11)
    const late = placeOrder(shop, checkout(order.answer))
    expect(await refusal(late)).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(stripe.store.sessions.get(order.session)).toMatchObject({ status: 'expired' })
    const after = await stored(shop, order)
    expect(after.state).toBe('cancelled')
    expect(after.history.at(-1)?.why).toBe(
      'Its price hold had ended when checkout was pressed again.',
    )
  })

  it('while Stripe fails: a sentence, the order kept, and one page for it at the second click [PAY-11, ORDER-01]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    const answer = await quoteCart(shop, [small])
    stripe.behave('answer lost')
    const problem = await refusal(placeOrder(shop, checkout(answer)))
    expect(problem).toMatchObject({ code: 'payment_unavailable', status: 503 })
    expect(problem.message).toMatch(/Nothing was charged, and your cart is saved/)
    stripe.behave(null)
    pass(3)
    const posts = [placeOrder(shop, checkout(answer)), placeOrder(shop, checkout(answer))]
    const urls = (await Promise.all(posts)).map(({ url }) => url)
    expect(new Set(urls).size).toBe(1)
    expect(stripe.store.sessions.size).toBe(1)
    // Never made at all, and too late by now: asked again instead of an order that cannot be paid.
    const other = await quoteCart(shop, [small])
    stripe.behave(500)
    expect(await refusal(placeOrder(shop, checkout(other)))).toMatchObject({ status: 503 })
    stripe.behave(null)
    pass(3)
    const late = await refusal(placeOrder(shop, checkout(other)))
    expect(late).toMatchObject({ code: 'quote_expired', details: { fresh: expect.anything() } })
    expect(stripe.store.sessions.size).toBe(1)
  })

  it('of more than Stripe takes are refused before it is asked, with a sentence [PAY-15]', async () => {
    const { shop, stripe, goldBecomes } = await stripeShop(await open())
    await goldBecomes('900')
    const answer = await quoteCart(shop, [{ ...small, quantity: 99 }])
    expect(Number(answer.total)).toBeGreaterThan(999_999.99)
    expect(await refusal(placeOrder(shop, checkout(answer)))).toMatchObject({
      code: 'payment_refused',
      status: 422,
      message: expect.stringContaining('more than $999,999.99'),
    })
    expect(stripe.calls).toEqual([])
  })
})
