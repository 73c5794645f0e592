import { expect, it } from 'vitest'
import { cancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import {
  fetchLostEvents,
  reconcilePayments,
} from '#app/.server/payments/jobs/reconcile-payments.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { chargeEvents, placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'

onBothDatabases('card payments', (open) => {
  it('that no webhook reported are found by asking, less and less often, and shown to staff [ORDER-03, ORDER-05]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
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

  it('that do not fit are held once, found by asking and reported by webhook as well [STORM-03, ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
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
    const emails = (await shop.db.orm.select().from(emailOutbox)) ?? []
    expect(emails.map(({ kind }) => kind)).toEqual(['order-held-staff'])
    // What waits for staff is not canceled from the shopper's side.
    expect(
      await cancelOrder(shop, order.id, { actor: 'shopper', by: 'shopper', why: 'Changed.' }),
    ).toBe('pending')
  })

  it('whose webhook was lost are found at the first look, behind many pages nobody opened [STORM-01]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    for (let count = 0; count < 30; count += 1) await placed(shop)
    const [lost, late, debit] = [await placed(shop), await placed(shop), await placed(shop)]
    stripe.pay(lost.session)
    pass(4)
    for (let count = 0; count < 30; count += 1) await placed(shop)
    expect(await reconcilePayments(shop)).toBe(1)
    expect(await stored(shop, lost)).toMatchObject({ state: 'paid', email: 'ada@example.com' })
    // Paid after the first check, while new pages keep waiting for theirs.
    stripe.pay(late.session)
    stripe.pay(debit.session, { later: true })
    pass(4)
    expect(await reconcilePayments(shop)).toBe(1)
    expect((await stored(shop, late)).state).toBe('paid')
    // The list reports a debit as being processed; then it is asked about before the others.
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
    const { shop, stripe, pass } = await stripeShop(await open())
    const [empty, paid] = [await placed(shop), await placed(shop)]
    stripe.pay(paid.session)
    stripe.behave(500)
    pass(55)
    expect(await expireOrders(shop)).toBe(0)
    expect(await reconcilePayments(shop)).toBe(0)
    expect((await stored(shop, empty)).state).toBe('pending')
    expect((await health(shop)).notices.join()).toContain('what happened to 2 orders')
    stripe.behave(null)
    pass(20)
    expect(await reconcilePayments(shop)).toBe(2)
    expect((await stored(shop, empty)).state).toBe('expired')
    expect((await stored(shop, paid)).state).toBe('paid')
    expect((await health(shop)).notices.join()).not.toContain('became')
  })

  it('whose session Stripe does not know wait until their time is over, and expire then [ORDER-02, ORDER-05]', async () => {
    const { shop, stripe, pass } = await stripeShop(await open())
    const order = await placed(shop)
    stripe.store.sessions.delete(order.session)
    pass(4)
    expect(await reconcilePayments(shop)).toBe(0)
    expect((await stored(shop, order)).state).toBe('pending')
    pass(55)
    expect(await reconcilePayments(shop)).toBe(1)
    const { state, history, events } = await stored(shop, order)
    expect(state).toBe('expired')
    expect(history.at(-1)).toMatchObject({ by: 'payment provider (stripe, reconciled)' })
    expect(events).toMatchObject([
      {
        id: `reconciled:${order.session}:unknown`,
        type: 'expired',
        payload: { session: order.session, answer: 'unknown' },
      },
    ])
  })

  it('given back while nobody listened are found among what Stripe could not deliver [ORDER-05]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const order = await placed(shop)
    const paid = stripe.pay(order.session)
    await tell(paid)
    const lost = chargeEvents(stripe, paid).refund(order.totalCents)
    stripe.store.undelivered.add(lost.id)
    expect(await fetchLostEvents(shop)).toBe(1)
    expect(await stored(shop, order)).toMatchObject({
      state: 'refunded',
      balance: { refunded: order.totalCents, due: 0, refundable: 0 },
    })
    expect(await fetchLostEvents(shop)).toBe(1)
    expect((await stored(shop, order)).history).toHaveLength(3)
  })
})
