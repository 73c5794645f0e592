import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { notifyDelay } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { respondToDelay } from '#app/.server/fulfillment/commands/respond-to-delay.ts'
import { delayLink, delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { PaymentUnavailable } from '#app/.server/payments/gateway/payment-gateway.ts'
import { orderHistory } from '#app/.server/platform/db/schema.ts'
import { orderReturns } from '#app/.server/returns/queries/order-returns.ts'
import { returnPage } from '#app/.server/returns/queries/return-page.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { confirmedBy, lastReturn, sendsAnyTotal, weighedReturn } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff } from '#tests/support/staff-orders.ts'
import { deposit, paidTwice } from '#tests/support/two-payments.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { sendRefunds } from '../jobs/send-refunds.ts'
import { orderRefunds } from '../queries/order-refunds.ts'
import { previewRefund } from '../queries/preview-refund.ts'
import { type RefundOrder, refundOrder } from './refund-order.ts'

const whole = { of: 'whole' } as const
const onePiece: RefundInput = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] }

async function asked(
  shop: AppContext,
  order: { id: string },
  more: Partial<RefundOrder> = {},
): Promise<RefundOrder> {
  const input = { wish: more.wish ?? whole, payment: more.payment ?? null }
  const ofReturn = more.ofReturn ?? null
  return {
    ...(await asStaff(shop, order)),
    ...input,
    stated: (await previewRefund(shop, { id: order.id, ...input, ofReturn })).amount,
    ...{ reason: 'Returned.', note: '' },
    ...more,
  }
}

/** The same shop, whose provider answers otherwise for one payment. */
const answering = (
  shop: AppContext,
  reference: string,
  refund: NonNullable<AppContext['payments']>['refund'],
): AppContext => {
  const { payments } = shop
  if (!payments) throw new Error('the shop takes no payments')
  const answer: typeof refund = (request) =>
    request.payment === reference ? refund(request) : payments.refund(request)
  return { ...shop, payments: Object.assign(Object.create(payments), { refund: answer }) }
}

const refundsOf = (shop: AppContext, order: { id: string }) => refundsOfOrder(shop.db.orm, order.id)
const refundedTimes = async (shop: AppContext, { id }: { id: string }) =>
  (await shop.db.orm.select().from(orderHistory).where(eq(orderHistory.orderId, id))).filter(
    ({ fromState, toState }) => toState === 'refunded' && fromState !== 'refunded',
  ).length

