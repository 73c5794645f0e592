import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { creditNoteOf, type RefundRow, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { acceptPaymentOfHeldOrder } from '#app/.server/payments/commands/resolve-held-order.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { heldOrder, paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { refundedOf, changeRefund as stripeChanges } from '#tests/support/stripe-refunds.ts'
import { placed, stripeShop } from '#tests/support/stripe-shop.ts'
import { sendRefunds } from '../jobs/send-refunds.ts'
import { previewRefund } from '../queries/preview-refund.ts'
import { type RefundOrder, refundOrder } from './refund-order.ts'

type Wish = Partial<RefundOrder>

let keys = 0
/** What the screen hands in: what was previewed, under the revision seen. */
async function asked(app: AppContext, id: string, more: Wish = {}): Promise<RefundOrder> {
  const { order } = await storedOrder(app, id)
  keys += 1
  const input = more.wish ?? { of: 'whole' }
  const stated =
    more.stated ??
    (await previewRefund(app, { id, wish: input, payment: more.payment ?? null })).amount
  return {
    id,
    by: 'ann@example.com',
    revision: order.revision,
    key: `key-${keys}`,
    payment: null,
    wish: input,
    stated,
    reason: 'The clasp broke.',
    note: '',
    requireFresh: async () => {},
    ...more,
  }
}
const sum = (amount: number) => ({ of: 'sum', amount: cents(amount) }) as const
const now = (app: AppContext, id: string) => refundsOfOrder(app.db.orm, id)
const emails = async (app: AppContext, kind: 'order-refunded-buyer' | 'order-held-staff') =>
  (await app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, kind))).length

/** A shop with an order that was paid at the stand-in of Stripe. */
async function paidByCard(open: Parameters<Parameters<typeof onBothDatabases>[1]>[0]) {
  const shop = await stripeShop(await open())
  const { id, session, totalCents } = await placed(shop.shop)
  await shop.tell(shop.stripe.pay(session))
  const intent = shop.stripe.store.sessions.get(session)?.payment_intent as string
  const tellAll = async () => {
    for (const event of shop.stripe.store.events) expect(await shop.tell(event)).toBe(200)
  }
  return { ...shop, id, total: totalCents, intent, tellAll }
}

