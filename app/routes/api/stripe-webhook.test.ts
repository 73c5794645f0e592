import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { health } from '#app/.server/health/queries/health.ts'
import { sendMail } from '#app/.server/mail/jobs/send-mail.ts'
import { orderMails } from '#app/.server/mail/queries/order-mails.ts'
import { adminOrder } from '#app/.server/orders/queries/admin-order.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import {
  fetchLostEvents,
  reconcilePayments,
} from '#app/.server/payments/jobs/reconcile-payments.ts'
import { mailOutbox, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import type { StripeServer } from '#tests/support/stripe-server.ts'
import { placed, small, stored, stripeShop, tell } from '#tests/support/stripe-shop.ts'
import type { StripeEvent } from '#tests/support/stripe-store.ts'

const opened: StripeServer[] = []
afterEach(async () => {
  for (const stripe of opened.splice(0)) await stripe.close()
})

onBothDatabases('card payments', (open) => {
  async function opens() {
    const all = await stripeShop(await open())
    opened.push(all.stripe)
    return all
  }

  /** What Stripe tells of a charge after it was made. */
  function after(stripe: StripeServer, paid: StripeEvent, more: Partial<StripeEvent> = {}) {
    const { payment_intent, amount_total, metadata } = paid.data.object
    const charge = { id: 'ch_1', object: 'charge', currency: 'usd', payment_intent, metadata }
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      currency: 'usd',
      payment_intent,
      amount: amount_total,
    }
    return {
      refund: (amount_refunded: number) =>
        stripe.event('charge.refunded', { ...charge, amount_refunded }, more),
      disputed: () =>
        stripe.event('charge.dispute.created', { ...dispute, status: 'needs_response' }, more),
      settled: (status: 'won' | 'lost') =>
        stripe.event(
          'charge.dispute.closed',
          { ...dispute, status },
          { created: paid.created + 60 },
        ),
    }
  }

  it('are told by webhook, once however often, and say who paid and where it goes [ORDER-01, ORDER-05, PAY-18]', async () => {
    const { shop, stripe, tell } = await opens()
    const order = await placed(shop)
    expect(stripe.store.sessions.get(order.session)).toMatchObject({
      amount_total: order.totalCents,
      client_reference_id: order.id,
    })
    const paid = stripe.pay(order.session)
    expect(await Promise.all([tell(paid), tell(paid), tell(paid)])).toEqual([200, 200, 200])
    const after = await stored(shop, order)
    expect(after).toMatchObject({
      state: 'paid',
      paymentProvider: 'stripe',
      email: 'ada@example.com',
      shippingAddress: {
        name: 'Ada Buyer',
        line1: '1000 Example Street',
        line2: '',
        country: 'US',
      },
      paymentReference: expect.stringMatching(/^pi_/),
    })
    expect(after.history.map((row) => row.toState)).toEqual(['pending', 'paid'])
    expect(after.events).toMatchObject([{ id: paid.id, outcome: 'applied', reconciled: false }])
  })

  it('are accepted by signature alone: else nothing is stored and Stripe is told so [SEC-05, SEC-06]', async () => {
    const { shop, stripe, tell: posts, pass } = await opens()
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    const good = stripe.signed(paid)
    const at = (minutes: number) => new Date(shop.now().getTime() + minutes * 60_000)
    for (const forged of [
      { ...good, header: null },
      { ...good, header: '' },
      { ...good, header: good.header.replace(/v1=\w/, 'v1=') },
      { ...good, body: JSON.stringify(paid) },
      { ...good, body: good.body.replace(String(order.totalCents), '1') },
      { ...good, body: '' },
      stripe.signed(paid, { secret: 'whsec_forged' }),
      stripe.signed(paid, { secret: ' ' }),
      stripe.signed(paid, { at: at(-6) }),
      stripe.signed(paid, { at: at(6) }),
      stripe.signed('not JSON'),
    ]) {
      expect(await tell(shop, forged)).toBe(400)
    }
    expect(await shop.db.orm.$count(paymentEvents)).toBe(0)
    expect((await stored(shop, order)).state).toBe('pending')
    pass(4)
    expect(await tell(shop, good)).toBe(200)
    // Not stored, not received: Stripe sends it again.
    expect(await tell({ ...shop, db: unavailableDatabase() }, stripe.signed(paid))).toBe(503)
    expect(await posts({ ...paid, id: 'evt_odd', data: { object: { id: 7 } } })).toBe(500)
    expect(await shop.db.orm.$count(paymentEvents)).toBe(1)
    const { shop: trying } = await sellingShop(shop.db ?? (await open()))
    expect(await tell(trying, stripe.signed(paid))).toBe(404)
  })

  it('of another sum, currency, account, mode or seller never pay an order [ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await opens()
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    const told = (id: string, object: object, more: object = {}) =>
      tell({ ...paid, ...more, id, data: { object: { ...paid.data.object, ...object } } })
    await told('evt_account', {}, { account: 'acct_other' })
    await told('evt_live', {}, { livemode: true })
    await told('evt_setup', { mode: 'setup' })
    await told('evt_link', { payment_link: 'plink_1', id: 'cs_test_link' })
    await told('evt_stranger', {
      id: 'cs_test_stranger',
      metadata: {},
      client_reference_id: order.id,
    })
    await tell({ ...paid, id: 'evt_other', type: 'customer.created', data: { object: {} } })
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      holdReason: null,
      events: [],
    })
    const rows = await shop.db.orm.select().from(paymentEvents)
    expect(Object.fromEntries(rows?.map(({ id, outcome }) => [id, outcome]) ?? [])).toEqual({
      evt_account: 'ignored: of another account',
      evt_live: 'ignored: of live mode',
      evt_setup: 'ignored: of no interest',
      evt_link: 'unknown order',
      evt_stranger: 'unknown order',
      evt_other: 'ignored: of no interest',
    })
    expect((await health(shop)).notices.join()).toContain('2 payments came that belong to no order')
    await told('evt_cent', { amount_total: order.totalCents - 1 })
    await told('evt_euro', { currency: 'eur' })
    const held = await stored(shop, order)
    expect(held).toMatchObject({ state: 'pending', paidAt: null })
    pass(60)
    expect([await expireOrders(shop), await reconcilePayments(shop)]).toEqual([0, 0])
    expect(held.holdReason).toMatch(
      /^A payment of .* arrived where .* USD was due\. A payment of .* EUR/,
    )
  })

  it('that take days wait as long, then pay or close the order, in either order of telling [ORDER-05]', async () => {
    const { shop, stripe, tell, pass } = await opens()
    const [slow, failed, early] = [await placed(shop), await placed(shop), await placed(shop)]
    const done = [slow, failed, early].map(({ session }) => stripe.pay(session, { later: true }))
    const [first, second, third] = done as [StripeEvent, StripeEvent, StripeEvent]
    await tell(first)
    await tell(second)
    pass(60 * 24)
    expect([
      await expireOrders(shop),
      await cancelOrder(shop, slow.id, { actor: 'shopper', by: 'x', why: 'y' }),
    ]).toEqual([0, 'pending'])
    expect(await stored(shop, slow)).toMatchObject({
      state: 'pending',
      paymentProcessingAt: expect.any(Date),
    })
    expect(await orderPage(shop, slow.token)).toMatchObject({ state: 'pending', paymentUrl: null })
    const later = (event: StripeEvent, how: 'succeeded' | 'failed') =>
      stripe.event(`checkout.session.async_payment_${how}`, {
        ...event.data.object,
        payment_status: how === 'succeeded' ? 'paid' : 'unpaid',
      })
    await tell(later(first, 'succeeded'))
    await tell(later(second, 'failed'))
    await tell(later(third, 'succeeded'))
    await tell(third)
    expect((await stored(shop, slow)).state).toBe('paid')
    expect((await stored(shop, failed)).state).toBe('cancelled')
    expect(await stored(shop, early)).toMatchObject({ state: 'paid', paymentProcessingAt: null })
  })

  it('may be told before our own answer of Stripe was stored [ORDER-05]', async () => {
    const { shop, stripe, tell } = await opens()
    const { payments } = shop
    if (!payments) throw new Error('no payments')
    const hasty = {
      ...shop,
      payments: {
        ...payments,
        openSession: async (order: Parameters<typeof payments.openSession>[0]) => {
          const page = await payments.openSession(order)
          expect(await tell(stripe.pay(page.session))).toBe(200)
          return page
        },
      },
    }
    const order = await placed(hasty)
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      paymentSession: order.session,
      paymentUrl: expect.stringContaining(order.session),
      holdReason: null,
    })
  })

  it('go back in part or whole, and are disputed: the same end in any order of telling [ORDER-02, ORDER-05]', async () => {
    const { shop, stripe, tell } = await opens()
    const deliveries = fc.tuple(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      fc.array(fc.nat({ max: 4 }), { maxLength: 4 }),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(deliveries, async ([order, again, whole]) => {
        const bought = await placed(shop)
        const paid = stripe.pay(bought.session)
        const { refund, disputed, settled } = after(stripe, paid)
        const rest = whole ? bought.totalCents : bought.totalCents - 1
        const told = [paid, refund(1000), refund(rest), disputed(), settled('lost')]
        for (const index of [...order, ...again]) expect(await tell(told[index])).toBe(200)
        const end = await stored(shop, bought)
        expect(end).toMatchObject({
          state: whole ? 'refunded' : 'paid',
          refundedCents: rest,
          dispute: 'lost',
          holdReason: null,
        })
        expect(end.events.map(({ id }) => id).sort()).toEqual(told.map(({ id }) => id).sort())
        expect(end.history.map(({ why }) => why).join()).toMatch(
          /was refunded.*|A dispute was lost/,
        )
      }),
      { numRuns: 8 },
    )
  })

  it('of an order that was cancelled: its page is closed first, and what was paid meanwhile counts [ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await opens()
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
    // Late all the same, as by a page that would not close: recorded and held.
    Object.assign(stripe.store.sessions.get(gone.session) ?? {}, { status: 'open' })
    await tell(stripe.pay(gone.session))
    expect(await stored(shop, gone)).toMatchObject({
      state: 'cancelled',
      holdReason: expect.stringContaining('arrived after the order was cancelled'),
    })
    pass(36)
    expect(await expireOrders(shop)).toBe(0)
  })

  it('of one cart in two tabs: the newer page closes the older, and a paid one leads to its order [PAY-15, ORDER-05]', async () => {
    const { shop, stripe } = await opens()
    const first = await placed(shop)
    const second = await placed(shop, [small], quoteId(first.answer.quote))
    expect(stripe.store.sessions.get(first.session)).toMatchObject({ status: 'expired' })
    expect((await stored(shop, first)).history.at(-1)).toMatchObject({
      toState: 'cancelled',
      why: 'A newer checkout of the same cart took its place.',
    })
    // Paid in its tab, and not told yet, when the other tab checks out again.
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
    const { shop, stripe } = await opens()
    const first = await placed(shop, [small], null, true)
    const second = await placed(shop, [small], quoteId(first.answer.quote), true)
    const whyOf = async (order: { id: string }) => (await stored(shop, order)).history.at(-1)?.why
    expect(stripe.store.sessions.get(first.session)).toMatchObject({ status: 'expired' })
    expect(await whyOf(first)).toBe('A newer Buy Now of the same piece took its place.')
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
    const { shop, stripe } = await opens()
    const back = (session: string) =>
      stripe.calls
        .map(({ body }) => new URLSearchParams(body).get('cancel_url'))
        .at([...stripe.store.sessions.keys()].indexOf(session))
    const cart = await placed(shop)
    expect(back(cart.session)).toBe('http://localhost:3000/products?checkout=cancelled')
    const piece = await placed(shop, [small], null, true)
    expect(back(piece.session)).toBe('http://localhost:3000/product/7?checkout=cancelled')
  })

  it('in Stripe’s test mode are marked as tests wherever they are shown, also once the key is a live one [ORDER-13]', async () => {
    const { shop, stripe, tell } = await opens()
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
    await sendMail(shop)
    for (const { subject, text } of await orderMails(shop, order.id)) {
      expect(subject).toMatch(/^Test: /)
      expect(text).toContain('no card is charged')
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
    const { shop, stripe, pass } = await opens()
    const order = await placed(shop)
    pass(11)
    const late = placeOrder(shop, checkout(order.answer))
    expect(await refusal(late)).toMatchObject({ code: 'quote_expired', status: 409 })
    expect(stripe.store.sessions.get(order.session)).toMatchObject({ status: 'expired' })
    const after = await stored(shop, order)
    expect(after.state).toBe('cancelled')
    expect(after.history.at(-1)?.why).toBe(
      'Its price was no longer held when checkout was pressed again.',
    )
  })

  it('while Stripe fails: a sentence, the order kept, and one page for it at the second click [PAY-11, ORDER-01]', async () => {
    const { shop, stripe, pass } = await opens()
    const answer = await quoteCart(shop, [small])
    stripe.behave('answer lost')
    const problem = await refusal(placeOrder(shop, checkout(answer)))
    expect(problem).toMatchObject({ code: 'payment_unavailable', status: 503 })
    expect(problem.message).toMatch(/Nothing was charged, and your cart is kept/)
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
    const { shop, stripe, goldBecomes } = await opens()
    await goldBecomes('900')
    const answer = await quoteCart(shop, [{ ...small, quantity: 99 }])
    expect(Number(answer.total)).toBeGreaterThan(999_999.99)
    expect(await refusal(placeOrder(shop, checkout(answer)))).toMatchObject({
      code: 'payment_refused',
      status: 422,
      message: expect.stringContaining('at most $999,999.99'),
    })
    expect(stripe.calls).toEqual([])
  })

  it('that no webhook told of are found by asking, ever more seldom, and staff are told [ORDER-03, ORDER-05]', async () => {
    const { shop, stripe, tell, pass } = await opens()
    const [lost, waiting] = [await placed(shop), await placed(shop)]
    const paid = stripe.pay(lost.session)
    expect(await reconcilePayments(shop)).toBe(0)
    pass(4)
    expect(await reconcilePayments(shop)).toBe(1)
    expect(await stored(shop, lost)).toMatchObject({ state: 'paid', email: 'ada@example.com' })
    expect((await health(shop)).notices).toEqual([
      expect.stringMatching(/^1 payment of the last day came to light only because the shop asked/),
    ])
    // The webhook, late, changes nothing more.
    await tell(paid)
    expect((await stored(shop, lost)).history).toHaveLength(2)
    const asked = () => stripe.calls.filter(({ what }) => what.includes(waiting.session)).length
    expect(asked()).toBe(1)
    await reconcilePayments(shop)
    expect(asked()).toBe(1)
    pass(3)
    await reconcilePayments(shop)
    expect(asked()).toBe(2)
  })

  it('that do not fit are held once, found by asking and told by webhook as well [STORM-03, ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await opens()
    const order = await placed(shop)
    const session = stripe.store.sessions.get(order.session)
    Object.assign(session ?? {}, { amount_total: order.totalCents - 1 })
    const paid = stripe.pay(order.session)
    pass(4)
    await reconcilePayments(shop)
    const once = await stored(shop, order)
    expect(once).toMatchObject({ state: 'pending', holdReason: expect.stringContaining('was due') })
    expect(await tell(paid)).toBe(200)
    const twice = await stored(shop, order)
    expect(twice.holdReason).toBe(once.holdReason)
    expect(twice.history).toHaveLength(once.history.length)
    expect(twice.events).toHaveLength(2)
    const mails = (await shop.db.orm.select().from(mailOutbox)) ?? []
    expect(mails.map(({ kind }) => kind)).toEqual(['order-held-staff'])
    // What waits for staff is not cancelled from the shopper's side.
    expect(
      await cancelOrder(shop, order.id, { actor: 'shopper', by: 'shopper', why: 'Changed.' }),
    ).toBe('pending')
  })

  it('whose webhook was lost are found at the first look, behind a flood of pages nobody opened [STORM-01]', async () => {
    const { shop, stripe, pass } = await opens()
    for (let count = 0; count < 30; count += 1) await placed(shop)
    const [lost, late, debit] = [await placed(shop), await placed(shop), await placed(shop)]
    stripe.pay(lost.session)
    pass(4)
    for (let count = 0; count < 30; count += 1) await placed(shop)
    expect(await reconcilePayments(shop)).toBe(1)
    expect(await stored(shop, lost)).toMatchObject({ state: 'paid', email: 'ada@example.com' })
    // Paid when it was asked about already, while ever new pages wait for their first look.
    stripe.pay(late.session)
    stripe.pay(debit.session, { later: true })
    pass(4)
    expect(await reconcilePayments(shop)).toBe(1)
    expect((await stored(shop, late)).state).toBe('paid')
    // The list tells of a debit that it is on its way; then it is asked about before the others.
    expect((await stored(shop, debit)).paymentProcessingAt).not.toBeNull()
    Object.assign(stripe.store.sessions.get(debit.session) ?? {}, { payment_status: 'paid' })
    pass(30)
    const before = stripe.calls.length
    await reconcilePayments(shop)
    expect((await stored(shop, debit)).state).toBe('paid')
    const asked = stripe.calls.slice(before).filter(({ what }) => /cs_/.test(what))
    expect(asked[0]?.what).toContain(debit.session)
  })

  it('run out only by Stripe’s word: paid at the last moment is paid [ORDER-02, ORDER-05]', async () => {
    const { shop, stripe, pass } = await opens()
    const [empty, paid] = [await placed(shop), await placed(shop)]
    stripe.pay(paid.session)
    stripe.behave(500)
    pass(55)
    expect(await expireOrders(shop)).toBe(0)
    expect(await reconcilePayments(shop)).toBe(0)
    expect((await stored(shop, empty)).state).toBe('pending')
    expect((await health(shop)).notices.join()).toContain('what became of 2 orders')
    stripe.behave(null)
    pass(20)
    expect(await reconcilePayments(shop)).toBe(2)
    expect((await stored(shop, empty)).state).toBe('expired')
    expect((await stored(shop, paid)).state).toBe('paid')
    expect((await health(shop)).notices.join()).not.toContain('became')
  })

  it('given back while nobody listened are found among what Stripe could not deliver [ORDER-05]', async () => {
    const { shop, stripe, tell } = await opens()
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    await tell(paid)
    const lost = after(stripe, paid).refund(order.totalCents)
    stripe.store.undelivered.add(lost.id)
    expect(await fetchLostEvents(shop)).toBe(1)
    expect(await stored(shop, order)).toMatchObject({
      state: 'refunded',
      refundedCents: order.totalCents,
    })
    expect(await fetchLostEvents(shop)).toBe(1)
    expect((await stored(shop, order)).history).toHaveLength(3)
  })
})
