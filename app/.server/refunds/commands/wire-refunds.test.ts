import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { paymentsOfOrder, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { reconcilePayments } from '#app/.server/payments/jobs/reconcile-payments.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { changeRefund, makeBalanceRefund } from '#tests/support/stripe-refunds.ts'
import { stored } from '#tests/support/stripe-shop.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { sendRefunds } from '../jobs/send-refunds.ts'
import { previewRefund } from '../queries/preview-refund.ts'
import { refundOrder } from './refund-order.ts'

type Selling = Awaited<ReturnType<typeof bankShop>>
type Shop = Selling['shop']

/** An order that was wired, with so much too much. */
async function wired(selling: Selling, tooMuch = 0) {
  const { shop, stripe, tell } = selling
  const order = await ordered(shop, 'wire')
  await tell(awaitWire(stripe, order.session).completed)
  await tell(wire(stripe, order.customer, order.totalCents + tooMuch))
  const session = stripe.store.sessions.get(order.session)
  if (!session) throw new Error('no session')
  session.payment_status = 'paid'
  await tell(stripe.event('checkout.session.async_payment_succeeded', session))
  // One browser may have a few orders open only.
  await shop.db.orm.update(orders).set({ clientHash: null })
  return { ...order, intent: String(session.payment_intent) }
}

let keys = 0
async function refund(
  shop: Shop,
  { id }: { id: string },
  input: RefundInput = { of: 'whole' },
  payment: string | null = null,
) {
  keys += 1
  const { amount: stated } = await previewRefund(shop, { id, wish: input, payment })
  const form = {
    ...(await seenByStaff(shop, { id })),
    key: `wire ${keys}`,
    payment,
    wish: input,
    stated,
  }
  return refundOrder(shop, {
    ...form,
    reason: 'The clasp broke.',
    note: '',
    requireFresh: async () => {},
  })
}

const sum = (amount: number) => ({ of: 'sum', amount: cents(amount) }) as const
const lastRefund = ({ stripe }: Selling) =>
  new URLSearchParams(stripe.calls.findLast(({ what }) => what === 'POST /v1/refunds')?.body)
const leftOf = async (shop: Shop, { id }: { id: string }) =>
  (await paymentsOfOrder(shop.db.orm, id)).map(({ from, left }) => [from, left])

/** Each ordering of the events that the stand-in has reported since. */
function orderingsOf(events: readonly StripeEvent[]): StripeEvent[][] {
  if (events.length < 2) return [[...events]]
  return events.flatMap((event) =>
    orderingsOf(events.filter((each) => each !== event)).map((rest) => [event, ...rest]),
  )
}

onBothDatabases('a refund of money that was wired', (open) => {
  it('asks for the buyer’s email address where the order has none, and tells Stripe [REFUND-19]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    const order = await ordered(shop, 'wire')
    const { id, revision, by } = await seenByStaff(shop, order)
    await staffCancelOrder(shop, { id, revision, by, reason: 'Asked to by phone.' })
    await tell(wire(stripe, order.customer, 5_00))
    const asked = { id: order.id, wish: { of: 'whole' }, payment: null } as const
    expect(await refusal(previewRefund(shop, asked))).toMatchObject({
      code: 'refund_refused',
      message: expect.stringMatching(/^Enter the buyer’s email address\. To refund/),
      details: { errors: { email: expect.stringContaining('email address') } },
    })
    const email = 'ada@example.com'
    const { amount: stated } = await previewRefund(shop, { ...asked, email })
    const refund = {
      ...(await seenByStaff(shop, order)),
      ...{ ...asked, stated, key: 'canceled wire', reason: 'It was canceled.', note: '' },
      requireFresh: async () => {},
    }
    expect(await refusal(refundOrder(shop, refund))).toMatchObject({ code: 'refund_refused' })
    expect(await refundOrder(shop, { ...refund, email })).toMatchObject({ state: 'succeeded' })
    expect(stripe.store.wires.customers.get(order.customer)).toMatchObject({ email })
    const { order: now, history, events } = await storedOrder(shop, order.id)
    expect(now.email).toBe(email)
    expect(history.map(({ why }) => why)).toContain(
      'The buyer’s email address was entered, for a refund.',
    )
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'order.buyer_corrected',
        facts: expect.objectContaining({ changed: ['email'] }),
      }),
    )
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('goes back by its payment, once, whatever is reported in which order [BANK-12]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    const order = await wired(selling)
    expect(await leftOf(shop, order)).toEqual([
      ['payment', order.totalCents],
      ['cash balance', 0],
    ])
    const before = stripe.store.events.length
    expect(await refund(shop, order, sum(10_000))).toMatchObject({ state: 'succeeded' })
    expect(lastRefund(selling).get('payment_intent')).toBe(order.intent)
    expect(lastRefund(selling).has('origin')).toBe(false)
    for (const event of stripe.store.events.slice(before).toReversed()) await tell(event)
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      holdReason: null,
      balance: { refunded: 10_000, due: 0, refundable: order.totalCents - 10_000 },
    })
    await refund(shop, order)
    expect(await stored(shop, order)).toMatchObject({
      state: 'refunded',
      balance: { refunded: order.totalCents, due: 0, refundable: 0 },
    })
    expect(await leftOf(shop, order)).toEqual([
      ['payment', 0],
      ['cash balance', 0],
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('from the cash balance, where no payment took it, in any order of reports [BANK-12, BANK-13]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    for (const isAnswered of [true, false]) {
      for (const ordering of [0, 1]) {
        const order = await wired(selling, 1000)
        expect(await leftOf(shop, order)).toEqual([
          ['payment', order.totalCents],
          ['cash balance', 1000],
        ])
        const tooMuch = refund(shop, order, sum(1001), order.customer)
        expect(await refusal(tooMuch)).toMatchObject({ code: 'refund_refused' })
        const before = stripe.store.events.length
        if (!isAnswered) stripe.behave('answer lost', 2)
        const asked = await refund(shop, order, sum(1000), order.customer)
        stripe.behave(null)
        expect(asked.state).toBe(isAnswered ? 'succeeded' : 'requested')
        expect(Object.fromEntries(lastRefund(selling))).toMatchObject({
          origin: 'customer_balance',
          customer: order.customer,
          currency: 'usd',
          amount: '1000',
        })
        const reported = orderingsOf(stripe.store.events.slice(before))[ordering] ?? []
        expect(reported.map(({ type }) => type).toSorted()).toEqual([
          'customer_cash_balance_transaction.created',
          'refund.created',
        ])
        for (const event of [...reported, ...reported]) expect(await tell(event)).toBe(200)
        await sendRefunds(shop)
        expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([
          { origin: 'shop', state: 'succeeded', amountCents: 1000, creditNoteNumber: null },
        ])
        expect(await stored(shop, order)).toMatchObject({
          state: 'paid',
          holdReason: null,
          balance: { refunded: 1000, due: 0, refundable: order.totalCents },
        })
        expect(await leftOf(shop, order)).toEqual([
          ['payment', order.totalCents],
          ['cash balance', 0],
        ])
        expect(await orderFindings(shop.db.orm)).toEqual([])
      }
    }
  })

  it('whose answer and events were all lost is found, and not made again [BANK-12]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, pass } = selling
    const order = await wired(selling, 1000)
    stripe.behave('answer lost', 2)
    await refund(shop, order, sum(600), order.customer)
    stripe.behave(null)
    pass(2)
    expect(await sendRefunds(shop)).toBe(1)
    expect(stripe.store.refunds.size).toBe(1)
    expect(await stored(shop, order)).toMatchObject({ balance: { refunded: 600, due: -400 } })
    expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([{ state: 'succeeded' }])
  })

  it('of an order that ran out gives back what came of it [BANK-12]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, 70_000))
    // Stripe keeps a part for the payment that waits.
    expect(await refusal(refund(shop, order))).toMatchObject({
      code: 'refund_refused',
      message: expect.stringContaining('still waiting for its wire'),
    })
    pass(61 * 60)
    await reconcilePayments(shop)
    expect((await stored(shop, order)).state).toBe('expired')
    expect(await leftOf(shop, order)).toEqual([['cash balance', 70_000]])
    await refund(shop, order)
    expect(lastRefund(selling).get('origin')).toBe('customer_balance')
    expect(await stored(shop, order)).toMatchObject({
      state: 'expired',
      balance: { refunded: 70_000, due: 0, refundable: 0 },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('that did not reach the bank is owed again, once, in any order of reports [BANK-13]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    for (const ordering of [0, 1, 2, 3, 4, 5]) {
      const order = await wired(selling, 1000)
      const { providerId } = await refund(shop, order, sum(1000), order.customer)
      const before = stripe.store.events.length
      changeRefund(stripe.store, String(providerId), 'failed')
      const reported = orderingsOf(stripe.store.events.slice(before))
      expect(reported).toHaveLength(6)
      for (const event of reported[ordering] ?? []) await tell(event)
      expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([{ state: 'failed' }])
      const after = await stored(shop, order)
      expect(after.balance).toMatchObject({ refunded: 0, due: -1000 })
      expect(after.history.filter(({ why }) => /failed at|didn’t reach/.test(why))).toHaveLength(1)
      expect(await leftOf(shop, order)).toEqual([
        ['payment', order.totalCents],
        ['cash balance', 1000],
      ])
      await refund(shop, order, sum(1000), order.customer)
      expect((await stored(shop, order)).balance).toMatchObject({ refunded: 1000, due: 0 })
      expect(await orderFindings(shop.db.orm)).toEqual([])
    }
  })

  it('beside one that staff made in Stripe’s dashboard: each is booked once [BANK-13]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    for (const ordering of [0, 1]) {
      const order = await wired(selling, 1000)
      await refund(shop, order, sum(300), order.customer)
      const before = stripe.store.events.length
      makeBalanceRefund(stripe.store, order.customer, 300)
      const reported = orderingsOf(stripe.store.events.slice(before))[ordering] ?? []
      for (const event of [...stripe.store.events.slice(0, before), ...reported]) await tell(event)
      expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([
        { origin: 'shop', state: 'succeeded', amountCents: 300 },
        { origin: 'provider', state: 'succeeded', amountCents: 300 },
      ])
      expect((await stored(shop, order)).balance).toMatchObject({ refunded: 600, due: -400 })
      expect(await leftOf(shop, order)).toContainEqual(['cash balance', 400])
      expect(await orderFindings(shop.db.orm)).toEqual([])
    }
  })

  it('that failed and went to the cash balance is owed once, and goes back from there [BANK-13]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    for (const isKeptFirst of [true, false]) {
      const order = await wired(selling)
      const { providerId } = await refund(shop, order, sum(5000))
      const before = stripe.store.events.length
      changeRefund(stripe.store, String(providerId), 'failed')
      const refunded = { refund: String(providerId) }
      const more = { type: 'refunded_from_payment', refunded_from_payment: refunded } as const
      wire(stripe, order.customer, 5000, more)
      const reported = stripe.store.events.slice(before)
      for (const event of isKeptFirst ? reported.toReversed() : reported) await tell(event)
      expect((await stored(shop, order)).balance).toMatchObject({ refunded: 0, due: -5000 })
      expect(await leftOf(shop, order)).toEqual([
        ['payment', order.totalCents - 5000],
        ['cash balance', 5000],
      ])
      expect(await orderFindings(shop.db.orm)).toEqual([])
    }
  })

  it('is not asked for by the id of a movement: the stand-in refuses one [BANK-12]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe } = selling
    const order = await wired(selling)
    const [transfer] = stripe.store.wires.transactions
    const request = { id: 'r', orderId: order.id, amount: cents(1), email: null, at: shop.now() }
    const ask = (payment: string) => shop.payments?.refund({ ...request, payment })
    expect(await ask(String(transfer?.id))).toMatchObject({
      refused: expect.stringContaining('No such payment_intent'),
    })
  })

  it('that was too little in time needs no review once it is refunded whole [WIRE-03]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, 9000))
    pass(61 * 60)
    await reconcilePayments(shop)
    expect(await stored(shop, order)).toMatchObject({ state: 'expired', needsReview: true })
    await refund(shop, order, sum(4000), order.customer)
    expect(await stored(shop, order)).toMatchObject({ needsReview: true, balance: { due: -5000 } })
    await refund(shop, order, sum(5000), order.customer)
    const done = await stored(shop, order)
    expect(done).toMatchObject({ needsReview: false, holdReason: null, balance: { due: 0 } })
    expect(done.history.at(-1)?.why).toMatch(/Nothing more is owed, so the review is resolved\.$/)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('leaves what came in another currency to a person [WIRE-03]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, 9000))
    pass(61 * 60)
    await reconcilePayments(shop)
    await tell(wire(stripe, order.customer, 700, { currency: 'eur' }))
    await refund(shop, order, sum(9000), order.customer)
    expect(await stored(shop, order)).toMatchObject({ needsReview: true, balance: { due: 0 } })
  })
})
