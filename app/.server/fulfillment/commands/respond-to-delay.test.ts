import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { notifyDelay, recordAgreement } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { delayLink, delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { delayPage } from '#app/.server/fulfillment/queries/delay-page.ts'
import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { cancelUnansweredDelays } from '../jobs/cancel-unanswered-delays.ts'
import { respondToDelay } from './respond-to-delay.ts'

/** Paid on Wednesday, March 11, 2026: to be sent by March 18. */
const [short, long] = ['2026-04-17', '2026-04-20']
const day = 24 * 60

async function tell(app: AppContext, id: string, shipBy = short, by = 'ann@example.com') {
  const reason = 'The mold broke.'
  await notifyDelay(app, { ...(await seenByStaff(app, { id }, by)), shipBy, reason })
  return latestLink(app, id)
}

async function latestLink(app: AppContext, id: string) {
  const last = (await delaysOfOrder(app.db.orm, id)).at(-1)
  return delayLink(app, last?.id ?? '', { linkVersion: 0, token: '' })
}

async function lastNotice(app: AppContext, id: string) {
  return (await delaysOfOrder(app.db.orm, id)).at(-1)
}

const emailsOf = async (app: AppContext, id: string) =>
  (await app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))).map(
    ({ kind }) => kind,
  )

const status = async (app: AppContext, link: string) => (await delayPage(app, link))?.status

async function dispute(
  app: AppContext,
  id: string,
  type: 'dispute open' | 'dispute lost' = 'dispute open',
) {
  const { order } = await storedOrder(app, id)
  const reference = order.paymentReference ?? ''
  await applyPaymentEvent(app, {
    id: `${type} ${id}`,
    provider: order.paymentProvider,
    livemode: order.livemode,
    type,
    about: { orderId: id, payment: reference },
    amount: cents(order.totalCents),
    currency: 'usd',
    reference,
    object: 'dp_1',
    email: null,
    address: null,
    occurredAt: app.now(),
    payload: {},
  })
}

async function orderOfTwo(app: AppContext) {
  await app.db.orm.execute(sql`insert into risk_settings values ('current', 0, false, 0, now())`)
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 1 },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(app, payment(order))
  return order
}

onBothDatabases('a notice of a delay', (open) => {
  it('moves the day and keeps the old one, mails the buyer with two links, and is in history and log [DELAY-02, DELAY-03, DELAY-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id, number } = await paidOrder(shop)
    const link = await tell(shop, id)
    expect(await storedOrder(shop, id)).toMatchObject({
      order: { state: 'paid', shipBy: short },
    })
    expect(await lastNotice(shop, id)).toMatchObject({
      nth: 1,
      oldShipBy: '2026-03-18',
      newShipBy: short,
      answerBy: null,
      by: 'ann@example.com',
      decision: null,
    })
    const { history, events } = await storedOrder(shop, id)
    expect(history.at(-1)?.why).toBe(
      'Buyer notified of a delay: new ship date Fri, Apr 17 (was Wed, Mar 18). Will be kept unless the buyer cancels. Reason: The mold broke.',
    )
    expect(events.at(-1)).toMatchObject({
      action: 'order.delay_told',
      facts: { number, from: '2026-03-18', to: short },
    })
    // It is late by its new day alone.
    const late = async () => {
      const question = { q: '', filter: 'late', page: 1 } as const
      return (await ordersPage(shop, question)).total
    }
    pass(10 * day)
    expect(await late()).toBe(0)
    pass(30 * day)
    expect(await late()).toBe(1)
    const sent: string[] = []
    shop.mail = { send: async ({ text }: { text: string }) => void sent.push(text) } as never
    await sendEmail(shop)
    const email = sent.find((text) => text.includes('is delayed') || text.includes('/order/delay/'))
    expect(email).toContain(`/order/delay/${link}?answer=keep`)
    expect(email).toContain(`/order/delay/${link}?answer=cancel`)
    expect(email).toMatch(/by Wed, Mar 18.*The new ship date is Fri, Apr 17/s)
    expect(email).toContain('If we don’t hear from you, we’ll assume you agree')
    // The copy opens nothing.
    const copies = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))
    expect(JSON.stringify(copies)).not.toContain(link)
    expect(JSON.stringify(await exportBuyer(shop, 'ada@example.com'))).not.toContain(link)
    expect((await exportBuyer(shop, 'ada@example.com')).orders[0]?.delays).toHaveLength(1)
  })

  it('is refused in words where the day or the order does not fit, and nothing is changed [DELAY-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const told = async (shipBy: string) => (await refusal(tell(shop, id, shipBy))).message
    expect(await told('2026-03-10')).toMatch(/isn’t a delay/)
    expect(await told('2026-03-18')).toMatch(/isn’t a delay/)
    expect(await told('2026-03-21')).toMatch(/isn’t a business day/)
    const pending = await pendingOrder(shop)
    expect((await refusal(tell(shop, pending.id))).message).toMatch(/hasn’t been paid yet/)
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'by hand' })
    const sent = await refusal(tell(shop, id))
    expect([sent.status, sent.message]).toEqual([
      409,
      expect.stringMatching(/was marked as fulfilled/),
    ])
    expect(await delaysOfOrder(shop.db.orm, id)).toEqual([])
    expect((await storedOrder(shop, id)).order.shipBy).toBe('2026-03-18')
  })

  it('is one however often it is pressed; of two people the second is told who was first [DELAY-02]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const seen = { ...(await seenByStaff(shop, { id })), shipBy: short, reason: 'The mold broke.' }
    await Promise.all([notifyDelay(shop, seen), notifyDelay(shop, seen)])
    expect(await delaysOfOrder(shop.db.orm, id)).toHaveLength(1)
    const second = await refusal(notifyDelay(shop, { ...seen, by: 'bob@example.com' }))
    expect(second).toMatchObject({ status: 409 })
    expect(second.message).toMatch(/notified of a delay.*by ann@example\.com/)
    expect((await emailsOf(shop, id)).filter((kind) => kind === 'order-delay-buyer')).toHaveLength(
      1,
    )
  })
})

