import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { reconcilePayments } from '#app/.server/payments/jobs/reconcile-payments.ts'
import { paymentEvents } from '#app/.server/platform/db/schema.ts'
import { unavailableDatabase } from '#app/.server/platform/db/with-database.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { chargeEvents, placed, stored, stripeShop, tell } from '#tests/support/stripe-shop.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { addressVersions, inVersion } from '#tests/support/stripe-versions.ts'

onBothDatabases('card payments', (open) => {
  it('are applied once however often their webhook comes, and say who paid and where it goes [ORDER-01, ORDER-05, PAY-18]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
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

  it('are accepted by signature alone: else nothing is stored and Stripe is answered so [SEC-05, SEC-06]', async () => {
    const { shop, stripe, tell: posts, pass } = await stripeShop(await open())
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
    // Of interest, and not in a known form: refused, and sent again until somebody looked.
    expect(await posts({ ...paid, id: 'evt_odd', data: { object: { id: 7 } } })).toBe(422)
    expect(await posts({ ...paid, id: 'evt_odd', data: {} })).toBe(422)
    expect(await shop.db.orm.$count(paymentEvents)).toBe(1)
    const { shop: trying } = await sellingShop(shop.db ?? (await open()))
    expect(await tell(trying, stripe.signed(paid))).toBe(404)
  })

  it.each(addressVersions)(
    'take the address where version %s of the provider’s API puts it [ADDR-01]',
    async (version) => {
      const { shop, stripe, tell } = await stripeShop(await open())
      const order = await placed(shop)
      expect(await tell(inVersion(stripe.pay(order.session), version))).toBe(200)
      expect(await stored(shop, order)).toMatchObject({
        state: 'paid',
        email: 'ada@example.com',
        shippingAddress: { name: 'Ada Buyer', line1: '1000 Example Street', postalCode: '98101' },
      })
    },
  )

  it('that are no event of version 1, or of a type nobody asked for, are ignored, never an error [ADDR-02]', async () => {
    const { shop, stripe, tell: posts } = await stripeShop(await open())
    const thin = {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: '2026-03-11T16:00:00.000Z',
      livemode: false,
      related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
    }
    const others = [
      thin,
      { ...thin, id: 'evt_notified', object: 'v2.core.event_notification', livemode: undefined },
      { ...thin, id: 'evt_new', object: 'event', type: 'invoice.paid' },
      { ...thin, id: 'evt_bare', object: 'event', type: 'invoice.paid', created: 1, data: null },
    ]
    for (const event of others) expect(await posts(event)).toBe(200)
    const rows = await shop.db.orm.select().from(paymentEvents)
    expect(Object.fromEntries(rows.map(({ id, outcome }) => [id, outcome]))).toEqual({
      evt_thin: 'ignored: no event of version 1',
      evt_notified: 'ignored: no event of version 1',
      evt_new: 'ignored: of no interest',
      evt_bare: 'ignored: of no interest',
    })
    for (const none of [{}, { id: 7 }, { ...thin, id: '' }, { object: 'event', type: 'x' }]) {
      expect(await posts(none)).toBe(422)
    }
    expect(await tell(shop, stripe.signed('[1, 2]'))).toBe(400)
    expect(await tell(shop, { ...stripe.signed(thin), header: 't=1,v1=forged' })).toBe(400)
    expect(await shop.db.orm.$count(paymentEvents)).toBe(others.length)
  })

  it('of another sum, currency, account, mode or seller never pay an order [ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    const post = (id: string, object: object, more: object = {}) =>
      tell({ ...paid, ...more, id, data: { object: { ...paid.data.object, ...object } } })
    await post('evt_account', {}, { account: 'acct_other' })
    await post('evt_live', {}, { livemode: true })
    await post('evt_setup', { mode: 'setup' })
    await post('evt_link', {
      payment_link: 'plink_1',
      id: 'cs_test_link',
      payment_intent: 'pi_link',
    })
    await post('evt_stranger', {
      id: 'cs_test_stranger',
      payment_intent: 'pi_stranger',
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
    expect((await health(shop)).openPayments).toBe(2)
    await post('evt_cent', { amount_total: order.totalCents - 1 })
    await post('evt_euro', { currency: 'eur' })
    const held = await stored(shop, order)
    expect(held).toMatchObject({ state: 'pending', paidAt: null })
    pass(60)
    expect([await expireOrders(shop), await reconcilePayments(shop)]).toEqual([0, 0])
    expect(held.holdReason).toMatch(
      /^A payment of .* arrived, but .* USD was due; the parts don’t add up: .*\. A payment of .* EUR/,
    )
  })

  it('that take days wait as long, then pay or close the order, in either order of arrival [ORDER-05]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
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

  it('may be reported before Stripe’s answer to us was stored [ORDER-05]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
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

  it('go back in part or whole, and are disputed: the same end in any order of arrival [ORDER-02, ORDER-05]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const deliveries = fc.tuple(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      fc.array(fc.nat({ max: 4 }), { maxLength: 4 }),
      fc.boolean(),
    )
    await fc.assert(
      fc.asyncProperty(deliveries, async ([order, again, whole]) => {
        const bought = await placed(shop)
        const paid = stripe.pay(bought.session)
        const { refund, disputed, settled } = chargeEvents(stripe, paid)
        const rest = whole ? bought.totalCents : bought.totalCents - 1
        const events = [paid, refund(1000), refund(rest), disputed(), settled('lost')]
        for (const index of [...order, ...again]) expect(await tell(events[index])).toBe(200)
        const end = await stored(shop, bought)
        expect(end).toMatchObject({
          state: whole ? 'refunded' : 'paid',
          // Lost by the dispute, and refunded: the stand-in lets a seller lose it twice.
          balance: { refunded: rest, due: 0 },
          dispute: 'lost',
          holdReason: null,
        })
        expect(end.events.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort())
        expect(end.history.map(({ why }) => why).join()).toMatch(
          /was refunded.*|A dispute was lost/,
        )
      }),
      { numRuns: draws(4) },
    )
  })
})
