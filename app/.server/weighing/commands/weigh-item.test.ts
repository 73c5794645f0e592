import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { emailOutbox, orderLines } from '#app/.server/platform/db/schema.ts'
import { weighings } from '#app/.server/platform/db/weighing-schema.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import {
  readyToSend,
  undoTimePasses,
  weigh,
  weighAndRefund,
  weighTwice,
} from '#tests/support/weighing.ts'
import { weighedItems } from '../queries/weighed-items.ts'
import { decideWeight } from './decide-weight.ts'

const refunds = (app: AppContext, { id }: { id: string }) => refundsOfOrder(app.db.orm, id)
const weight = async (app: AppContext, { id }: { id: string }) => {
  const [line] = await app.db.orm.select().from(orderLines).where(eq(orderLines.orderId, id))
  return line?.weightMg ?? 0
}

/** Two of one piece and one of another, paid. */
async function threeItems(app: AppContext) {
  await sendsAnyTotal(app)
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 2 },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(app, payment(order))
  return (await storedOrder(app, order.id)).order
}

onBothDatabases('an item on the scale', (open) => {
  it('lighter than sold: the difference is refunded once, with a mail that shows the sum [WEIGH-01, WEIGH-03, WEIGH-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const sold = await weight(shop, order)
    const serial = 'FN-000001'
    const item = await weighAndRefund(shop, order, sold - 600, { serial })
    // 0.60 g × $130.00.
    expect(item).toMatchObject({ serial, sold, actual: sold - 600, verdict: 'light' })
    expect(item).toMatchObject({ missing: 7800, settled: 7800, problem: null, nth: 2 })
    await undoTimePasses(shop)
    const [refund, ...more] = await refunds(shop, order)
    expect(more).toEqual([])
    expect(refund).toMatchObject({ state: 'succeeded', amountCents: 7800, goodsCents: 7800 })
    expect(refund?.note).toMatch(
      /\(FN-000001\) weighs 13\.60 g, 0\.60 g less than you paid for\. 0\.60 g × \$130\.00 per gram = \$78\.00\.$/,
    )
    expect(creditNoteOf(refund as never)).toBe('CN-TEST-2026-0001')
    const { order: now, balance, history, events } = await storedOrder(shop, order.id)
    expect(now.state).toBe('paid')
    expect(balance).toMatchObject({ refunded: 7800, due: 0 })
    const weighs = expect.stringMatching(
      / \(FN-000001\) weighs 13\.60 g, which is 0\.60 g below the listed weight\. Missing gold: \$78\.00\.$/,
    )
    expect(history.map(({ why }) => why).slice(2)).toEqual([
      weighs,
      weighs,
      'A refund of $78.00 was requested: FN-000001 weighs 0.60 g below the listed weight.',
      expect.stringMatching(/^\$78\.00 USD was refunded\./),
    ])
    expect(events).toMatchObject([
      {
        facts: {
          what: expect.stringMatching(
            /Weigh it again\. If .* we’ll use it and no refund is due\. If not, we’ll refund the difference once two weighings in a row match within 0\.02 g\.$/,
          ),
        },
      },
      {
        action: 'order.weighed',
        actorId: 'ann@example.com',
        facts: {
          what: expect.stringMatching(
            /The refund is issued in 10 minutes or when the piece ships, whichever comes first\.$/,
          ),
        },
      },
    ])
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(and(eq(emailOutbox.orderId, order.id), eq(emailOutbox.kind, 'order-refunded-buyer')))
    expect(emails).toHaveLength(1)
    expect(await weighedItems(shop.db, order.id)).toEqual([
      { line: 0, item: 1, serial, soldMg: sold, actualMg: sold - 600, weighedAt: shop.now() },
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('within the tolerance, as sold, or heavier: nothing goes back, and a gift is said so [WEIGH-03]', async () => {
    const { shop } = await sellingShop(await open())
    for (const [off, verdict, words] of [
      [-50, 'as sold', '0.05 g below the listed weight.'],
      [0, 'as sold', 'the listed weight.'],
      [300, 'heavy', '0.30 g above the listed weight. The buyer isn’t charged for the extra gold.'],
    ] as const) {
      const order = await paidOrder(shop)
      const item = await weigh(shop, order, (await weight(shop, order)) + off)
      expect(item).toMatchObject({ verdict, missing: 0, settled: 0, problem: null })
      expect(await refunds(shop, order)).toEqual([])
      expect((await storedOrder(shop, order.id)).history.at(-1)?.why).toContain(words)
    }
  })

  it('too far off stays here, and nothing goes back until it is weighed again [WEIGH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const sold = await weight(shop, order)
    const item = await weigh(shop, order, 100, { serial: 'FN-9' })
    expect(item).toMatchObject({ verdict: 'outside', missing: 0, settled: 0 })
    expect((await storedOrder(shop, order.id)).history.at(-1)?.why).toMatch(
      /That’s more than 5% off, so it can’t ship\.$/,
    )
    await weighAndRefund(shop, order, sold - 100, { serial: 'FN-9', seen: 1 })
    expect(await refunds(shop, order)).toMatchObject([{ amountCents: 1300 }])
    const kept = await shop.db.orm.select().from(weighings)
    expect(kept.map(({ verdict, actualMg }) => [verdict, actualMg])).toEqual([
      ['outside', 100],
      ['light', sold - 100],
      ['light', sold - 100],
    ])
  })

  it('corrected after a refund: lighter gives the further difference, heavier takes nothing back [WEIGH-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const sold = await weight(shop, order)
    const serial = 'FN-2'
    await weighAndRefund(shop, order, sold - 300, { serial })
    await weigh(shop, order, sold - 100, { serial, seen: 2 })
    await weigh(shop, order, sold + 100, { serial, seen: 3 })
    await undoTimePasses(shop)
    expect((await refunds(shop, order)).map(({ amountCents }) => amountCents)).toEqual([3900])
    const item = await weighAndRefund(shop, order, sold - 500, { serial, seen: 4 })
    expect(item).toMatchObject({ missing: 6500, settled: 6500, nth: 6 })
    const all = await refunds(shop, order)
    expect(all.map(({ amountCents }) => amountCents)).toEqual([3900, 2600])
    expect(all[1]?.note).toContain(
      '0.50 g × $130.00 per gram = $65.00, less $39.00 refunded before = $26.00.',
    )
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({ refunded: 6500, due: 0 })
  })

  it('pressed twice is one; of two people at once the second is told what the first weighed [WEIGH-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const sold = await weight(shop, order)
    const once = { serial: 'FN-3' }
    // 0.07 g: $9.10, which one reading decides.
    await Promise.all([weigh(shop, order, sold - 70, once), weigh(shop, order, sold - 70, once)])
    await Promise.all([undoTimePasses(shop), undoTimePasses(shop)])
    await undoTimePasses(shop)
    expect(await refunds(shop, order)).toMatchObject([{ amountCents: 910 }])
    const problem = await refusal(
      weigh(shop, order, sold - 900, { serial: 'FN-4', by: 'bob@example.com' }),
    )
    expect(problem).toMatchObject({ status: 409, code: 'weighed_meanwhile' })
    expect(problem.message).toBe(
      'This piece was already weighed: 14.13 g, FN-3 (by ann@example.com). Nothing was changed.',
    )
    expect(await refunds(shop, order)).toHaveLength(1)
    // The same again, by who sees it, changes nothing either.
    expect((await weigh(shop, order, sold - 70, { ...once, seen: 1 })).nth).toBe(1)
  })

  it('has a serial number of its own, in capitals or not, also of two at once [WEIGH-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await threeItems(shop)
    const sold = await weight(shop, order)
    const both = await Promise.allSettled([
      weigh(shop, order, sold, { serial: 'FN-7', item: 1 }),
      weigh(shop, order, sold, { serial: 'FN-7', item: 2 }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const other = await refusal(weigh(shop, await paidOrder(shop), sold, { serial: 'FN-7' }))
    expect(other).toMatchObject({ status: 409, code: 'serial_taken' })
    expect(other.message).toContain(
      `is the serial number of another piece, in order ${order.number}`,
    )
    const insert = shop.db.orm.execute(
      `insert into weighed_items select order_id, line, 3 - item, 'fn-7', sold_mg, actual_mg, verdict, 0, 0,
        null, 1, weighed_at, weighed_by, null, null, null from weighed_items`,
    )
    await expect(insert).rejects.toThrow()
  })

  it('is one of the order that is still here, and of an order that can be sent [WEIGH-01]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await threeItems(shop)
    for (const more of [{ item: 3 }, { line: 1, item: 2 }, { line: 7 }]) {
      expect((await refusal(weigh(shop, order, 14_000, more))).status).toBe(404)
    }
    const pending = await pendingOrder(shop)
    expect((await refusal(weigh(shop, pending, 14_000))).message).toBe(
      'This order hasn’t been paid yet. Nothing was changed.',
    )
    await applyPaymentEvent(shop, payment(pending))
    await applyPaymentEvent(shop, payment(pending, { id: 'twice', reference: 'another' }))
    expect((await refusal(weigh(shop, pending, 13_600))).code).toBe('order_on_hold')
    expect(await refunds(shop, pending)).toEqual([])
  })

  it('of a disputed payment is not weighed, so that no money goes back twice [WEIGH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await applyPaymentEvent(shop, {
      ...{ ...payment(order), id: 'dispute', address: null, email: null, object: 'dp_1' },
      ...{ type: 'dispute open', reference: `pay-${order.id}`, occurredAt: shop.now() },
    } as never)
    const problem = await refusal(weigh(shop, order, 13_600))
    expect(problem.status).toBe(409)
    expect(await refunds(shop, order)).toEqual([])
    expect(await weighedItems(shop.db, order.id)).toEqual([])
  })

  it('never gives back more than is left; staff decide, and say how it was settled [WEIGH-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { revision, totalCents } = order
    await refundOrder(shop, {
      ...{
        id: order.id,
        by: 'ann@example.com',
        revision,
        key: 'most-of-this-order',
        payment: null,
      },
      ...{
        wish: { of: 'sum', amount: cents(totalCents - 5000) },
        stated: cents(totalCents - 5000),
      },
      ...{ reason: 'Agreed.', note: '', requireFresh: async () => {} },
    })
    const sold = await weight(shop, order)
    const item = await weighTwice(shop, order, sold - 600, { serial: 'FN-5' })
    expect(item).toMatchObject({ verdict: 'light', missing: 7800, settled: 0 })
    expect(item.problem).toBe(
      'Only $50.00 of the goods hasn’t been refunded yet, which is less than $78.00. Nothing was refunded.',
    )
    const settled = { id: order.id, by: 'ben@example.com', line: 0, item: 1, seen: 2 }
    await decideWeight(shop, { ...settled, reason: 'Given back before.' })
    await decideWeight(shop, { ...settled, reason: 'Given back before.' })
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)).toMatchObject({
      by: 'ben@example.com',
      why: 'The $78.00 of gold missing from FN-5 was resolved: Given back before.',
    })
    expect(events.filter(({ action }) => action === 'order.weight_settled')).toHaveLength(1)
    // A further difference that is left is refunded.
    const later = await weighAndRefund(shop, order, sold - 650, { serial: 'FN-5', seen: 2 })
    expect(later).toMatchObject({ missing: 8450, settled: 8450, problem: null })
    expect((await refunds(shop, order)).at(-1)?.amountCents).toBe(650)
    const meanwhile = decideWeight(shop, { ...settled, reason: 'Again.' })
    expect((await refusal(meanwhile)).code).toBe('weighed_meanwhile')
  })

  it('goes by the rules an owner saved, from the next weighing on [WEIGH-07]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      ...{ weightToleranceMg: 0, weightLimitPermille: 10, updatedAt: shop.now() },
    })
    const order = await paidOrder(shop)
    const sold = await weight(shop, order)
    expect((await weighAndRefund(shop, order, sold - 10, { serial: 'FN-6' })).missing).toBe(130)
    const far = await weigh(shop, order, sold - 200, { serial: 'FN-6', seen: 1 })
    expect(far).toMatchObject({ verdict: 'outside', settled: 130 })
  })

  it('stays as it was weighed once it was sent [WEIGH-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1' })
    expect((await refusal(weigh(shop, order, 13_000, { seen: 1 }))).status).toBe(409)
    expect(await refunds(shop, order)).toEqual([])
  })
})
