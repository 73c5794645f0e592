import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { emailOutbox, orders, type SingleOrderEmailKind } from '#app/.server/platform/db/schema.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { formatArrival } from '#app/domain/fulfillment/arrival.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { sendEmail } from './jobs/send-emails.ts'
import { unsentEmails } from './queries/order-emails.ts'

const two = { productId: '7', size: 'Small', quantity: 2 }

/** The texts of the emails of a kind, oldest first. */
async function textsOf(shop: AppContext, kind: SingleOrderEmailKind): Promise<string[]> {
  await sendEmail(shop)
  const found = await shop.db.orm
    .select({ text: emailOutbox.text, html: emailOutbox.html })
    .from(emailOutbox)
    .where(eq(emailOutbox.kind, kind))
    .orderBy(emailOutbox.createdAt)
  for (const { text, html } of found) {
    const read = (html ?? '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    const inHtml = read.replace(/\s+/g, ' ').toLowerCase()
    for (const line of (text ?? '').split('\n').filter((each) => /^[\w ×,./:$()-]+$/.test(each))) {
      if (!line.startsWith('http'))
        expect(inHtml).toContain(line.replace(/:$/, '').replace(/\s+/g, ' ').trim().toLowerCase())
    }
  }
  return found.map(({ text }) => text ?? '')
}

let keys = 0
async function refunds(shop: AppContext, id: string, input: RefundInput): Promise<void> {
  const { revision } = (await storedOrder(shop, id)).order
  const { amount: stated } = await previewRefund(shop, { id, wish: input, payment: null })
  keys += 1
  await refundOrder(shop, {
    ...{
      id,
      by: 'ann@example.com',
      revision,
      key: `refund-${keys}`,
      payment: null,
      wish: input,
      stated,
    },
    ...{ reason: 'The clasp broke.', note: '', requireFresh: async () => {} },
  })
}

const takesCash = async (shop: AppContext, order: { id: string }, amount: number) =>
  recordOfflinePayment(shop, {
    ...(await asStaff(shop, order)),
    ...{ kind: 'cash', amount: cents(amount) },
    ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
  })

async function sentOrder(shop: AppContext) {
  await sendsAnyTotal(shop)
  const order = await paidOrder(shop)
  const ups = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const
  await recordShipment(shop, { ...(await readyToSend(shop, order)), ...ups })
  return order
}

onBothDatabases('the mails to a buyer', (open) => {
  it('that confirm an order say when it ships and arrives, as its page does [MAIL-20]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const page = await orderPage(shop, order.token)
    if (!page?.shipBy || !page.arrival) throw new Error('the page says no day')
    const [text] = await textsOf(shop, 'order-paid-buyer')
    expect(text).toContain(
      `Ships by ${formatDay(page.shipBy)}. Arrives about ${formatArrival(page.arrival)}.`,
    )
  })

  it('of a refund name each piece and part with its sum, and where the money goes, in text and HTML alike [REFUND-11]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const pending = await pendingOrder(shop, [two])
    await applyPaymentEvent(shop, payment(pending))
    const { id } = pending
    for (const input of [
      { of: 'lines', quantities: [{ position: 0, quantity: 1 }] },
      { of: 'sum', amount: cents(100_00) },
      { of: 'whole' },
    ] satisfies RefundInput[]) {
      await refunds(shop, id, input)
      pass(1)
    }
    const [line, sum, rest] = await textsOf(shop, 'order-refunded-buyer')
    const card = 'To: the card or wallet you paid with'
    expect(line).toMatch(
      /REFUND DETAILS\n\n1 × .+, Small.*: \$2,596\.00\nRefunded: \$2,596\.00\nTo:/,
    )
    expect(sum).toContain(`Part of the price of the goods: $100.00\nRefunded: $100.00\n${card}\n`)
    expect(rest).toContain(`Refunded: $2,496.00\n${card}\n`)

    const cash = await madeOrder(shop, { tax: 'rate', taxRate: '10', taxState: 'WA' })
    await takesCash(shop, cash, 1_705_00)
    await refunds(shop, cash.id, { of: 'whole' })
    const byHand = (await textsOf(shop, 'order-refunded-buyer')).at(-1)
    expect(byHand).toMatch(
      /1 × Custom ring, size 7, .*: \$1,550\.00\nSales tax \(WA\): \$155\.00\nRefunded: \$1,705\.00\nTo: you, from us directly: you paid in cash\n/,
    )
  })

  it('of a refund before the order is all paid do not say that it was beyond the total [MAIL-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await takesCash(shop, order, 500_00)
    await refunds(shop, order.id, { of: 'sum', amount: cents(500_00) })
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    const [text] = await textsOf(shop, 'order-refunded-buyer')
    expect(text).toContain('Of what you paid so far: $500.00\n')
    expect(text).not.toContain('beyond the total')
  })

  it('greet by first name; the gift note is in the confirmation and in the mail to staff alone, and no name is guessed of a gift [MAIL-08]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const plain = await sentOrder(shop)
    pass(1)
    const gift = await pendingOrder(shop)
    await shop.db.orm
      .update(orders)
      .set({ giftNote: 'For you.\nBob' })
      .where(eq(orders.id, gift.id))
    await applyPaymentEvent(shop, payment(gift))
    const [first, second] = await textsOf(shop, 'order-paid-buyer')
    expect(first).toMatch(/Hello Ada,\n\nThank you\./)
    expect(first).not.toContain('GIFT NOTE')
    expect(second).toMatch(/Hello,\n\nThank you\./)
    expect(second).toContain('GIFT NOTE\n\nFor you.\nBob')
    expect((await textsOf(shop, 'order-paid-staff'))[1]).toContain('GIFT NOTE\n\nFor you.\nBob')
    expect((await textsOf(shop, 'order-fulfilled-buyer'))[0]).toContain('Hello Ada,')
    await refunds(shop, gift.id, { of: 'whole' })
    expect((await textsOf(shop, 'order-refunded-buyer'))[0]).not.toContain('For you.')
    expect((await storedOrder(shop, plain.id)).order.giftNote).toBeNull()
  })

  it('are none for a walk-in without an email address, and nothing of it counts as failed [MAIL-09]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { email: '' })
    await takesCash(shop, order, 50_00)
    await takesCash(shop, order, 1_500_00)
    await sendEmail(shop)
    const emails = await shop.db.orm
      .select({ kind: emailOutbox.kind, state: emailOutbox.state })
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, order.id))
    expect(emails.map(({ kind }) => kind).sort()).toEqual(['order-paid-staff', 'order-part-staff'])
    expect(await unsentEmails(shop)).toMatchObject({ failed: 0 })
  })

  it('say once that all of it was delivered, with the day, and the page of the order says so [DELIVERED-01, DELIVERED-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const moves = async (to: 'sent' | 'delivered') =>
      changeStep(shop, { ...(await seenByStaff(shop, order)), to })
    expect((await orderPage(shop, order.token))?.delivered).toBeNull()
    await moves('delivered')
    const at = shop.now()
    expect((await orderPage(shop, order.token))?.delivered).toEqual({ at })
    // Marked by mistake: nobody is written to.
    pass(4)
    expect(await textsOf(shop, 'order-delivered-buyer')).toEqual([''])
    await moves('sent')
    expect(await textsOf(shop, 'order-delivered-buyer')).toEqual([])
    await moves('delivered')
    await moves('delivered')
    pass(6)
    const [text] = await textsOf(shop, 'order-delivered-buyer')
    expect(text).toContain(`Hello Ada,\n\nOrder ${order.number} was delivered on Wed, Mar 11.`)
    expect(text).toContain('UPS 1Z999AA10123456784')
    await moves('sent')
    await moves('delivered')
    expect(await textsOf(shop, 'order-delivered-buyer')).toHaveLength(1)
  })
})
