import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { shipParcel } from '#app/.server/fulfillment/commands/ship-parcel.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { riskSettings } from '#app/.server/platform/db/risk-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { refundWeighed } from '#app/.server/refunds/jobs/refund-weighed.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { undoTimePasses, weigh, weighTwice } from '#tests/support/weighing.ts'
import { approveWeight, decideWeight, undoWeight } from './decide-weight.ts'

/** Of 14.20 g, sold at $130.00 a gram. */
const sold = 14_200
const serial = 'FN-1'
const anybody = { by: 'ben@example.com', line: 0, item: 1 }
const requireFresh = async () => {}

const amounts = async (app: AppContext, { id }: { id: string }) =>
  (await refundsOfOrder(app.db.orm, id)).map(({ amountCents }) => amountCents)

async function stored(app: AppContext, { id }: { id: string }) {
  const [item] = await weighedItemsOf(app.db.orm, id)
  return item
}

async function sending(app: AppContext, order: { id: string }) {
  return { ...(await seenByStaff(app, order)), tracking: 'UPS 1' }
}

onBothDatabases('a difference on the scale', (open) => {
  it('beyond a small amount waits for a second reading in a row that agrees; a third decides nothing [WEIGH-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const first = await weigh(shop, order, sold - 600, { serial })
    expect(first).toMatchObject({ waits: 'second reading', missing: 7800, settled: 0 })
    // Disagrees, and the third agrees with the first alone.
    const second = await weigh(shop, order, sold - 570, { serial, seen: 1 })
    expect(second).toMatchObject({ waits: 'second reading' })
    const third = await weigh(shop, order, sold - 600, { serial, seen: 2 })
    expect(third).toMatchObject({ waits: 'second reading', nth: 3 })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([])
    const unsent = await refusal(shipParcel(shop, await sending(shop, order)))
    expect(unsent.message).toMatch(/Please weigh .* \(FN-1\) again first\./)
    // Add another piece than the one before is no second reading of it.
    const other = await weigh(shop, order, sold - 600, { serial: 'FN-2', seen: 3 })
    expect(other).toMatchObject({ waits: 'second reading' })
    const agreed = await weigh(shop, order, sold - 580, { serial: 'FN-2', seen: 4 })
    expect(agreed).toMatchObject({ waits: 'refund', missing: 7540 })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([7540])
    expect(await stored(shop, order)).toMatchObject({ waits: null, settled: 7540, refundAt: null })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of a slip is corrected by the next reading, and nothing is refunded [WEIGH-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await weigh(shop, order, sold - 600, { serial })
    const corrected = await weigh(shop, order, sold, { serial, seen: 1 })
    expect(corrected).toMatchObject({ verdict: 'as sold', waits: null, missing: 0 })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([])
    await shipParcel(shop, await sending(shop, order))
    expect(await amounts(shop, order)).toEqual([])
  })

  it('after a reading that waits for a second one must agree with it, however small it is [WEIGH-16]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    // 0.15 g, $19.50; then 0.07 g, $9.10, which one reading alone would decide.
    expect(await weigh(shop, order, sold - 150, { serial })).toMatchObject({
      waits: 'second reading',
    })
    const small = { serial, seen: 1 }
    expect(await weigh(shop, order, sold - 70, small)).toMatchObject({
      ...{ waits: 'second reading', missing: 910, refundAt: null },
    })
    const { events } = await storedOrder(shop, order.id)
    expect(events.at(-1)?.facts).toMatchObject({
      what: expect.stringMatching(
        / Weigh it again\. .* This weighing is the first of a new pair\.$/,
      ),
    })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([])
    expect(await weigh(shop, order, sold - 80, { serial, seen: 2 })).toMatchObject({
      ...{ waits: 'refund', missing: 1040 },
    })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([1040])
  })

  it('small enough needs one reading, from which amount an owner says [WEIGH-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    // 0.07 g: $9.10.
    expect(await weigh(shop, order, sold - 70)).toMatchObject({ waits: 'refund', missing: 910 })
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      ...{ weightSecondReadingCents: 0, updatedAt: shop.now() },
    })
    const other = await paidOrder(shop)
    expect(await weigh(shop, other, sold - 70)).toMatchObject({ waits: 'second reading' })
  })

  it('beyond what the workshop may refund waits for an owner or a manager, who approves or settles it [WEIGH-14]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      ...{ weightWorkshopCents: 5000, updatedAt: shop.now() },
    })
    const order = await paidOrder(shop)
    const item = await weighTwice(shop, order, sold - 600, { serial, role: 'bench' })
    expect(item).toMatchObject({ waits: 'approval', missing: 7800 })
    await undoTimePasses(shop)
    const unsent = await refusal(shipParcel(shop, await sending(shop, order)))
    expect(unsent.message).toContain('needs approval from an owner or manager')
    const about = { ...anybody, id: order.id, seen: 2 }
    await approveWeight(shop, { ...about, requireFresh })
    await approveWeight(shop, { ...about, requireFresh })
    expect((await storedOrder(shop, order.id)).history.at(-1)).toMatchObject({
      by: 'ben@example.com',
      why: 'The refund of $78.00 for gold missing from FN-1 was approved.',
    })
    expect(await amounts(shop, order)).toEqual([])
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([7800])

    const other = await paidOrder(shop)
    await weighTwice(shop, other, sold - 600, { serial: 'FN-2', role: 'bench' })
    await decideWeight(shop, { ...about, id: other.id, reason: 'Another clasp was added.' })
    expect(await stored(shop, other)).toMatchObject({ waits: null, settled: 7800 })
    await shipParcel(shop, await sending(shop, other))
    expect(await amounts(shop, other)).toEqual([])
    // Further weights of the piece do not add up to more than the limit.
    const small = await paidOrder(shop)
    const more = { serial: 'FN-3', role: 'bench' as const }
    await weighTwice(shop, small, sold - 350, more)
    await undoTimePasses(shop)
    const further = await weighTwice(shop, small, sold - 600, { ...more, seen: 2 })
    expect(further).toMatchObject({ waits: 'approval', missing: 7800, settled: 4550 })
    // An owner or a manager may refund as much as by any refund.
    const own = await paidOrder(shop)
    expect(await weighTwice(shop, own, sold - 600)).toMatchObject({ waits: 'refund' })
  })

  it('of several pieces is within one limit for their order [WEIGH-14]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      updatedAt: shop.now(),
    })
    const order = await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity: 2 }])
    await applyPaymentEvent(shop, payment(order))
    const bench = { role: 'bench' as const }
    const first = await weighTwice(shop, order, sold - 600, { ...bench, item: 1 })
    expect(first).toMatchObject({ waits: 'refund', missing: 7800 })
    const waiting = await weighTwice(shop, order, sold - 600, { ...bench, item: 2 })
    expect(waiting).toMatchObject({ waits: 'approval', missing: 7800 })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([7800])
    // Also where the other was refunded by now.
    const more = { ...bench, item: 2, seen: 2, serial: waiting.serial }
    expect(await weighTwice(shop, order, sold - 500, more)).toMatchObject({ waits: 'approval' })
  })

  it('of more than $500 is approved with a second factor shown just now [WEIGH-14]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      updatedAt: shop.now(),
    })
    await goldBecomes('1000')
    const order = await paidOrder(shop)
    const item = await weighTwice(shop, order, sold - 600, { serial })
    expect(item).toMatchObject({ waits: 'approval' })
    const stale = async () => {
      throw new AppError('fresh_factor_needed', 403, 'not fresh')
    }
    const approved = approveWeight(shop, {
      ...{ ...anybody, id: order.id, seen: 2 },
      requireFresh: stale,
    })
    await expect(approved).rejects.toThrow('not fresh')
    expect(await stored(shop, order)).toMatchObject({ waits: 'approval' })

    // Also where a part of it was refunded before: the rest is below $500.
    const other = await paidOrder(shop)
    const half = await weighTwice(shop, other, sold - 400, { serial: 'FN-2' })
    expect(half).toMatchObject({ waits: 'refund' })
    await undoTimePasses(shop)
    await weighTwice(shop, other, sold - 600, { serial: 'FN-2', seen: 2 })
    const rest = { ...anybody, id: other.id, seen: 4, requireFresh: stale }
    await expect(approveWeight(shop, rest)).rejects.toThrow('not fresh')
  })

  it('is undone before its refund is made, and weighed again twice; after it no more [WEIGH-15]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await weighTwice(shop, order, sold - 600, { serial })
    const about = { ...anybody, id: order.id }
    await undoWeight(shop, { ...about, seen: 2 })
    await undoWeight(shop, { ...about, seen: 2 })
    expect(await stored(shop, order)).toMatchObject({ waits: 'reading', settled: 0 })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([])
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.at(-1)?.why).toBe(
      'The weight of FN-1, 13.60 g, was undone before $78.00 was refunded.',
    )
    expect(events.filter(({ action }) => action === 'order.weight_undone')).toHaveLength(1)
    expect((await refusal(shipParcel(shop, await sending(shop, order)))).status).toBe(409)
    // What was undone confirms nothing.
    const again = await weigh(shop, order, sold - 600, { serial, seen: 2 })
    expect(again).toMatchObject({ waits: 'second reading' })
    await weigh(shop, order, sold - 600, { serial, seen: 3 })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([7800])
    const late = await refusal(undoWeight(shop, { ...about, seen: 4 }))
    expect(late).toMatchObject({ status: 409, code: 'refund_made' })
  })

  it('is refunded when its piece is sent, in one transaction, and not twice after [WEIGH-15]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await weighTwice(shop, order, sold - 600, { serial })
    expect(await amounts(shop, order)).toEqual([])
    await shipParcel(shop, await sending(shop, order))
    expect(await amounts(shop, order)).toEqual([7800])
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([7800])
    const { order: now, balance } = await storedOrder(shop, order.id)
    expect(now.state).toBe('fulfilled')
    expect(balance).toMatchObject({ refunded: 7800, due: 0 })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is not refunded beside the whole price of the piece it is missing in [REFUND-12]', async () => {
    const { shop } = await sellingShop(await open())
    await shop.db.orm.insert(riskSettings).values({
      ...{ id: 'current', highValueCents: 0, compareCountries: false, threeDSecureCents: 0 },
      updatedAt: shop.now(),
    })
    const of = async (quantity: number) => {
      const order = await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity }])
      await applyPaymentEvent(shop, payment(order))
      return order
    }
    const input = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    const gives = async (order: { id: string }, stated: number, what: RefundInput = input) =>
      refundOrder(shop, {
        ...(await seenByStaff(shop, order)),
        ...{ key: order.id, payment: null, stated: cents(stated), requireFresh },
        ...{ reason: 'One less.', note: '', wish: what },
      })
    const takesBack = (order: { id: string; totalCents: number }) =>
      gives(order, order.totalCents / 2)
    const order = await of(2)
    await weighTwice(shop, order, sold - 600, { item: 1, serial })
    await weighTwice(shop, order, sold - 600, { item: 2, serial: 'FN-2' })
    const refused = await refusal(takesBack(order))
    expect(refused.message).toBe('Undo or resolve the weight of FN-1 first. Nothing was refunded.')
    await undoWeight(shop, { ...anybody, id: order.id, seen: 2 })
    await undoWeight(shop, { ...anybody, id: order.id, item: 2, seen: 2 })
    await takesBack(order)
    // One piece is left: the gold of one is refunded, and about the other staff decide.
    await weighTwice(shop, order, sold - 600, { item: 2, serial: 'FN-2', seen: 2 })
    const first = await weighTwice(shop, order, sold - 600, { item: 1, serial, seen: 2 })
    expect(first).toMatchObject({ waits: null, problem: expect.stringContaining('perhaps this') })
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([order.totalCents / 2, 7800])

    // A piece that was sent may be the one whose price was refunded as well.
    const three = await of(3)
    await weighTwice(shop, three, sold - 600, { item: 1, serial: 'FN-3' })
    await shipParcel(shop, {
      ...(await sending(shop, three)),
      pieces: [{ line: 0, quantity: 1 }],
    })
    await gives(three, three.totalCents / 3 - 2600)
    const second = await weighTwice(shop, three, sold - 600, { item: 2, serial: 'FN-4' })
    expect(second).toMatchObject({ waits: 'refund' })
    const third = await weighTwice(shop, three, sold - 600, { item: 3, serial: 'FN-5' })
    expect(third).toMatchObject({ waits: null, problem: expect.stringContaining('perhaps this') })
    await undoTimePasses(shop)
    expect((await amounts(shop, three)).sort()).toEqual([three.totalCents / 3 - 2600, 7800, 7800])

    // Of a sum, what waits is left over.
    const one = await of(1)
    await weighTwice(shop, one, sold - 600, { serial: 'FN-6' })
    const most = one.totalCents - 7800
    const more = { of: 'sum', amount: cents(most + 1) } as const
    const tooMuch = await refusal(gives(one, most + 1, more))
    expect(tooMuch.message).toBe('Undo or resolve the weight of FN-6 first. Nothing was refunded.')
    await gives(one, most, { of: 'sum', amount: cents(most) })
    await undoTimePasses(shop)
    expect(await amounts(shop, one)).toEqual([most, 7800])
  })

  it('waits while the order is on hold, and for staff where the refund is refused [WEIGH-15]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await weighTwice(shop, order, sold - 600, { serial })
    await applyPaymentEvent(shop, payment(order, { id: 'twice', reference: 'another' }))
    await undoTimePasses(shop)
    expect(await amounts(shop, order)).toEqual([])
    expect(await stored(shop, order)).toMatchObject({ waits: 'refund', problem: null })

    const other = await paidOrder(shop)
    await weighTwice(shop, other, sold - 600, { serial: 'FN-2' })
    const away = { ...shop, payments: null, now: () => new Date(shop.now().getTime() + 3_600_000) }
    await refundWeighed(away)
    expect((await stored(shop, other))?.problem).toMatch(/no longer connected to\./)
    expect(await amounts(shop, other)).toEqual([])
  })
})