onBothDatabases('a refund of an order', (open) => {
  it('as a whole gives all of it back: the order is refunded, with a credit note and a mail [REFUND-01]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, totalCents } = await paidOrder(shop)
    const refund = await refundOrder(shop, await asked(shop, id))
    expect(refund).toMatchObject({
      state: 'succeeded',
      amountCents: totalCents,
      goodsCents: totalCents,
    })
    expect(refund.lines).toMatchObject([{ size: 'Small', quantity: 1, amountCents: totalCents }])
    expect(creditNoteOf(refund)).toBe('CN-TEST-2026-0001')
    const { order, balance, history, events } = await storedOrder(shop, id)
    expect(order).toMatchObject({ state: 'refunded', holdReason: null })
    expect(balance).toMatchObject({ refunded: totalCents, due: 0, refundable: 0 })
    expect(history.map(({ why }) => why).slice(-2)).toEqual([
      'A refund of $2,596.00 was requested: The clasp broke.',
      '$2,596.00 USD was refunded. The order has been refunded in full.',
    ])
    expect(events.map(({ action }) => action)).toEqual(['order.refund_requested'])
    expect(await emails(shop, 'order-refunded-buyer')).toBe(1)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by a sum leaves the order as it is; never a cent above what remains [REFUND-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, totalCents } = await paidOrder(shop)
    const first = await refundOrder(shop, await asked(shop, id, { wish: sum(10000) }))
    expect(creditNoteOf(first)).toBe('CN-TEST-2026-0001')
    expect(await storedOrder(shop, id)).toMatchObject({
      order: { state: 'paid' },
      balance: { refunded: 10000, due: 0, refundable: totalCents - 10000 },
    })
    for (const [amount, sentence] of [
      [0, 'Please enter an amount above zero. Nothing was refunded.'],
      [-1, 'Please enter an amount above zero. Nothing was refunded.'],
      [totalCents - 9999, /\$2,496\.01 is more than the \$2,496\.00 that can still be refunded/],
    ] as const) {
      const input = asked(shop, id, { wish: sum(amount), stated: cents(amount) })
      expect((await refusal(refundOrder(shop, await input))).message).toMatch(sentence)
    }
    const rest = await refundOrder(shop, await asked(shop, id, { wish: sum(totalCents - 10000) }))
    expect(creditNoteOf(rest)).toBe('CN-TEST-2026-0002')
    expect((await storedOrder(shop, id)).order.state).toBe('refunded')
    const more = await refusal(refundOrder(shop, await asked(shop, id, { stated: cents(1) })))
    expect(more.message).toContain('Nothing is left to refund from this payment.')
    expect(await emails(shop, 'order-refunded-buyer')).toBe(2)
  })

  it('by line takes so many pieces, each once [REFUND-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, totalCents } = await paidOrder(shop)
    const lines = (quantity: number) =>
      ({ of: 'lines', quantities: [{ position: 0, quantity }] }) as const
    const two = asked(shop, id, { wish: lines(2), stated: cents(1) })
    expect((await refusal(refundOrder(shop, await two))).message).toMatch(
      /^Only 1 of .+ can still be refunded/,
    )
    const refund = await refundOrder(shop, await asked(shop, id, { wish: lines(1) }))
    expect(refund.amountCents).toBe(totalCents)
    expect(refund.lines).toMatchObject([{ position: 0, quantity: 1 }])
  })

  it('pressed twice is one refund; of two people at once the second is told [REFUND-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const once = await asked(shop, id, { wish: sum(500) })
    const both = await Promise.all([refundOrder(shop, once), refundOrder(shop, once)])
    expect(new Set(both.map((each) => each.id)).size).toBe(1)
    expect(await refundOrder(shop, once)).toMatchObject({ id: both[0]?.id, state: 'succeeded' })
    const [ann, ben] = [
      await asked(shop, id, { wish: sum(700) }),
      await asked(shop, id, { wish: sum(700), by: 'ben@example.com' }),
    ]
    const results = await Promise.allSettled([refundOrder(shop, ann), refundOrder(shop, ben)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await storedOrder(shop, id)).balance.refunded).toBe(1200)
    expect((await now(shop, id)).map(creditNoteOf)).toEqual([
      'CN-TEST-2026-0001',
      'CN-TEST-2026-0002',
    ])
  })

  it('of a payment that is held gives it back, and nobody accepts it after that [REFUND-01, ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, totalCents } = await heldOrder(shop)
    const refund = await refundOrder(shop, await asked(shop, id))
    expect(refund).toMatchObject({ amountCents: totalCents - 1, goodsCents: 0 })
    expect(creditNoteOf(refund)).toBeNull()
    const seen = await seenByStaff(shop, { id })
    const problem = await refusal(acceptPaymentOfHeldOrder(shop, { ...seen, reason: 'Fine.' }))
    expect(problem.code).toBe('payment_gone')
    expect((await storedOrder(shop, id)).balance).toMatchObject({ due: 0, refundable: 0 })
  })

  it('is what was stated, or nothing; above $500 it asks who it is [REFUND-03, REFUND-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const requireFresh = () => Promise.reject(new AppError('fresh', 403, 'who are you'))
    const other = asked(shop, id, { wish: sum(500), stated: cents(499) })
    expect((await refusal(refundOrder(shop, await other))).message).toMatch(
      /^The refund is now \$5\.00\./,
    )
    const large = await asked(shop, id, { wish: sum(50001), requireFresh })
    await expect(refundOrder(shop, large)).rejects.toThrow('who are you')
    expect(await now(shop, id)).toEqual([])
    // Small ones of one order count together.
    await refundOrder(shop, await asked(shop, id, { wish: sum(49900), requireFresh }))
    const more = await asked(shop, id, { wish: sum(101), requireFresh })
    await expect(refundOrder(shop, more)).rejects.toThrow('who are you')
    const one = { id, wish: sum(101), payment: null }
    expect(await previewRefund(shop, one)).toMatchObject({ needsReauthentication: true })
    await refundOrder(shop, await asked(shop, id, { wish: sum(100), requireFresh }))
    expect(await previewRefund(shop, { id, wish: sum(50001), payment: null })).toMatchObject({
      amount: 50001,
      needsReauthentication: true,
      stays: 259600 - 50000 - 50001,
    })
  })
})

