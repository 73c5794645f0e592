import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { placedWith, toGermany } from '#tests/support/shipped-orders.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { fetchMissingBuyers } from './fetch-missing-buyers.ts'

/** The event as it comes where nothing of the buyer is in it. */
const without = (event: StripeEvent): StripeEvent => ({
  ...event,
  data: {
    object: { ...event.data.object, collected_information: null, customer_details: null },
  },
})

onBothDatabases('a payment that does not say where the goods go', (open) => {
  it('is asked about once its provider answers, and never over what is there [ADDR-03]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const [order, complete] = [await placed(shop), await placed(shop)]
    await tell(without(stripe.pay(order.session)))
    await tell(stripe.pay(complete.session))
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', shippingAddress: null })
    const lists = async () => {
      const question = { q: '', filter: 'address' as const, page: 1 }
      const { orders } = await ordersPage(shop, question)
      return [orders.map(({ id }) => id), (await todayPage(shop, 'owner')).work.address]
    }
    expect(await lists()).toEqual([[order.id], 1])
    stripe.behave(500)
    expect(await fetchMissingBuyers(shop)).toBe(0)
    stripe.behave(null)
    pass(1)
    expect(await fetchMissingBuyers(shop)).toBe(1)
    const after = await stored(shop, order)
    expect(after).toMatchObject({
      email: 'ada@example.com',
      shippingAddress: { name: 'Ada Buyer', line1: '1000 Example Street', postalCode: '98101' },
    })
    expect(after.history.at(-1)).toMatchObject({
      by: 'payment provider (stripe, asked)',
      why: 'The payment provider was asked and gave name, street, city, state, ZIP code and email.',
    })
    expect(await lists()).toEqual([[], 0])
    const calls = stripe.calls.length
    expect(await fetchMissingBuyers(shop)).toBe(0)
    expect(stripe.calls).toHaveLength(calls)
    const told = eq(alerts.kind, 'order-without-address')
    expect(await shop.db.orm.$count(alerts, told)).toBe(0)
  })

  it('is not missed where its country has no states or postal codes [SHIPPING-08, ADDR-03]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    const order = await placedWith(shop, { ...toGermany, country: 'HK' })
    const paid = stripe.pay(order.session)
    const shipping_details = {
      name: 'Ada Buyer',
      address: { line1: '1 Example Road', city: 'Central', country: 'HK' },
    }
    Object.assign(paid.data.object, { collected_information: { shipping_details } })
    await tell(paid)
    const address = { city: 'Central', state: '', postalCode: '', country: 'HK' }
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', shippingAddress: address })
    expect((await ordersPage(shop, { q: '', filter: 'address', page: 1 })).orders).toEqual([])
    expect((await todayPage(shop, 'owner')).work.address).toBe(0)
    const calls = stripe.calls.length
    expect(await fetchMissingBuyers(shop)).toBe(0)
    expect(stripe.calls).toHaveLength(calls)
  })

  it('sends its confirmation once the email address is known [MAIL-09, ADDR-03]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await placed(shop)
    await tell(without(stripe.pay(order.session)))
    pass(2)
    await sendEmail(shop)
    const emails = async () => {
      const { kind, recipient, state, orderId } = emailOutbox
      const all = await shop.db.orm
        .select({ kind, recipient, state })
        .from(emailOutbox)
        .where(eq(orderId, order.id))
      return all.filter((email) => email.kind === 'order-paid-buyer')
    }
    expect(await emails()).toEqual([])
    expect(await orderFindings(shop.db.orm)).toEqual([])
    expect(await fetchMissingBuyers(shop)).toBe(1)
    pass(2)
    await sendEmail(shop)
    // Without a mail server it is kept, as it would have been sent.
    const kept = { kind: 'order-paid-buyer', recipient: 'ada@example.com', state: 'kept' }
    expect(await emails()).toEqual([kept])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('and whose provider does not say it either is told to staff, once [ADDR-03]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const [nowhere, noName] = [await placed(shop), await placed(shop)]
    for (const { session } of [nowhere, noName]) await tell(without(stripe.pay(session)))
    const at = (session: string) => Object(stripe.store.sessions.get(session))
    Object.assign(at(nowhere.session), { collected_information: null, customer_details: null })
    const shipped = at(noName.session).collected_information.shipping_details
    Object.assign(at(noName.session), {
      collected_information: { shipping_details: { ...shipped, name: null } },
      customer_details: { email: null, name: null },
      charge: { billing_details: { email: 'bo@example.com' } },
    })
    expect(await fetchMissingBuyers(shop)).toBe(2)
    pass(60)
    expect(await fetchMissingBuyers(shop)).toBe(0)
    const told = await shop.db.orm
      .select()
      .from(alerts)
      .where(eq(alerts.kind, 'order-without-address'))
    const missing = Object.fromEntries(told.map(({ occasion, facts }) => [occasion, facts.missing]))
    expect(missing).toEqual({
      [nowhere.id]: ['name', 'street', 'city', 'state', 'ZIP code', 'email'],
      [noName.id]: ['name'],
    })
    expect(await adminOrder(shop, noName.id)).toMatchObject({
      email: 'bo@example.com',
      address: { name: '', line1: '1000 Example Street' },
      mayCorrectBuyer: true,
    })
  })
})