onBothDatabases('a refund of an order with a deposit and a balance', (open) => {
  it('is of both payments, each with its credit note, and made once [REFUND-23, REFUND-04, REFUND-09]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, total, rest } = await paidTwice(shop)
    const preview = await previewRefund(shop, { id: order.id, wish: whole, payment: null })
    expect(preview).toMatchObject({
      ...{ amount: total, stays: 0, isByHand: false },
      parts: [
        { name: 'Card payment of Mar 11, 2026 (2 of 2)', amount: rest, isByHand: false },
        { name: 'Card payment of Mar 11, 2026 (1 of 2)', amount: deposit, isByHand: false },
      ],
    })
    const form = await asked(shop, order)
    const made = await Promise.all([refundOrder(shop, form), refundOrder(shop, form)])
    const again = await refundOrder(shop, form)
    for (const refund of [...made, again]) {
      expect(refund).toMatchObject({ id: made[0].id, amountCents: total })
      expect(refund.parts).toHaveLength(2)
    }
    expect(again).toMatchObject({ state: 'succeeded' })
    const refunds = await refundsOf(shop, order)
    expect(refunds).toMatchObject([
      {
        key: form.key,
        reference: `balance-${order.id}`,
        amountCents: rest,
        lines: [{ quantity: 1 }],
      },
      { key: `${form.key}:2`, reference: `deposit-${order.id}`, lines: [{ quantity: 0 }] },
    ])
    expect(refunds.map(creditNoteOf)).toEqual(['CN-TEST-2026-0001', 'CN-TEST-2026-0002'])
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.state).toBe('refunded')
    expect(balance).toMatchObject({ refunded: total, due: 0, refundable: 0 })
    expect(await refundedTimes(shop, order)).toBe(1)
    const { lines, payments } = await orderRefunds(shop, order.id)
    expect(lines).toMatchObject([{ left: 0, lighter: 0 }])
    expect(payments).toEqual([])
    expect(await orderFindings(shop.db.orm)).toEqual([])
    // Whatever is refunded of a part, another form finds nothing left.
    const other = { ...form, ...(await asStaff(shop, order)) }
    expect((await refusal(refundOrder(shop, other))).message).toContain(
      'Nothing is left to refund from this payment',
    )
  })

  it('says in the credit note and the email of the second part that it is the rest of the price [REFUND-23, REFUND-11]', async () => {
    const { shop } = await sellingShop(await open())
    const { order } = await paidTwice(shop)
    const [line] = await linesOfOrder(shop.db.orm, order.id)
    const { parts } = await refundOrder(shop, await asked(shop, order))
    const papers = parts.map(async (part) => {
      const file = `${creditNoteOf(part)}.pdf`
      const pdf = await documentForStaff(shop, { id: order.id, file })
      return (await readPdf(pdf?.pdf ?? Buffer.from(''))).words
    })
    const [first = '', second = ''] = await Promise.all(papers)
    expect(first).not.toContain('rest of the price')
    expect(second).toContain(`${line?.name} ${line?.size} (rest of the price)`)
    await sendEmail(shop)
    const texts = (await orderEmails(shop, order.id))
      .filter(({ kind }) => kind === 'order-refunded-buyer')
      .map(({ text }) => text ?? '')
    expect(texts).toHaveLength(2)
    expect(texts.filter((text) => text.includes(`1 × ${line?.name}`))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('rest of the price'))).toHaveLength(1)
    expect(texts.join('\n')).not.toMatch(/^0 ×/m)
    expect((await orderPage(shop, order.token))?.toldOfMoney).toContain('We refunded all of it.')
  })

  it('takes a sum that is more than one payment has; one that is named says what it has left [REFUND-23, REFUND-20]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, total, rest } = await paidTwice(shop)
    const sum = { of: 'sum', amount: cents(rest + 100) } as const
    const named = { id: order.id, wish: sum, payment: `deposit-${order.id}` }
    expect((await refusal(previewRefund(shop, named))).message).toBe(
      'This payment has $990.65 left. Choose all payments, or refund an amount from each. Nothing was refunded.',
    )
    await refundOrder(shop, await asked(shop, order, { wish: sum }))
    expect(await refundsOf(shop, order)).toMatchObject([
      { reference: `balance-${order.id}`, amountCents: rest },
      { reference: `deposit-${order.id}`, amountCents: 100 },
    ])
    const more = { of: 'sum', amount: cents(deposit) } as const
    const left = `$${((deposit - 100) / 100).toFixed(2)}`
    expect(
      (await refusal(previewRefund(shop, { id: order.id, wish: more, payment: null }))).message,
    ).toContain(`$990.65 is more than the ${left} that can still be refunded.`)
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({
      refundable: total - rest - 100,
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('stores both parts before it is sent: one without an answer is sent by the job, one refused is still owed [REFUND-23, REFUND-04, REFUND-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { order, total, rest } = await paidTwice(shop)
    const silent = answering(shop, `balance-${order.id}`, async () => {
      throw new PaymentUnavailable('no answer')
    })
    const form = await asked(shop, order)
    expect(await refundOrder(silent, form)).toMatchObject({
      ...{ state: 'requested', amountCents: total },
      parts: [{ state: 'requested' }, { state: 'succeeded' }],
    })
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    pass(2)
    expect(await sendRefunds(shop)).toBe(1)
    expect((await storedOrder(shop, order.id)).order.state).toBe('refunded')
    expect(await refundedTimes(shop, order)).toBe(1)

    const { order: second } = await paidTwice(shop)
    const refusing = answering(shop, `balance-${second.id}`, async () => ({
      refused: 'It is too old.',
    }))
    expect(await refundOrder(refusing, await asked(shop, second))).toMatchObject({
      state: 'refused',
      parts: [{ state: 'refused', problem: 'It is too old.' }, { state: 'succeeded' }],
    })
    const { order: held, balance } = await storedOrder(shop, second.id)
    expect(held.holdReason).toContain('The buyer is still owed it.')
    expect(balance).toMatchObject({ refunded: deposit, due: -rest })
    await refundOrder(shop, await asked(shop, second))
    expect((await storedOrder(shop, second.id)).order).toMatchObject({
      state: 'refunded',
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('hands back by hand the part that was paid by hand, and ends as refunded once [REFUND-23, REFUND-13, SALE-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { order, total, rest } = await paidTwice(shop, { byHand: true })
    expect(await previewRefund(shop, { id: order.id, wish: whole, payment: null })).toMatchObject({
      ...{ amount: total, isByHand: false },
      parts: [
        { name: 'Card payment of Mar 11, 2026', amount: rest, isByHand: false },
        { name: 'Cash payment of Mar 11, 2026', amount: deposit, isByHand: true },
      ],
    })
    const done = await refundOrder(shop, await asked(shop, order))
    expect(done.parts).toMatchObject([
      { provider: 'test', state: 'succeeded' },
      { provider: 'hand', state: 'succeeded' },
    ])
    expect((await storedOrder(shop, order.id)).order.state).toBe('refunded')
    expect(await refundedTimes(shop, order)).toBe(1)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('ends a return as refunded, with the sum of both parts [REFUND-23, RETURN-08]', async () => {
    const { shop } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    const { order, total } = await paidTwice(shop)
    await recordShipment(shop, {
      ...(await readyToSend(shop, order)),
      ...{ carrier: 'ups', tracking: '1Z999AA10123456784' },
    })
    const { id } = await weighedReturn(shop, order)
    const form = await asked(shop, order, { wish: onePiece, ofReturn: id })
    expect(form.stated).toBe(total)
    const [one, other] = await Promise.all([
      refundOrder(shop, form),
      refundOrder(shop, { ...form, key: `${form.key}-of-another-tab` }),
    ])
    expect(other.id).toBe(one.id)
    expect(await lastReturn(shop, order)).toMatchObject({ state: 'refunded', refundId: one.id })
    const [first, second] = await refundsOf(shop, order)
    expect(first?.key).toBe(`return-${id}`)
    expect(second?.key).toBe(`return-${id}:2`)
    expect((await orderReturns(shop, order.id))?.returns).toMatchObject([
      { refund: { amount: total, state: 'succeeded' } },
    ])
    const page = await returnPage(shop, order.token, confirmedBy(shop, order))
    expect(page?.returns).toMatchObject([{ state: 'refunded', refunded: total }])
    expect(page?.pieces).toEqual([])
    expect((await storedOrder(shop, order.id)).order.state).toBe('refunded')
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('after a delay is of all payments, or of none where staff took one of them [REFUND-24, DELAY-04]', async () => {
    const { shop } = await sellingShop(await open())
    const cancels = async (order: { id: string }) => {
      const { order: now } = await storedOrder(shop, order.id)
      const shipBy = '2026-05-20'
      const reason = 'The mold broke.'
      await notifyDelay(shop, { ...(await seenByStaff(shop, now)), shipBy, reason })
      const [notice] = await delaysOfOrder(shop.db.orm, order.id)
      await respondToDelay(shop, delayLink(shop, notice?.id ?? '', now), 'cancel')
    }
    const { order, rest } = await paidTwice(shop)
    await cancels(order)
    expect(await refundsOf(shop, order)).toMatchObject([
      { amountCents: rest, state: 'succeeded', lines: [{ quantity: 1 }] },
      { amountCents: deposit, state: 'succeeded', lines: [{ quantity: 0 }] },
    ])
    expect((await storedOrder(shop, order.id)).order.state).toBe('refunded')

    const { order: mixed, total } = await paidTwice(shop, { byHand: true })
    await cancels(mixed)
    expect(await refundsOf(shop, mixed)).toEqual([])
    expect((await storedOrder(shop, mixed.id)).order.holdReason).toContain(
      'automatically. Please refund the money.',
    )
    expect(await refundOrder(shop, await asked(shop, mixed))).toMatchObject({ amountCents: total })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
