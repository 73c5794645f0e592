import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { requestOrderLink } from '#app/.server/customers/commands/request-order-link.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import {
  aboutReturn,
  buyerAsks,
  confirmedBy,
  lastReturn,
  openedReturn,
  sendsAnyTotal,
  sentOrder,
} from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { listedReturns } from '../queries/listed-returns.ts'
import { returnPage } from '../queries/return-page.ts'
import { returnsOfOrder } from '../returns.ts'
import { callOffOwnReturn, notifyReturnSent } from './buyer-return.ts'
import {
  acceptReturn,
  callOffReturn,
  receiveReturn,
  refuseReturn,
  weighReturn,
} from './move-return.ts'
import { openReturn, requestReturn } from './open-return.ts'

const day = 24 * 60
const by = 'ann@example.com'
const grams = (weight: number) => (weight * 1000) as Milligrams
const instructions = 'Send it to us.'

const emailsOf = async (app: AppContext, id: string) =>
  (await app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id)))
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('order-return'))
    .sort()

const whys = async (app: AppContext, id: string) =>
  (await storedOrder(app, id)).history.map(({ by: who, why }) => `${who}: ${why}`)

onBothDatabases('a return', (open) => {
  it('goes from the question to the scale, each step with time and name, in history, log and mails [RETURN-01, RETURN-05, RETURN-06, RETURN-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await requestReturn(shop, await buyerAsks(shop, order))
    pass(1)
    await acceptReturn(shop, { ...(await aboutReturn(shop, order)), instructions })
    const { id } = await lastReturn(shop, order)
    const confirmed = confirmedBy(shop, order)
    const parcel = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const
    await notifyReturnSent(shop, { token: order.token, confirmed, id, parcel })
    pass(day)
    await receiveReturn(shop, await aboutReturn(shop, order, 'ben@example.com'))
    const sold = 14.2
    const weights = [{ line: 0, weighed: grams(sold) }]
    await weighReturn(shop, { ...(await aboutReturn(shop, order)), weights, note: 'A scratch.' })
    const found = await lastReturn(shop, order)
    expect(found).toMatchObject({
      state: 'weighed',
      askedBy: '',
      acceptedBy: by,
      receivedBy: 'ben@example.com',
      weighedBy: by,
      carrier: 'ups',
      pieces: [{ line: 0, quantity: 1, weighedMg: 14_200 }],
    })
    expect(found.receivedAt?.getTime()).toBe((found.askedAt.getTime() ?? 0) + (day + 1) * 60_000)
    expect(
      (await whys(shop, order.id)).slice(-5).map((line) => line.replace(/1 × [^.;:]+, Small/, 'X')),
    ).toEqual([
      'the buyer, on the order page: The buyer asked to return X.',
      `${by}: Return approved: X.`,
      'the buyer, on the order page: The buyer has sent back X. Tracking: UPS 1Z999AA10123456784',
      'ben@example.com: Return received: X.',
      expect.stringMatching(/^ann@example.com: Return weighed. X: 14.20 g, .* A scratch\.$/),
    ])
    const log = await shop.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'order.return_moved'))
      .orderBy(auditLog.id)
    expect(log.map(({ actorId }) => actorId)).toEqual([by, 'ben@example.com', by])
    expect(await emailsOf(shop, order.id)).toEqual([
      'order-return-accepted-buyer',
      'order-return-asked-buyer',
      'order-return-received-buyer',
      'order-return-staff',
    ])
    await sendEmail(shop)
    const [accepted] = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-return-accepted-buyer'))
    expect(accepted?.text).toContain(instructions)
    expect(accepted?.text).toMatch(/1 × .+, Small/)
    expect(accepted?.recipient).toBe('ada@example.com')
    const exported = await exportBuyer(shop, 'ada@example.com')
    expect(exported.orders[0]?.returns).toMatchObject([
      { state: 'weighed', reason: 'It is too small.' },
    ])
  })

  it('is marked in the list of orders while it is open [RETURN-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const isMarked = async () =>
      (await ordersPage(shop, { q: '', filter: 'all', page: 1 })).orders.map(
        ({ isReturning }) => isReturning,
      )
    expect(await isMarked()).toEqual([false])
    await requestReturn(shop, await buyerAsks(shop, order))
    expect(await isMarked()).toEqual([true])
    await callOffReturn(shop, { ...(await aboutReturn(shop, order)), reason: 'A mistake.' })
    expect(await isMarked()).toEqual([false])
  })

  it('asked twice, in two tabs, or pressed twice at once is one [RETURN-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const asked = await buyerAsks(shop, order)
    await Promise.all([requestReturn(shop, asked), requestReturn(shop, asked)])
    await requestReturn(shop, asked)
    // Another tab, opened before: of two pieces it would be a second return.
    const other = await refusal(requestReturn(shop, { ...asked, key: 'of-another-tab-x' }))
    expect(other).toMatchObject({ code: 'order_changed', status: 409 })
    expect(other.message).toContain('Something about this order has changed')
    expect(await returnsOfOrder(shop.db.orm, order.id)).toHaveLength(1)
    expect(await emailsOf(shop, order.id)).toHaveLength(2)
  })

  it('takes no more pieces than are with the buyer, and the database none either [RETURN-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const asks = async (line: number, quantity: number) =>
      (await refusal(requestReturn(shop, await buyerAsks(shop, order, [{ line, quantity }]))))
        .message
    expect(await asks(0, 3)).toMatch(
      /^Only 2 of .+ can be returned, not 3\. Nothing was changed\.$/,
    )
    expect(await asks(5, 1)).toContain('You can’t return a piece')
    await requestReturn(shop, await buyerAsks(shop, order, [{ line: 0, quantity: 2 }]))
    expect(await asks(0, 1)).toContain('hasn’t shipped, is already being returned,')
    await expect(
      shop.db.orm.execute(sql`insert into order_return_lines (return_id, order_id, line, quantity)
        select id, order_id, 1, 2 from order_returns`),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('More pieces would') } })
    // Called off, they can be asked for again.
    const { id } = await lastReturn(shop, order)
    const confirmed = confirmedBy(shop, order)
    await callOffOwnReturn(shop, { token: order.token, confirmed, id })
    await callOffOwnReturn(shop, { token: order.token, confirmed, id })
    expect(await lastReturn(shop, order)).toMatchObject({
      state: 'called off',
      closedBy: 'the buyer',
    })
    await requestReturn(shop, await buyerAsks(shop, order, [{ line: 0, quantity: 2 }]))
  })

  it('of one parcel is possible while the other is on the bench; of nothing sent it is not [RETURN-02, RETURN-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop, [
      { productId: '7', size: 'Small', quantity: 1 },
      { productId: '8', size: 'Small', quantity: 1 },
    ])
    await sendsAnyTotal(shop)
    const unpaid = await refusal(requestReturn(shop, await buyerAsks(shop, order)))
    expect(unpaid.message).toContain('This order hasn’t shipped yet')
    await applyPaymentEvent(shop, payment(order))
    const unsent = await refusal(requestReturn(shop, await buyerAsks(shop, order)))
    expect(unsent.message).toContain('This order hasn’t shipped yet')
    expect((await returnPage(shop, order.token, confirmedBy(shop, order)))?.wasSent).toBe(false)
    await recordShipment(shop, {
      ...(await readyToSend(shop, order)),
      tracking: 'Handed over',
      pieces: [{ line: 0, quantity: 1 }],
    })
    const other = await refusal(
      requestReturn(shop, await buyerAsks(shop, order, [{ line: 1, quantity: 1 }])),
    )
    expect(other.message).toContain('it hasn’t shipped, is already being returned,')
    await requestReturn(shop, await buyerAsks(shop, order))
    await acceptReturn(shop, { ...(await aboutReturn(shop, order)), instructions })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ state: 'paid', step: 'paid' })
    // The rest goes on its way as ever.
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'Handed over too' })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'fulfilled',
      step: 'sent',
    })
    expect((await lastReturn(shop, order)).state).toBe('accepted')
  })

  it('is asked for by the link of a mail to the buyer alone, within its hour, which opens the form itself [RETURN-05, RETURN-13]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const asked = await buyerAsks(shop, order)
    const other = await sentOrder(shop)
    for (const confirmed of [null, '', '1.x', confirmedBy(shop, other)]) {
      const refused = await refusal(requestReturn(shop, { ...asked, confirmed }))
      expect(refused).toMatchObject({ code: 'link_ended', status: 403 })
      expect(await returnPage(shop, order.token, confirmed)).toMatchObject({
        isConfirmed: false,
        pieces: [],
        returns: [],
      })
    }
    expect((await refusal(requestReturn(shop, { ...asked, token: 'x'.repeat(32) }))).status).toBe(
      404,
    )
    await requestOrderLink(shop, order.token)
    expect(await shop.db.orm.$count(emailOutbox, eq(emailOutbox.kind, 'order-link-buyer'))).toBe(0)
    await requestOrderLink(shop, order.token, 'to return')
    await requestOrderLink(shop, order.token, 'to return')
    expect(await shop.db.orm.$count(emailOutbox, eq(emailOutbox.kind, 'order-link-buyer'))).toBe(1)
    // Its link opens the form itself, and not the order.
    await sendEmail(shop)
    const link = (await orderEmails(shop, order.id)).find(({ kind }) => kind === 'order-link-buyer')
    expect(link?.text).toContain(`/order/${order.token}/return?confirmed=`)
    await requestReturn(shop, asked)
    const { id } = await lastReturn(shop, order)
    // Who has the bare link reads where it stands, and nothing of why.
    const page = await orderPage(shop, order.token)
    expect(page?.returns?.list).toMatchObject([{ state: 'asked' }])
    expect(JSON.stringify(page?.returns)).not.toContain('too small')
    pass(61)
    const late = { token: order.token, confirmed: asked.confirmed, id }
    expect((await refusal(callOffOwnReturn(shop, late))).code).toBe('link_ended')
    expect((await refusal(notifyReturnSent(shop, { ...late, parcel: null }))).code).toBe(
      'link_ended',
    )
  })

  it('too late is refused to the buyer in plain words, and taken by staff by name [RETURN-04, RETURN-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    // Sent on Wednesday, March 11; 3 business days are Monday, March 16; 30 days more are April 15.
    const order = await sentOrder(shop)
    expect((await orderPage(shop, order.token))?.returns?.until).toBe('2026-04-15')
    pass(35 * day)
    await requestReturn(shop, await buyerAsks(shop, order))
    pass(day)
    const late = await refusal(requestReturn(shop, await buyerAsks(shop, order)))
    expect(late.message).toMatch(/The return window ended on Wed, Apr 15\. If something is wrong/)
    expect((await orderPage(shop, order.token))?.returns?.until).toBeNull()
    const unnamed = await refusal(openedReturn(shop, order))
    expect(unnamed.details?.errors).toHaveProperty('exception')
    const found = await openedReturn(
      shop,
      order,
      [{ line: 0, quantity: 1 }],
      'She was in hospital.',
    )
    expect(found).toMatchObject({
      state: 'accepted',
      askedBy: by,
      acceptedBy: by,
      exception: 'She was in hospital.',
    })
    expect((await whys(shop, order.id)).at(-1)).toContain(
      'Exception to the terms: She was in hospital.',
    )
  })

  it('is counted from the day it was delivered, and by the days it was sold with where those are more [RETURN-04]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await sentOrder(shop)
    pass(10 * day)
    await changeStep(shop, { ...(await seenByStaff(shop, order)), to: 'delivered' })
    expect((await orderPage(shop, order.token))?.returns?.until).toBe('2026-04-20')
    const terms = (days: number) =>
      saveSetting(
        shop,
        returnTermsSetting,
        { days, tolerance: grams(0.05), instructions: 'To Seattle.', takesEngraved: true },
        by,
      )
    expect((await returnTermsSetting.current(shop)).days).toBe(returnTermsSetting.defaults.days)
    await terms(14)
    expect(await returnTermsSetting.current(shop)).toEqual({
      days: 14,
      tolerance: grams(0.05),
      instructions: 'To Seattle.',
      takesEngraved: true,
    })
    expect((await orderPage(shop, order.token))?.returns?.until).toBe('2026-04-20')
    await terms(45)
    expect((await orderPage(shop, order.token))?.returns?.until).toBe('2026-05-05')
    pass(1)
    const later = await sentOrder(shop)
    pass(1)
    await terms(14)
    const until = async () => (await orderPage(shop, later.token))?.returns?.until
    // Sent on Saturday, March 21; three business days are March 25.
    expect(await until()).toBe('2026-05-09')
  })

  it('received by two at once is received once; the second is told who was first [RETURN-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await openedReturn(shop, order)
    const ann = await aboutReturn(shop, order)
    const ben = await aboutReturn(shop, order, 'ben@example.com')
    await receiveReturn(shop, ann)
    await receiveReturn(shop, ann)
    const second = await refusal(receiveReturn(shop, ben))
    expect(second).toMatchObject({ code: 'return_moved', status: 409 })
    expect(second.message).toContain('was received (by ann@example.com)')
    expect(await emailsOf(shop, order.id)).toEqual([
      'order-return-accepted-buyer',
      'order-return-received-buyer',
    ])
    const gone = await refusal(receiveReturn(shop, { ...ann, returnId: 'x' }))
    expect(gone.status).toBe(404)
    // What the screen did not show is not passed over.
    const weights = [{ line: 0, weighed: grams(14.2) }]
    const stale = await refusal(weighReturn(shop, { ...ben, weights, note: 'x' }))
    expect(stale.code).toBe('order_changed')
  })

  it('that weighs less or more than sold by more than the tolerance wants a word of why [RETURN-03]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const [line] = (await returnPage(shop, order.token, confirmedBy(shop, order)))?.pieces ?? []
    const sold = ((line?.weight ?? 0) as number) * 2
    await openedReturn(shop, order, [{ line: 0, quantity: 2 }])
    await receiveReturn(shop, await aboutReturn(shop, order))
    const weigh = async (weighed: number, note = '') =>
      weighReturn(shop, {
        ...(await aboutReturn(shop, order)),
        weights: [{ line: 0, weighed: weighed as Milligrams }],
        note,
      })
    expect((await refusal(weigh(sold - 110))).details?.errors).toHaveProperty('note')
    expect((await refusal(weigh(sold + 110))).message).toMatch(
      /: \d+\.51 g, 0\.11 g more than shipped\. That is more than 0\.10 g off/,
    )
    expect((await refusal(weigh(12_000))).message).toContain(': 12.00 g, ')
    expect((await lastReturn(shop, order)).state).toBe('received')
    await weigh(sold - 110, 'The clasp is missing.')
    // Read once more, it is corrected.
    await weigh(sold - 100)
    expect((await lastReturn(shop, order)).pieces).toMatchObject([{ weighedMg: sold - 100 }])
    const none = { ...(await aboutReturn(shop, order)), weights: [], note: '' }
    expect((await refusal(weighReturn(shop, none))).details?.errors).toHaveProperty('grams-0')
  })

  it('is refused with a reason the buyer reads, and its pieces go to the buyer again [RETURN-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await requestReturn(shop, await buyerAsks(shop, order))
    const reason = 'It was worn.'
    await refuseReturn(shop, { ...(await aboutReturn(shop, order)), reason, again: null })
    await requestReturn(shop, await buyerAsks(shop, order))
    await acceptReturn(shop, { ...(await aboutReturn(shop, order)), instructions })
    const early = await refusal(
      refuseReturn(shop, { ...(await aboutReturn(shop, order)), reason, again: null }),
    )
    expect(early.code).toBe('return_moved')
    await receiveReturn(shop, await aboutReturn(shop, order))
    const again = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const
    await refuseReturn(shop, { ...(await aboutReturn(shop, order)), reason, again })
    await sendEmail(shop)
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-return-refused-buyer'))
    expect(emails.map(({ text }) => text?.includes(reason))).toEqual([true, true])
    expect(emails.map(({ text }) => text?.includes('on their way back to you'))).toContain(true)
    const page = await returnPage(shop, order.token, confirmedBy(shop, order))
    expect(page?.returns.at(-1)).toMatchObject({
      state: 'refused',
      refusal: reason,
      again: { text: 'UPS 1Z999AA10123456784' },
    })
  })

  it('that was refused is not offered again right below that answer, as other pieces are [RETURN-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    for (const [pieces, until] of [
      [{ line: 0, quantity: 2 }, '2026-04-15'],
      [{ line: 1, quantity: 1 }, null],
    ] as const) {
      await requestReturn(shop, await buyerAsks(shop, order, [pieces]))
      const about = await aboutReturn(shop, order)
      await refuseReturn(shop, { ...about, reason: 'It was worn.', again: null })
      expect((await orderPage(shop, order.token))?.returns?.until).toBe(until)
    }
  })

  it('that staff open is one however often it is pressed, and closes without a refund for a reason [RETURN-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    const asked = {
      ...seen,
      ...{ key: 'one-form-of-staff', pieces: [{ line: 1, quantity: 1 }], exception: '' },
      ...{ reason: 'She called.', instructions },
    }
    await Promise.all([openReturn(shop, asked), openReturn(shop, asked)])
    expect(await returnsOfOrder(shop.db.orm, order.id)).toHaveLength(1)
    const about = await aboutReturn(shop, order)
    await callOffReturn(shop, { ...about, reason: 'Exchanged.' })
    await callOffReturn(shop, { ...about, reason: 'Exchanged.' })
    const page = await returnPage(shop, order.token, confirmedBy(shop, order))
    // Why is for staff.
    expect(page?.returns).toMatchObject([{ state: 'called off', refusal: '' }])
    await expect(
      shop.db.orm.execute(sql`update order_returns set state = 'received'`),
    ).rejects.toThrow()
    await expect(shop.db.orm.execute(sql`delete from order_returns`)).rejects.toThrow()
  })

  it('of a piece made for its buyer is taken only where staff say so [RETURN-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await shop.db.orm.execute(sql`insert into custom_work
      (order_id, stage, stage_at, stage_by, deposit_cents, gold_fixed, agreement, request)
      values (${order.id}, 'casting', now(), 'ann', 100, 'delivery', 'Agreed.', '')`)
    const refused = await refusal(requestReturn(shop, await buyerAsks(shop, order)))
    expect(refused.message).toContain('was made for you, so it can’t be returned')
    expect((await refusal(openedReturn(shop, order))).message).toContain('was made for this buyer')
    const taken = await openedReturn(shop, order, undefined, 'The size was our mistake.')
    expect(taken.exception).toBe('The size was our mistake.')
  })

  it('of an order without an address is told by staff themselves; no mail is queued [RETURN-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await shop.db.orm.update(orders).set({ email: null }).where(eq(orders.id, order.id))
    await openedReturn(shop, order)
    await receiveReturn(shop, await aboutReturn(shop, order))
    expect(await emailsOf(shop, order.id)).toEqual([])
    expect(await returnPage(shop, order.token, null)).toMatchObject({ canEmail: false })
  })

  it('of a disputed order is not asked for on its page [RETURN-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    await shop.db.orm
      .update(orders)
      .set({ dispute: 'open', disputeOccurredAt: shop.now() })
      .where(eq(orders.id, order.id))
    const refused = await refusal(requestReturn(shop, await buyerAsks(shop, order)))
    expect(refused.message).toContain('Your bank is looking into this payment')
  })

  it('waits in a list as long as the figure of Today [RETURN-09]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const [one, other] = [await sentOrder(shop), await sentOrder(shop)]
    const waiting = async () => (await todayPage(shop, 'bench')).returns
    expect(await waiting()).toBe(0)
    await requestReturn(shop, await buyerAsks(shop, one))
    pass(1)
    await openedReturn(shop, other)
    const list = (filter: 'waiting' | 'open' | 'closed', mode?: 'live' | 'test') =>
      listedReturns(shop, { filter, mode, page: 1 })
    expect(await waiting()).toBe(1)
    expect(await list('waiting', 'test')).toMatchObject({ total: 1, waiting: 1, pages: 1 })
    expect((await list('waiting', 'live')).total).toBe(0)
    expect((await list('open')).returns.map(({ number, state }) => [number, state])).toEqual([
      [one.number, 'asked'],
      [other.number, 'accepted'],
    ])
    expect((await list('open')).returns[0]?.pieces).toEqual([
      expect.stringMatching(/^1 × .+, Small$/),
    ])
    await receiveReturn(shop, await aboutReturn(shop, other))
    expect(await waiting()).toBe(2)
    await callOffReturn(shop, { ...(await aboutReturn(shop, one)), reason: 'Kept.' })
    expect(await waiting()).toBe(1)
    expect((await list('closed')).returns).toMatchObject([{ state: 'called off' }])
    expect((await list('closed')).waiting).toBe(1)
  })

  it('of an order that was never sent has no page, nor one that is not paid [RETURN-05]', async () => {
    const { shop } = await sellingShop(await open())
    const pending = await pendingOrder(shop)
    expect(await returnPage(shop, pending.token, confirmedBy(shop, pending))).toBeNull()
    const paid = await paidOrder(shop)
    expect((await orderPage(shop, paid.token))?.returns).toBeNull()
  })
})
