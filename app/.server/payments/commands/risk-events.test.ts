import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { placed, stored, stripeShop } from '#tests/support/stripe-shop.ts'

type Shop = Awaited<ReturnType<typeof stripeShop>>

/** A paid order, and what Stripe could say of its payment, in its own form. */
async function paidByCard({ shop, stripe, tell }: Shop) {
  const order = await placed(shop)
  const paid = stripe.pay(order.session)
  const { payment_intent } = paid.data.object
  let second = 0
  const event = (type: string, object: object) => {
    second += 1
    return stripe.event(
      type,
      { charge: 'ch_1', payment_intent, ...object },
      { created: paid.created + second },
    )
  }
  const dispute = (type: string, status: string, id = 'dp_1') =>
    event(`charge.dispute.${type}`, {
      id,
      object: 'dispute',
      amount: order.totalCents,
      currency: 'usd',
      status,
      reason: 'fraudulent',
    })
  return { order, paid, event, dispute, arrives: () => tell(paid) }
}

onBothDatabases('what Stripe reports of the risk of a payment', (open) => {
  it('an early fraud warning and a review hold the parcel, in words, and staff are mailed [DISPUTE-01]', async () => {
    const card = await stripeShop(await open())
    const { order, event, arrives } = await paidByCard(card)
    // A review is opened with the payment, and may be faster than it.
    const review = { id: 'prv_1', object: 'review', reason: 'rule', closed_reason: null }
    expect(await card.tell(event('review.opened', { ...review, open: true }))).toBe(200)
    await arrives()
    const warning = {
      id: 'issfr_1',
      object: 'radar.early_fraud_warning',
      fraud_type: 'made_with_stolen_card',
    }
    await card.tell(event('radar.early_fraud_warning.created', { ...warning, actionable: true }))
    const { reference, holds } = await now()
    expect(holds).toEqual([
      `review: Stripe wants this payment reviewed (rule, ${reference}). Finish the review in the Stripe dashboard before you ship anything.`,
      `fraud warning: The card’s bank warns of fraud (made with stolen card, ${reference}). A dispute often follows. Contact the buyer using contact information you found yourself, or refund the order. Don’t ship it before then.`,
    ])
    const closed = { ...review, open: false, reason: 'approved', closed_reason: 'approved' }
    await card.tell(event('review.closed', closed))
    expect((await now()).holds[0]).toContain('Stripe’s review was closed (approved')
    const emails = await card.shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-hold-staff'))
    expect(emails).toHaveLength(3)

    async function now() {
      const holds = await holdsOfOrder(card.shop.db.orm, order.id)
      const { paymentReference, openHolds, needsReview } = await stored(card.shop, order)
      expect([openHolds, needsReview]).toEqual([2, true])
      return {
        reference: paymentReference,
        holds: holds.map(({ kind, reason }) => `${kind}: ${reason}`),
      }
    }
  })

  it('an inquiry takes no money; closed without a dispute it leaves none taken [DISPUTE-03]', async () => {
    const card = await stripeShop(await open())
    const { order, dispute, arrives } = await paidByCard(card)
    await arrives()
    await card.tell(dispute('created', 'warning_needs_response'))
    expect(await stored(card.shop, order)).toMatchObject({
      dispute: 'open',
      balance: { disputed: 0 },
    })
    await card.tell(dispute('closed', 'warning_closed'))
    expect(await stored(card.shop, order)).toMatchObject({
      dispute: 'won',
      openHolds: 1,
      balance: { disputed: 0, lost: 0, refundable: order.totalCents },
    })
  })

  it('a dispute of an unknown charge is recorded, owners hear of it once, and nothing breaks [DISPUTE-05]', async () => {
    const card = await stripeShop(await open())
    await firstAdmin(card.shop)
    const dispute = {
      object: 'dispute',
      amount: 4321,
      currency: 'usd',
      status: 'needs_response',
      reason: 'general',
    }
    const unknown = { ...dispute, id: 'dp_9', charge: 'ch_of_another', payment_intent: null }
    for (const _time of [1, 2]) {
      expect(await card.tell(card.stripe.event('charge.dispute.created', unknown))).toBe(200)
    }
    expect(
      await card.tell(card.stripe.event('charge.dispute.closed', { ...unknown, status: 'won' })),
    ).toBe(200)
    const events = await card.shop.db.orm.select().from(paymentEvents)
    expect(events.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unknown order'))
    const told = (await card.shop.db.orm.select().from(alerts)).filter(
      ({ kind }) => kind === 'unknown-payment-disputed',
    )
    expect(told.map(({ facts }) => facts)).toEqual([
      {
        what: 'The buyer’s bank is disputing a payment over $43.21 USD.',
        reference: 'ch_of_another',
      },
    ])
  })

  it('what is of the other mode changes nothing [DISPUTE-05]', async () => {
    const card = await stripeShop(await open())
    const { order, dispute, event, arrives } = await paidByCard(card)
    await arrives()
    for (const each of [
      dispute('created', 'needs_response'),
      event('review.opened', { id: 'prv_1' }),
    ]) {
      expect(await card.tell({ ...each, livemode: true })).toBe(200)
    }
    expect(await stored(card.shop, order)).toMatchObject({
      dispute: null,
      openHolds: 0,
      balance: { disputed: 0 },
    })
  })

  const stories: Record<
    string,
    { told: readonly (readonly [string, string])[]; ends: 'back' | 'lost' }
  > = {
    won: {
      told: [
        ['created', 'needs_response'],
        ['funds_withdrawn', 'needs_response'],
        ['updated', 'under_review'],
        ['closed', 'won'],
        ['funds_reinstated', 'won'],
      ],
      ends: 'back',
    },
    lost: {
      told: [
        ['created', 'needs_response'],
        ['funds_withdrawn', 'needs_response'],
        ['closed', 'lost'],
      ],
      ends: 'lost',
    },
    'lost, and given back after all': {
      told: [
        ['created', 'needs_response'],
        ['closed', 'lost'],
        ['funds_reinstated', 'lost'],
      ],
      ends: 'back',
    },
    'asked about, then lost': {
      told: [
        ['created', 'warning_needs_response'],
        ['updated', 'needs_response'],
        ['funds_withdrawn', 'needs_response'],
        ['closed', 'lost'],
      ],
      ends: 'lost',
    },
  }

  it.each(Object.entries(stories))(
    'a dispute that is %s ends in the same sums and holds, in whatever order and however often it is told, before its payment too [DISPUTE-03]',
    async (_name, { told, ends }) => {
      const card = await stripeShop(await open())
      const anyOrder = fc.shuffledSubarray([...told.keys(), -1], { minLength: told.length + 1 })
      await fc.assert(
        fc.asyncProperty(anyOrder, fc.nat({ max: told.length - 1 }), async (arrival, again) => {
          const { order, dispute, arrives } = await paidByCard(card)
          const events = told.map(([type, status]) => dispute(type, status, `dp_${order.id}`))
          for (const at of [...arrival, again]) {
            const event = events[at]
            expect(event ? await card.tell(event) : await arrives()).toBe(200)
          }
          const { balance, openHolds, dispute: status, state } = await stored(card.shop, order)
          expect(balance).toMatchObject({
            due: 0,
            paid: order.totalCents,
            disputed: 0,
            lost: ends === 'lost' ? order.totalCents : 0,
          })
          expect({ openHolds, status, state }).toEqual({
            openHolds: 1,
            status: told.some(([type, is]) => type === 'closed' && is === 'won') ? 'won' : 'lost',
            state: 'paid',
          })
          expect(await holdsOfOrder(card.shop.db.orm, order.id)).toHaveLength(1)
        }),
        { numRuns: draws(5) },
      )
    },
  )
})