onBothDatabases('a refund at Stripe', (open) => {
  it('is made once, whatever is lost on the way, and all its events change nothing more [REFUND-04, REFUND-05]', async () => {
    const { shop, stripe, id, intent, pass, tellAll } = await paidByCard(open)
    for (const fault of ['cut', 'answer lost', 'never', 500] as const) {
      stripe.behave(fault)
      const input = await asked(shop, id, { wish: sum(1000) })
      const sent = Promise.resolve(refundOrder(shop, input))
      expect(await sent).toMatchObject({ state: 'requested' })
      const { balance } = await storedOrder(shop, id)
      // The buyer is owed it from now on, and nobody can ask for it a second time.
      expect(balance.due).toBe(-1000)
      stripe.behave(null)
      pass(2)
      expect(await sendRefunds(shop)).toBe(1)
      expect(await sendRefunds(shop)).toBe(0)
      expect((await storedOrder(shop, id)).balance.due).toBe(0)
    }
    expect(refundedOf(stripe.store, intent)).toBe(4000)
    const before = await storedOrder(shop, id)
    await tellAll()
    await tellAll()
    expect(await storedOrder(shop, id)).toMatchObject({
      balance: before.balance,
      history: before.history,
    })
    expect((await now(shop, id)).map(({ state }) => state)).toEqual(Array(4).fill('succeeded'))
    expect(await emails(shop, 'order-refunded-buyer')).toBe(4)
  })

  it('that was forgotten for a day is looked for, and not asked for a second time [REFUND-04]', async () => {
    const { shop, stripe, id, intent, pass } = await paidByCard(open)
    stripe.behave('answer lost')
    await refundOrder(shop, await asked(shop, id, { wish: sum(1000) }))
    stripe.behave('cut')
    const lost = refundOrder(shop, await asked(shop, id, { wish: sum(300) }))
    expect(await lost).toMatchObject({ state: 'requested' })
    stripe.behave(null)
    pass(30 * 60)
    stripe.store.answers.clear()
    expect(await sendRefunds(shop)).toBe(2)
    expect(refundedOf(stripe.store, intent)).toBe(1000)
    expect((await now(shop, id)).map(({ state }) => state)).toEqual(['succeeded', 'refused'])
    expect((await storedOrder(shop, id)).order.holdReason).toMatch(
      'A refund of $3.00 wasn’t made. The payment provider didn’t respond for a day',
    )
  })

  it('that Stripe refuses in its own words is told in whole sentences [REFUND-06]', async () => {
    const { shop, stripe, id, intent } = await paidByCard(open)
    const input = await asked(shop, id, { wish: sum(1000) })
    const session = [...stripe.store.sessions.values()].find(
      ({ payment_intent }) => payment_intent === intent,
    )
    Object.assign(session ?? {}, { amount_total: 999 })
    await refundOrder(shop, input)
    expect((await storedOrder(shop, id)).order.holdReason).toBe(
      'A refund of $10.00 wasn’t made. Stripe says: Refund amount (1000) is greater than unrefunded amount on charge (999). The buyer is still owed it.',
    )
  })

  it('that Stripe refuses puts the order on hold, and the buyer is still owed [REFUND-06]', async () => {
    const { shop, stripe, id, intent } = await paidByCard(open)
    stripe.store.disputed.add(intent)
    const refund = await refundOrder(shop, await asked(shop, id, { wish: sum(1000) }))
    expect(refund).toMatchObject({ state: 'refused' })
    const { order, balance } = await storedOrder(shop, id)
    expect(order.holdReason).toBe(
      'A refund of $10.00 wasn’t made. The buyer’s bank is disputing this payment. Stripe won’t refund it until that’s decided. The buyer is still owed it.',
    )
    expect(balance).toMatchObject({ due: -1000, refunded: 0 })
    expect(await emails(shop, 'order-held-staff')).toBe(1)
    expect(await emails(shop, 'order-refunded-buyer')).toBe(0)
    // Once it can be made, the same sum needs no second credit note.
    stripe.store.disputed.clear()
    const again = await refundOrder(shop, await asked(shop, id, { wish: sum(1000) }))
    expect(again).toMatchObject({ state: 'succeeded', goodsCents: 0 })
    expect(creditNoteOf(again)).toBeNull()
    expect(await storedOrder(shop, id)).toMatchObject({
      balance: { due: 0, refunded: 1000 },
      order: { holdReason: null },
    })
  })

  it('that fails later puts the order on hold once, until it is made again [REFUND-06, REFUND-27]', async () => {
    const { shop, stripe, id, tellAll } = await paidByCard(open)
    stripe.store.refundsBecome = 'pending'
    const refund = await refundOrder(shop, await asked(shop, id, { wish: sum(1000) }))
    expect(refund.state).toBe('pending')
    stripeChanges(stripe.store, refund.providerId ?? '', 'failed')
    await tellAll()
    const failed = await storedOrder(shop, id)
    expect(failed.order.holdReason).toMatch(/^A refund of \$10\.00 USD failed .*still owed it\.$/)
    expect(failed.balance).toMatchObject({ refunded: 0, due: -1000 })
    expect(await emails(shop, 'order-held-staff')).toBe(1)
    stripe.store.refundsBecome = 'succeeded'
    await refundOrder(shop, await asked(shop, id, { wish: sum(1000) }))
    await tellAll()
    const after = await storedOrder(shop, id)
    expect(after.balance).toMatchObject({ refunded: 1000, due: 0 })
    expect((await now(shop, id)).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
    expect(after.order.holdReason).toBeNull()
    expect(after.history.at(-1)?.why).toMatch(/^\$10\.00 USD was refunded\. Nothing more is owed/)
  })

  it('is refused while the payment is disputed, and after the dispute was lost [REFUND-02]', async () => {
    const { shop, stripe, id, intent, total, tell } = await paidByCard(open)
    const about = { id: 'dp_1', currency: 'usd', payment_intent: intent, amount: total }
    await tell(stripe.event('charge.dispute.created', { ...about, status: 'needs_response' }))
    const input = { id, wish: { of: 'whole' }, payment: null } as const
    expect((await refusal(previewRefund(shop, input))).message).toMatch(/could pay the buyer twice/)
    await tell(stripe.event('charge.dispute.closed', { ...about, status: 'lost' }))
    expect((await refusal(previewRefund(shop, input))).message).toMatch(
      /^Nothing is left to refund from this payment/,
    )
  })

  it('made in its dashboard joins the ledger, with a credit note, history and mail [REFUND-08]', async () => {
    const { shop, stripe, id, intent, total, tellAll } = await paidByCard(open)
    const { makeRefund } = await import('#tests/support/stripe-refunds.ts')
    makeRefund(stripe.store, intent, 2500)
    await tellAll()
    const [refund, ...more] = (await now(shop, id)) as [RefundRow]
    expect(more).toEqual([])
    expect(refund).toMatchObject({
      origin: 'provider',
      amountCents: 2500,
      goodsCents: 2500,
      reason: 'Issued through the payment provider',
      state: 'succeeded',
      providerId: expect.stringMatching(/^re_/),
    })
    expect(creditNoteOf(refund)).toBe('CN-TEST-2026-0001')
    expect(await storedOrder(shop, id)).toMatchObject({
      balance: { refunded: 2500, due: 0, refundable: total - 2500 },
    })
    expect(await emails(shop, 'order-refunded-buyer')).toBe(1)
    expect((await storedOrder(shop, id)).history.at(-1)?.why).toMatch(/^\$25\.00 USD was refunded/)
  })
})
