import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { readOrderFacts } from '#app/.server/emails/read-order-facts.ts'
import { notifyDelay } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { respondToDelay } from '#app/.server/fulfillment/commands/respond-to-delay.ts'
import { delayLink, delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder } from '#app/.server/ledger/repository.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { settlePaymentHold } from '#app/.server/payments/commands/resolve-held-order.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import type { RefundOrDisputeEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { orderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { ordersOwedRefund } from '#app/.server/refunds/queries/orders-owed-refund.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, paysByLink, tokenOf } from '#tests/support/staff-orders.ts'
import { previewRefund } from '../queries/preview-refund.ts'
import { declineRefund } from './decline-refund.ts'
import { refundOrder } from './refund-order.ts'

const requireFresh = async () => {}
const reason = 'It was refunded by check.'

async function declines(shop: AppContext, order: PlacedOrder): Promise<void> {
  const stated = cents(order.totalCents)
  const seen = await seenByStaff(shop, order)
  await declineRefund(shop, { ...seen, reason, note: '', stated, requireFresh })
}

/** Paid twice, of which the second payment is not refunded, as staff decided. */
async function paidTwice(shop: AppContext): Promise<PlacedOrder> {
  const order = await paidOrder(shop)
  await applyPaymentEvent(shop, payment(order, { id: 'second', reference: 'another' }))
  await declines(shop, order)
  const { order: held } = await storedOrder(shop, order.id)
  if (held.holdReason !== null) {
    await settlePaymentHold(shop, { ...(await seenByStaff(shop, order)), reason })
  }
  return order
}

let keys = 0

async function refunds(
  shop: AppContext,
  order: PlacedOrder,
  wish: RefundInput,
  payment: string | null = null,
): Promise<Cents> {
  const { amount: stated } = await previewRefund(shop, { id: order.id, wish, payment })
  keys += 1
  await refundOrder(shop, {
    ...(await seenByStaff(shop, order)),
    ...{ key: `a-refund-after-a-decision-${keys}`, payment, wish, stated },
    ...{ reason: 'A piece was damaged.', note: '', requireFresh },
  })
  return stated
}

const made = async (shop: AppContext, { id }: PlacedOrder) =>
  (await refundsOfOrder(shop.db.orm, id)).map((refund) => ({
    amount: refund.amountCents,
    credited: refund.goodsCents + refund.taxCents + refund.shippingCents - refund.discountCents,
    hasNote: refund.creditNoteNumber !== null,
    to: refund.reference,
  }))

/** What is decided, what the buyer is told, and who asks for it. */
async function afterwards(shop: AppContext, { id, token }: PlacedOrder) {
  const { order } = await storedOrder(shop, id)
  const email = await readOrderFacts(shop, { kind: 'order-paid-buyer', occasion: '' }, order)
  return {
    state: order.state,
    declined: order.notRefundedCents,
    // The page and the emails say one thing, and no longer that a refund is decided about or made.
    isToldOnce: (await orderPage(shop, token))?.toldOfMoney === email.toldOfMoney,
    promises: email.toldOfMoney.match(/reviewing|refunding/g),
    owed: (await ordersOwedRefund(shop)).map(({ owed }) => owed),
    findings: await orderFindings(shop.db.orm),
  }
}
const settled = (order: PlacedOrder, state = 'paid') => ({
  ...{
    state,
    declined: order.totalCents,
    isToldOnce: true,
    promises: null,
    owed: [],
    findings: [],
  },
})

const report = (
  shop: AppContext,
  { id, totalCents }: PlacedOrder,
  type: RefundOrDisputeEvent['type'],
  amount = totalCents,
): RefundOrDisputeEvent => ({
  ...{ id: `${type} ${id}`, provider: 'test', livemode: false, type },
  ...{ about: { payment: `pay-${id}` }, reference: `pay-${id}`, object: `of ${id}` },
  ...{ amount: cents(amount), currency: 'usd', occurredAt: shop.now() },
  ...{ email: null, address: null, payload: {} },
})