onBothDatabases('the answer to a delay', (open) => {
  it('keeps the order, once; the link says so afterwards, and takes no other answer [DELAY-04]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const link = await tell(shop, id, long)
    expect(await status(shop, link)).toBe('open')
    await Promise.all([respondToDelay(shop, link, 'keep'), respondToDelay(shop, link, 'keep')])
    expect(await status(shop, link)).toBe('kept')
    expect(await lastNotice(shop, id)).toMatchObject({ decision: 'kept', decidedAt: shop.now() })
    const other = await refusal(respondToDelay(shop, link, 'cancel'))
    expect([other.status, other.message]).toEqual([
      409,
      'You already chose to wait. To change that, please write to us.',
    ])
    pass(60 * day)
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    const { order, history } = await storedOrder(shop, id)
    expect(order.state).toBe('paid')
    expect(history.filter(({ why }) => /The buyer agreed/.test(why))).toHaveLength(1)
  })

  it('shows nothing of who bought what, and opens for the link of the shop alone [DELAY-04]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, token } = await paidOrder(shop)
    const link = await tell(shop, id)
    const shown = JSON.stringify(await delayPage(shop, link))
    expect(shown).not.toMatch(/ada@|Ada|Example Street|Small|totalCents/)
    expect(shown).not.toContain(token)
    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`
    for (const none of [forged, link.slice(0, 22), `${link}x`, token, '']) {
      expect(await delayPage(shop, none)).toBeNull()
      expect((await refusal(respondToDelay(shop, none, 'cancel'))).status).toBe(404)
    }
  })

  it('cancels: refunded once by the ledger, with credit note and mails, and cannot be sent [DELAY-05]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, totalCents } = await paidOrder(shop)
    const link = await tell(shop, id)
    await Promise.all([respondToDelay(shop, link, 'cancel'), respondToDelay(shop, link, 'cancel')])
    await respondToDelay(shop, link, 'cancel')
    const refunds = await refundsOfOrder(shop.db.orm, id)
    expect(refunds).toMatchObject([{ amountCents: totalCents, state: 'succeeded' }])
    expect(refunds[0] && creditNoteOf(refunds[0])).toBe('CN-TEST-2026-0001')
    const { order, balance } = await storedOrder(shop, id)
    expect(order).toMatchObject({ state: 'refunded', holdReason: null })
    expect(balance).toMatchObject({ refunded: totalCents, due: 0 })
    const emails = await emailsOf(shop, id)
    expect(emails.filter((kind) => kind === 'order-refunded-buyer')).toHaveLength(1)
    expect(emails.filter((kind) => kind === 'order-delay-staff')).toHaveLength(1)
    expect(await status(shop, link)).toBe('canceled')
    expect((await refusal(respondToDelay(shop, link, 'keep'))).status).toBe(409)
    const send = recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'by hand' })
    expect((await refusal(send)).status).toBe(409)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('to cancel comes too late once it was sent, and says so [DELAY-05]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const link = await tell(shop, id)
    await recordShipment(shop, { ...(await readyToSend(shop, { id })), tracking: 'by hand' })
    const late = await refusal(respondToDelay(shop, link, 'cancel'))
    expect([late.status, late.message]).toEqual([
      409,
      'Your order has already shipped, so it can’t be canceled.',
    ])
    expect(await status(shop, link)).toBe('sent')
    expect(await refundsOfOrder(shop.db.orm, id)).toEqual([])
  })

  it('of an order sent in part cancels the rest: those pieces are refunded, and nothing more is sent [DELAY-05]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, totalCents } = await orderOfTwo(shop)
    await recordShipment(shop, {
      ...(await readyToSend(shop, { id })),
      tracking: 'by hand',
      pieces: [{ line: 0, quantity: 1 }],
    })
    const link = await tell(shop, id)
    await respondToDelay(shop, link, 'cancel')
    const [refund, ...more] = await refundsOfOrder(shop.db.orm, id)
    expect(more).toEqual([])
    expect(refund?.lines).toMatchObject([{ position: 1, quantity: 1 }])
    const { order, balance } = await storedOrder(shop, id)
    expect(order).toMatchObject({ state: 'fulfilled', step: 'sent' })
    expect(balance.refunded).toBe(refund?.amountCents)
    expect(balance.refunded).toBeLessThan(totalCents)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('to cancel an order whose money the bank took back closes it: nobody is asked to pay twice, and the buyer is emailed [DISPUTE-11, MAIL-23]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const link = await tell(shop, id)
    await dispute(shop, id)
    pass(60)
    await dispute(shop, id, 'dispute lost')
    await respondToDelay(shop, link, 'cancel')
    const { order, history } = await storedOrder(shop, id)
    expect(order).toMatchObject({ state: 'refunded', holdReason: null })
    expect(history.at(-1)?.why).toContain('The buyer’s bank already returned the money')
    expect(await refundsOfOrder(shop.db.orm, id)).toEqual([])
    expect(await emailsOf(shop, id)).not.toContain('order-held-staff')
    expect(await emailsOf(shop, id)).toContain('order-closed-buyer')
  })

  it('to cancel stands while the payment is disputed: staff are asked to give it back [DELAY-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const link = await tell(shop, id)
    await dispute(shop, id)
    await respondToDelay(shop, link, 'cancel')
    expect(await refundsOfOrder(shop.db.orm, id)).toEqual([])
    const { order } = await storedOrder(shop, id)
    expect(order.holdReason).toMatch(/The buyer canceled.*Please refund the money/)
    expect(await emailsOf(shop, id)).toContain('order-held-staff')
    expect(await status(shop, link)).toBe('canceled')
  })

  it('by telephone is written down by staff, once [DELAY-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const link = await tell(shop, id, long)
    const seen = { ...(await seenByStaff(shop, { id })), reason: 'By telephone.' }
    await recordAgreement(shop, seen)
    await recordAgreement(shop, seen)
    expect(await lastNotice(shop, id)).toMatchObject({
      decision: 'kept',
      decidedBy: 'ann@example.com',
      decisionNote: 'By telephone.',
    })
    expect(await status(shop, link)).toBe('kept')
    pass(60 * day)
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    const again = { ...(await seenByStaff(shop, { id })), by: 'bob@example.com', reason: 'Me too.' }
    expect((await refusal(recordAgreement(shop, again))).message).toMatch(
      /No delay notice is waiting for an answer/,
    )
  })
})

onBothDatabases('silence about a delay', (open) => {
  it('keeps a short first one, and cancels a longer one after its last day, once [DELAY-01, DELAY-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [kept, canceled] = [await paidOrder(shop), await paidOrder(shop)]
    await tell(shop, kept.id, short)
    const link = await tell(shop, canceled.id, long)
    expect((await lastNotice(shop, canceled.id))?.answerBy).toBe('2026-04-17')
    // Until the end of April 17 in Seattle.
    pass(37 * day + 14 * 60)
    expect(shop.now().toISOString()).toBe('2026-04-18T06:00:00.000Z')
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    pass(60)
    expect(await status(shop, link)).toBe('too late')
    expect((await refusal(respondToDelay(shop, link, 'keep'))).message).toMatch(/has passed/)
    const runs = await Promise.all([cancelUnansweredDelays(shop), cancelUnansweredDelays(shop)])
    expect(runs.toSorted()).toEqual([0, 1])
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    const after = await storedOrder(shop, canceled.id)
    expect(after.order.state).toBe('refunded')
    expect(after.balance).toMatchObject({ refunded: canceled.totalCents, due: 0 })
    expect(await refundsOfOrder(shop.db.orm, canceled.id)).toHaveLength(1)
    expect(await lastNotice(shop, canceled.id)).toMatchObject({
      decision: 'lapsed',
      decidedBy: 'the clock',
    })
    expect(await status(shop, link)).toBe('lapsed')
    expect((await storedOrder(shop, kept.id)).order.state).toBe('paid')
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('about a second delay cancels after the day of the first, and the earlier link leads to the later mail [DELAY-01]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const first = await tell(shop, id, '2026-03-25')
    const second = await tell(shop, id, '2026-03-27')
    expect(await delaysOfOrder(shop.db.orm, id)).toMatchObject([
      { nth: 1, decision: 'replaced' },
      { nth: 2, oldShipBy: '2026-03-25', answerBy: '2026-03-25', decision: null },
    ])
    expect(await status(shop, first)).toBe('replaced')
    expect((await refusal(respondToDelay(shop, first, 'cancel'))).status).toBe(409)
    expect(await status(shop, second)).toBe('open')
    pass(15 * day)
    expect(await cancelUnansweredDelays(shop)).toBe(1)
    expect((await storedOrder(shop, id)).order.state).toBe('refunded')
  })

  it('does nothing to an order that was sent, nor to one in dispute or on hold: staff are told once [DELAY-05, DELAY-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [sent, disputed, held] = [
      await paidOrder(shop),
      await paidOrder(shop),
      await paidOrder(shop),
    ]
    for (const { id } of [sent, disputed, held]) await tell(shop, id, long)
    const seen = await readyToSend(shop, sent)
    await recordShipment(shop, { ...seen, tracking: 'by hand' })
    await dispute(shop, disputed.id)
    const hold = { holdReason: 'A second payment.' }
    await shop.db.orm.update(orders).set(hold).where(eq(orders.id, held.id))
    pass(60 * day)
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    expect(await cancelUnansweredDelays(shop)).toBe(0)
    for (const { id } of [disputed, held]) {
      const { order, history } = await storedOrder(shop, id)
      expect(order.state).toBe('paid')
      expect(
        history.filter(({ why }) => why.includes('wasn’t canceled automatically')),
      ).toHaveLength(1)
      expect(
        (await emailsOf(shop, id)).filter((kind) => kind === 'order-delay-staff'),
      ).toHaveLength(1)
      expect(await refundsOfOrder(shop.db.orm, id)).toEqual([])
    }
    expect((await storedOrder(shop, sent.id)).order.state).toBe('fulfilled')
    // Once nothing is in the way any longer, it is canceled.
    await shop.db.orm.update(orders).set({ holdReason: null }).where(eq(orders.id, held.id))
    expect(await cancelUnansweredDelays(shop)).toBe(1)
    expect((await storedOrder(shop, held.id)).order.state).toBe('refunded')
  })
})

onBothDatabases('the database', (open) => {
  it('keeps what was said and answered as it was [DELAY-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id } = await paidOrder(shop)
    const link = await tell(shop, id)
    await respondToDelay(shop, link, 'keep')
    for (const change of [
      sql`update delay_notices set new_ship_by = '2026-06-01'`,
      sql`update delay_notices set decision = 'canceled'`,
      sql`delete from delay_notices`,
    ]) {
      await expect(shop.db.orm.execute(change)).rejects.toThrow()
    }
  })
})
