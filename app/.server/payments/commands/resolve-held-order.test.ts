import { expect, it } from 'vitest'
import { orders } from '#app/.server/platform/db/schema.ts'
import { declineRefund } from '#app/.server/refunds/commands/decline-refund.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  buyerAddress,
  heldOrder,
  paidOrder,
  payment,
  pendingOrder,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { expireOrders } from './expire-orders.ts'
import { recordOfflinePayment } from './record-offline-payment.ts'
import { acceptPaymentOfHeldOrder, settlePaymentHold } from './resolve-held-order.ts'

const by = 'ann@example.com'
const seen = ({ id, revision }: { id: string; revision: number }) => ({ id, by, revision })

onBothDatabases('a payment that did not fit', (open) => {
  it('is accepted knowingly by a person, with the reason in the history [ORDER-06, ORDER-07]', async () => {
    const { shop } = await sellingShop(await open())
    const held = await heldOrder(shop)
    const reason = 'The last cent was a mistake of ours.'
    await acceptPaymentOfHeldOrder(shop, { ...seen(held), reason })
    const { order, history, events } = await storedOrder(shop, held.id)
    expect(order).toMatchObject({
      state: 'paid',
      holdReason: null,
      paidAt: shop.now(),
      email: 'ada@example.com',
      shippingAddress: buyerAddress,
      paymentReference: `pay-${held.id}`,
    })
    const why = `Accepted ${formatCents(cents(held.totalCents - 1))} USD when ${formatCents(cents(held.totalCents))} USD was due. ${reason}`
    expect(history.at(-1)).toMatchObject({ fromState: 'pending', toState: 'paid', by, why })
    expect((await auditLabels(shop)).at(-1)).toBe(
      `${by}: accepted a payment on hold for order ${held.number} (${why})`,
    )
    expect(events).toHaveLength(1)
    // The same payment reported again under another id is no second payment.
    const again = payment(held, { id: 'again' })
    expect(await applyPaymentEvent(shop, again)).toMatchObject({ outcome: 'ignored' })
  })

  it('is settled once: of two people at once the second is refused [ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const held = await heldOrder(shop)
    const both = await Promise.allSettled([
      acceptPaymentOfHeldOrder(shop, { ...seen(held), reason: 'Fine.' }),
      settlePaymentHold(shop, { ...seen(held), reason: 'Given back.' }),
    ])
    const refused = both.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'hold_settled', status: 409 })
    expect((await storedOrder(shop, held.id)).events).toHaveLength(1)
  })

  it('is not settled together with another that nobody saw [ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const held = await heldOrder(shop)
    await applyPaymentEvent(shop, payment(held, { id: 'more', amount: cents(500) }))
    const stale = await refusal(settlePaymentHold(shop, { ...seen(held), reason: 'Given back.' }))
    expect(stale).toMatchObject({ code: 'order_changed' })
    expect(stale.message).toContain('A payment of $5.00 USD arrived')
    const { order, events } = await storedOrder(shop, held.id)
    expect(order.holdReason).not.toBeNull()
    expect(events).toEqual([])
  })

  it('cancels an order that is still to be paid, whose money needs a look until it is refunded [ORDER-02, ORDER-06, TODAY-12]', async () => {
    const { shop } = await sellingShop(await open())
    const held = await heldOrder(shop)
    await settlePaymentHold(shop, { ...seen(held), reason: 'Given back by the card provider.' })
    const received = formatCents(cents(held.totalCents - 1))
    const { order, history, events } = await storedOrder(shop, held.id)
    expect(order).toMatchObject({ state: 'cancelled', holdReason: null, paidAt: null })
    expect(history.slice(-2)).toMatchObject([
      { toState: 'pending', by, why: 'Reviewed: Given back by the card provider.' },
      {
        ...{ fromState: 'pending', toState: 'cancelled', by },
        why: `Its payment wasn’t accepted. ${received} was received for it and must be refunded.`,
      },
    ])
    expect((await todayPage(shop, 'owner')).work.held).toBe(1)
    expect(events).toMatchObject([
      {
        actorId: by,
        action: 'order.hold_settled',
        facts: { number: held.number, reason: 'Given back by the card provider.' },
      },
    ])
  })

  it('cancels a draft order that was paid in part, and says what is to be refunded [TODAY-12]', async () => {
    const { shop } = await sellingShop(await open())
    const made = await madeOrder(shop)
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, made)),
      ...{ action: 'record-payment', kind: 'cash', amount: cents(500_00) },
      ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-10' },
    })
    await shop.db.orm.update(orders).set({ holdReason: 'Staff want to look at it.' })
    const { order } = await storedOrder(shop, made.id)
    await settlePaymentHold(shop, { ...seen(order), reason: 'The buyer changed their mind.' })
    const after = await storedOrder(shop, made.id)
    expect(after.order).toMatchObject({ state: 'cancelled', holdReason: null })
    expect(after.history.at(-1)?.why).toBe(
      'Its payment wasn’t accepted. $500.00 was received for it and must be refunded.',
    )
    expect((await todayPage(shop, 'owner')).work.held).toBe(1)
  })

  it('cannot be accepted where no payment came [ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await pendingOrder(shop)
    await shop.db.orm.update(orders).set({ holdReason: 'Staff want to look at it.' })
    const { order } = await storedOrder(shop, id)
    const problem = await refusal(
      acceptPaymentOfHeldOrder(shop, { ...seen(order), reason: 'Fine.' }),
    )
    expect(problem).toMatchObject({ code: 'no_payment', status: 409 })
    expect((await storedOrder(shop, id)).order.state).toBe('pending')
  })

  it('and was refunded since cannot be accepted any more [ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const held = await heldOrder(shop)
    await applyPaymentEvent(shop, {
      id: 'refund',
      provider: 'test',
      livemode: false,
      type: 'refunded',
      about: { payment: `pay-${held.id}` },
      amount: cents(held.totalCents - 1),
      currency: 'usd',
      reference: `pay-${held.id}`,
      occurredAt: shop.now(),
      email: null,
      address: null,
      payload: {},
    })
    const accept = (order: typeof held) =>
      refusal(acceptPaymentOfHeldOrder(shop, { ...seen(order), reason: 'Fine.' }))
    expect((await accept(held)).code).toBe('order_changed')
    expect((await accept((await storedOrder(shop, held.id)).order)).code).toBe('payment_gone')
    expect((await storedOrder(shop, held.id)).order.state).toBe('pending')
  })

  it('for a closed or paid order is never accepted, and reviewed only once its money is refunded or staff wrote why not [ORDER-02, ORDER-06, TODAY-12]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const expired = await pendingOrder(shop)
    pass(60)
    await expireOrders(shop)
    await applyPaymentEvent(shop, payment(expired))
    const paid = await paidOrder(shop)
    await applyPaymentEvent(shop, payment(paid, { id: 'second', reference: 'another' }))
    for (const { id } of [expired, paid]) {
      const { order } = await storedOrder(shop, id)
      const accepted = acceptPaymentOfHeldOrder(shop, { ...seen(order), reason: 'Fine.' })
      expect((await refusal(accepted)).code).toBe('order_moved')
      const closes = settlePaymentHold(shop, { ...seen(order), reason: 'Given back.' })
      expect(await refusal(closes)).toMatchObject({
        code: 'money_to_refund',
        message: `The shop holds ${formatCents(cents(order.totalCents))} of the buyer’s money. Refund it, or record why you won’t. Nothing was changed.`,
      })
      await declineRefund(shop, {
        ...{ ...seen(order), reason: 'Refunded at the bank.', stated: cents(order.totalCents) },
        note: '',
        requireFresh: async () => {},
      })
      const declined = (await storedOrder(shop, id)).order
      if (declined.holdReason !== null) {
        await settlePaymentHold(shop, { ...seen(declined), reason: 'Refunded at the bank.' })
      }
      const after = (await storedOrder(shop, id)).order
      expect(after).toMatchObject({ state: order.state, holdReason: null, paidAt: order.paidAt })
    }
  })
})