onBothDatabases('money that staff decided not to refund', (open) => {
  it('is not refunded where a buyer cancels a delayed order, nor with all that is left [REFUND-15, DELAY-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidTwice(shop)
    expect(await afterwards(shop, order)).toEqual(settled(order))
    const whole = { id: order.id, wish: { of: 'whole' }, payment: null } as const
    expect((await previewRefund(shop, whole)).amount).toBe(order.totalCents)
    expect(await orderRefunds(shop, order.id)).toMatchObject({
      refundable: 2 * order.totalCents,
      refundableByDefault: order.totalCents,
    })
    const delay = { shipBy: '2026-04-17', reason: 'The mold broke.' }
    await notifyDelay(shop, { ...(await seenByStaff(shop, order)), ...delay })
    const [notice] = await delaysOfOrder(shop.db.orm, order.id)
    await respondToDelay(shop, delayLink(shop, notice?.id ?? '', order), 'cancel')
    const { totalCents: amount, id } = order
    expect(await made(shop, order)).toEqual([
      { amount, credited: amount, hasNote: true, to: `pay-${id}` },
    ])
    expect(await afterwards(shop, order)).toEqual(settled(order, 'refunded'))
    expect((await refusal(previewRefund(shop, whole))).message).toContain('you declined to refund')
    // A person may change their mind, by the sum.
    expect(await refunds(shop, order, { of: 'sum', amount: cents(amount) })).toBe(amount)
    expect((await made(shop, order)).at(-1)).toMatchObject({ credited: 0, to: 'another' })
    expect(await afterwards(shop, order)).toMatchObject({ declined: 0, owed: [] })
  })

  it('stays out of a refund of a sum, here or at the provider: it reverses the sale [REFUND-15, REFUND-08]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidTwice(shop)
    await refunds(shop, order, { of: 'sum', amount: cents(50_00) })
    await applyPaymentEvent(shop, report(shop, order, 'refund succeeded', 30_00))
    expect(await made(shop, order)).toMatchObject([
      { amount: 50_00, credited: 50_00, hasNote: true },
      { amount: 30_00, credited: 30_00, hasNote: true },
    ])
    expect(await afterwards(shop, order)).toEqual(settled(order))
  })

  it('is taken of the decision, not of the sale, where the payment it came by is refunded at the provider [REFUND-17]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidTwice(shop)
    const { totalCents: amount } = order
    const ofSecond = { reference: 'another', about: { payment: 'another' } }
    const partly = { ...report(shop, order, 'refund succeeded', 40_00), ...ofSecond }
    await applyPaymentEvent(shop, { ...partly, id: 'partly', object: 'part of another' })
    expect(await made(shop, order)).toEqual([
      { amount: 40_00, credited: 0, hasNote: false, to: 'another' },
    ])
    expect(await afterwards(shop, order)).toMatchObject({ state: 'paid', declined: amount - 40_00 })
    const rest = { ...report(shop, order, 'refund succeeded', amount - 40_00), ...ofSecond }
    await applyPaymentEvent(shop, rest)
    expect((await made(shop, order)).map(({ credited }) => credited)).toEqual([0, 0])
    expect(await afterwards(shop, order)).toMatchObject({
      ...{ state: 'paid', declined: 0, owed: [], findings: [] },
    })
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({ credited: 0, due: 0 })
    // What is refunded of the payment that paid the order reverses the sale.
    const sale = report(shop, order, 'refund succeeded', 30_00)
    await applyPaymentEvent(shop, { ...sale, id: 'sale', object: 'of the sale' })
    expect((await made(shop, order)).at(-1)).toMatchObject({ credited: 30_00, hasNote: true })
  })

  it('is taken of the decision as well where the shop refunds a sum of that payment [REFUND-17, REFUND-16]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidTwice(shop)
    const { totalCents: amount } = order
    const part = { of: 'sum', amount: cents(40_00) } as const
    await refunds(shop, order, part, 'another')
    expect(await made(shop, order)).toEqual([
      { amount: 40_00, credited: 0, hasNote: false, to: 'another' },
    ])
    // What the provider says of it afterwards is the same refund.
    const [own] = await refundsOfOrder(shop.db.orm, order.id)
    await applyPaymentEvent(shop, {
      ...report(shop, order, 'refund succeeded', 40_00),
      ...{ reference: 'another', about: { payment: 'another' } },
      ...{ refund: own?.id ?? '', object: own?.providerId ?? '' },
    })
    expect(await made(shop, order)).toHaveLength(1)
    expect(await afterwards(shop, order)).toMatchObject({ state: 'paid', declined: amount - 40_00 })
    await refunds(shop, order, { of: 'sum', amount: cents(amount - 40_00) }, 'another')
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.state).toBe('paid')
    expect(balance).toMatchObject({ credited: 0, due: 0 })
    // The whole sale is left for a refund of its pieces.
    const whole = { id: order.id, wish: { of: 'whole' }, payment: null } as const
    expect((await previewRefund(shop, whole)).amount).toBe(amount)
  })

  it('is not meant by a refund of a deposit: it paid the order as well [REFUND-17]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { custom: 'yes', deposit: '40%', goldFixed: 'deposit' })
    const pays = async (kind: 'deposit' | 'balance') => {
      const request = { ...(await asStaff(shop, order)), kind, days: 7 }
      await sendPaymentRequestLink(shop, request)
      await paysByLink(shop, await tokenOf(shop, order))
      const entries = await entriesOfOrder(shop.db.orm, order.id)
      return entries.findLast((entry) => entry.kind === 'payment')?.reference ?? ''
    }
    const deposit = await pays('deposit')
    await pays('balance')
    const extra = { id: 'extra', reference: 'extra', amount: cents(620_00) }
    await applyPaymentEvent(shop, payment(order, { ...extra, about: { orderId: order.id } }))
    const stated = cents(620_00)
    const seen = await seenByStaff(shop, order)
    await declineRefund(shop, { ...seen, reason, note: '', stated, requireFresh })
    const ofDeposit = { reference: deposit, about: { orderId: order.id } }
    await applyPaymentEvent(shop, {
      ...report(shop, order, 'refund succeeded', 400_00),
      ...ofDeposit,
    })
    const refunded = { amount: 400_00, credited: 400_00, hasNote: true, to: deposit }
    expect(await made(shop, order)).toEqual([refunded])
    // The shop's own form agrees.
    await refunds(shop, order, { of: 'sum', amount: cents(100_00) }, deposit)
    await refunds(shop, order, { of: 'sum', amount: cents(20_00) }, 'extra')
    expect(await made(shop, order)).toMatchObject([
      refunded,
      { credited: 100_00, to: deposit },
      { credited: 0, to: 'extra' },
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('does not keep an order open of which all pieces are refunded [REFUND-15, REFUND-01]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidTwice(shop)
    await refunds(shop, order, { of: 'lines', quantities: [{ position: 0, quantity: 1 }] })
    const { sold } = (await storedOrder(shop, order.id)).balance
    const shipping = sold.tax + sold.shipping
    if (shipping > 0) await refunds(shop, order, { of: 'sum', amount: cents(shipping) })
    expect(await afterwards(shop, order)).toEqual(settled(order, 'refunded'))
  })

  it('stays decided through a dispute that is won [REFUND-15]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    pass(60)
    await expireOrders(shop)
    await applyPaymentEvent(shop, payment(order))
    await declines(shop, order)
    for (const type of ['dispute open', 'dispute won'] as const) {
      await applyPaymentEvent(shop, report(shop, order, type))
      expect(await afterwards(shop, order)).toEqual(settled(order, 'expired'))
    }
  })
})
