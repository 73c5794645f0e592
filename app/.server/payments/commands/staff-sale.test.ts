import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { createDraftOrder } from '#app/.server/draft-orders/commands/create-draft-order.ts'
import { fixGold } from '#app/.server/draft-orders/commands/fix-gold.ts'
import { moveStage } from '#app/.server/draft-orders/commands/move-stage.ts'
import { priceDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { notifyDelay } from '#app/.server/fulfillment/commands/notify-delay.ts'
import { respondToDelay } from '#app/.server/fulfillment/commands/respond-to-delay.ts'
import { delayLink, delaysOfOrder } from '#app/.server/fulfillment/delays.ts'
import { delayPage } from '#app/.server/fulfillment/queries/delay-page.ts'
import { creditNoteOf } from '#app/.server/ledger/refunds.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import {
  customWork,
  form8300Filings,
  offlinePayments,
  paymentRequestLinks,
} from '#app/.server/platform/db/draft-order-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import {
  type DraftOrderFormInput,
  draftOrderForm,
} from '#app/contracts/draft-orders/draft-order.ts'
import { cents } from '#app/domain/money/cents.ts'
import { plusBusinessDays } from '#app/domain/time/business-days.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import {
  asStaff,
  madeOrder,
  paysByLink,
  saleOf,
  statedFor,
  submittedOrder,
  tokenOf,
} from '#tests/support/staff-orders.ts'
import { paymentRequestPage } from '../queries/payment-request-link.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { cancelOrder, staffCancelOrder } from './cancel-order.ts'
import { closeVoidOrders } from './close-void-orders.ts'
import { expireOrders } from './expire-orders.ts'
import { fileForm8300 } from './file-form-8300.ts'
import { openPaymentRequestLink } from './open-payment-request-link.ts'
import { recordOfflinePayment } from './record-offline-payment.ts'
import { closePaymentRequestLink, sendPaymentRequestLink } from './send-payment-request-link.ts'

const day = 24 * 60
const by = 'ann@example.com'

const hand = (amount: number, more: Partial<DraftOrderFormInput<'record-payment'>> = {}) => ({
  kind: 'cash' as const,
  amount: cents(amount),
  payer: 'Ada Buyer',
  reference: '',
  receivedOn: '2026-03-11',
  form8300: 'yes' as const,
  ...more,
})
const link = (kind: 'whole' | 'deposit' | 'balance', days = 7) => ({
  kind,
  days,
})

const takes = async (shop: AppContext, order: { id: string }, amount: number, more = {}) =>
  recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...hand(amount), ...more })
const links = async (
  shop: AppContext,
  order: { id: string },
  kind: 'whole' | 'deposit' | 'balance',
  days = 7,
) => sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), ...link(kind, days) })
const fixes = async (shop: AppContext, order: { id: string }) => {
  const goldPrice = (await saleOf(shop, order)).records[0]?.id ?? 0
  return fixGold(shop, { ...(await asStaff(shop, order)), goldPrice })
}
const stateOf = async (shop: AppContext, token: string) =>
  (await paymentRequestPage(shop, token))?.state

async function findings(shop: AppContext): Promise<string[]> {
  expect(await checkRecords(shop)).toBe('done')
  return (await lastCheck(shop.db.orm))?.findings ?? ['not checked']
}

const custom = (goldFixed: 'deposit' | 'delivery', deposit = '40%') => ({
  custom: 'yes',
  deposit,
  goldFixed,
  request: 'A plain ring.',
})

onBothDatabases('an order that staff make', (open) => {
  it('is priced as the web prices, at the price they chose, and is one however often it is sent [SALE-01, SALE-02]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const input = await submittedOrder(shop, {
      rows: '2',
      'line-0-grams': '14.7',
      'line-0-fee': '333.33',
      'line-0-quantity': '3',
    })
    const [known] = (await linesOfOrder(shop.db.orm, (await pendingOrder(shop)).id)) ?? []
    input['line-1-piece'] = `${known?.name}, ${known?.size}`
    await goldBecomes('201.1234')
    const wish = draftOrderForm.parse(input)
    const stated = await statedFor(shop, wish)
    const asked = { wish, by, stated }
    const made = await Promise.all([createDraftOrder(shop, asked), createDraftOrder(shop, asked)])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    const { order, history, events } = await storedOrder(shop, made[0].id)
    const lines = await linesOfOrder(shop.db.orm, order.id)
    // 14.7 × 130 = 1911.00, + 333.33, × 3; and the piece as on the web at 130.
    expect(lines.map((line) => line.lineTotalCents)).toEqual([673_299, known?.lineTotalCents])
    expect(lines[1]).toMatchObject({ productId: known?.productId, pricePerGram: '130.0000' })
    expect(order).toMatchObject({
      state: 'pending',
      origin: 'staff',
      madeBy: by,
      totalCents: 673_299 + (known?.lineTotalCents ?? 0),
      email: 'Ada.Buyer+Gold@example.com',
    })
    expect(history.map(({ by }) => by)).toEqual([by])
    expect(events.map(({ action }) => action)).toEqual(['order.made_by_staff'])
    const changed = await refusal(
      createDraftOrder(shop, {
        wish: draftOrderForm.parse(await submittedOrder(shop)),
        by,
        stated,
      }),
    )
    expect(changed).toMatchObject({ code: 'shown_changed', status: 409 })
  })

  it('is refused at a price that was withdrawn, with a piece that is not sold, and while the shop sells nothing [SALE-02]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const input = await submittedOrder(shop)
    const wish = draftOrderForm.parse(input)
    await goldBecomes('131')
    await withdrawGoldPrice(shop, {
      from: wish.goldPriceId,
      until: wish.goldPriceId,
      by,
      reason: 'Wrong.',
    })
    expect(await refusal(priceDraftOrder(shop, wish))).toMatchObject({ code: 'price_not_accepted' })
    const unknown = draftOrderForm.parse(
      await submittedOrder(shop, { 'line-0-grams': '', 'line-0-fee': '' }),
    )
    expect((await refusal(priceDraftOrder(shop, unknown))).message).toContain(
      'isn’t in the catalog',
    )
    await stopSelling(shop, { by, message: '' })
    expect((await refusal(madeOrder(shop))).code).toBe('selling_stopped')
  })

  it('has the tax that staff agreed to, to the cent, from the first link to the receipt [SALE-03]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { tax: 'rate', taxRate: '10.35', taxState: 'wa' })
    // 1550.00 × 10.35 % = 160.425
    expect(order).toMatchObject({ totalCents: 155_000, taxCents: 16_043, taxState: 'WA' })
    await takes(shop, order, 171_043, { kind: 'check', reference: 'No. 1204' })
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid.state).toBe('paid')
    expect(balance).toMatchObject({ due: 0, paid: 171_043, sold: { goods: 155_000, tax: 16_043 } })
    const receipt = await documentForStaff(shop, { id: order.id, file: 'receipt.pdf' })
    const { words } = await readPdf(receipt?.pdf ?? Buffer.from(''))
    expect(words).toContain('Sales tax (WA) $160.43')
    expect(words).toContain('Received by check')
    expect(await findings(shop)).toEqual([])
  })

  it('does not send a link that ended before, and counts it as no failure [SALE-14]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await links(shop, order, 'whole')
    await takes(shop, order, 155_000)
    await sendEmail(shop)
    const email = (await orderEmails(shop, order.id)).find(({ kind }) => kind === 'order-pay-buyer')
    expect(email).toMatchObject({
      state: 'kept',
      lastError: expect.stringContaining('no longer needed'),
    })
    const [copy] = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.state, 'failed'))
    expect(copy).toBeUndefined()
  })

  it('calls its total paid once it is [SALE-13]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { tax: 'rate', taxRate: '10.35', taxState: 'wa' })
    await links(shop, order, 'whole')
    const lastEmail = async () => {
      await sendEmail(shop)
      return (await orderEmails(shop, order.id)).map(({ text }) => text).join('\n')
    }
    const asked = await lastEmail()
    expect(asked).toMatch(/Sales tax \(WA\)\n.+\$160\.43\n +Total +\$1,710\.43/)
    expect(asked).not.toContain('Total paid')
    await takes(shop, order, 171_043)
    expect(await lastEmail()).toMatch(/ Total paid +\$1,710\.43/)
  })

  it('asks who it is above $1,000 by hand, however many are recorded at once [FRESH-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    const requireFresh = () => Promise.reject(new AppError('fresh', 403, 'who are you'))
    const { revision } = await asStaff(shop, order)
    const one = async () => ({ ...(await asStaff(shop, order)), ...hand(60_000), revision })
    const asked = [await one(), await one(), await one()]
    const made = await Promise.allSettled(
      asked.map((each) => recordOfflinePayment(shop, { ...each, requireFresh })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(takes(shop, order, 60_000, { requireFresh })).rejects.toThrow('who are you')
    expect(await saleOf(shop, order)).toMatchObject({ received: 60_000 })
  })

  it('is paid by hand in several payments, each by name, and once however often it is pressed [SALE-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    const first = { ...(await asStaff(shop, order)), ...hand(50_000) }
    await Promise.all([recordOfflinePayment(shop, first), recordOfflinePayment(shop, first)])
    expect(await saleOf(shop, order)).toMatchObject({ received: 50_000, left: 105_000 })
    // A colleague who still saw the order as it was.
    const stale = await refusal(
      recordOfflinePayment(shop, {
        ...first,
        key: 'another-key-of-a-colleague',
        by: 'ben@example.com',
      }),
    )
    expect(stale).toMatchObject({ code: 'order_changed', status: 409 })
    expect((await refusal(takes(shop, order, 105_001))).message).toContain('$1,050.00')
    await takes(shop, order, 100_000, { kind: 'wire', reference: 'FED 1' })
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    await takes(shop, order, 5_000)
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid).toMatchObject({ state: 'paid', step: 'paid' })
    expect(balance).toMatchObject({ due: 0, paid: 155_000 })
    expect((await refusal(takes(shop, order, 100))).code).toBe('order_moved')
    const taken = await shop.db.orm.select().from(offlinePayments)
    expect(taken.map(({ kind, payer, by }) => [kind, payer, by])).toEqual([
      ['cash', 'Ada Buyer', by],
      ['wire', 'Ada Buyer', by],
      ['cash', 'Ada Buyer', by],
    ])
    const receipt = await documentForStaff(shop, { id: order.id, file: 'receipt.pdf' })
    const { words } = await readPdf(receipt?.pdf ?? Buffer.from(''))
    for (const said of ['Received in cash', 'Received by wire', '$1,000.00', 'Balance $0.00']) {
      expect(words).toContain(said)
    }
    expect(await findings(shop)).toEqual([])
  })

  it('takes no payment by hand on an order of the web [SALE-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    expect((await refusal(takes(shop, order, 100))).code).toBe('not_made_by_staff')
    const paid = await paidOrder(shop)
    expect(paid.state).toBe('paid')
  })

  it('is paid by its link, once, no matter who presses how often [SALE-05, SALE-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    const asked = { ...(await asStaff(shop, order)), ...link('whole') }
    await Promise.all([sendPaymentRequestLink(shop, asked), sendPaymentRequestLink(shop, asked)])
    expect(await shop.db.orm.select().from(paymentRequestLinks)).toHaveLength(1)
    const emails = await shop.db.orm.select().from(emailOutbox)
    expect(emails.map(({ kind }) => kind)).toEqual(['order-pay-buyer'])
    const token = await tokenOf(shop, order)
    const another = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    expect(await paymentRequestPage(shop, another)).toBeNull()
    const pages = await Promise.all([
      openPaymentRequestLink(shop, token),
      openPaymentRequestLink(shop, token),
    ])
    expect(new Set(pages).size).toBe(1)
    expect(await openPaymentRequestLink(shop, token)).toBe(pages[0])
    expect((await paysByLink(shop, token)).outcome).toBe('paid')
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid).toMatchObject({ state: 'paid', email: 'Ada.Buyer+Gold@example.com' })
    expect(balance).toMatchObject({ due: 0, paid: 155_000 })
    expect(await stateOf(shop, token)).toBe('paid')
    expect(await openPaymentRequestLink(shop, token)).toBeNull()
    expect(await findings(shop)).toEqual([])
  })

  it('is not paid by a link that has ended, was taken back, or whose price was withdrawn, nor while the shop sells nothing [SALE-06]', async () => {
    const { shop, pass, goldBecomes } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await links(shop, order, 'whole', 1)
    const first = await tokenOf(shop, order)
    await stopSelling(shop, { by, message: '' })
    expect(await stateOf(shop, first)).toBe('stopped')
    expect(await openPaymentRequestLink(shop, first)).toBeNull()
    await resumeSelling(shop, { by })
    expect(await openPaymentRequestLink(shop, first)).not.toBeNull()
    await stopSelling(shop, { by, message: '' })
    await closeVoidOrders(shop)
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'pending',
      paymentUrl: null,
    })
    await resumeSelling(shop, { by })
    pass(day)
    expect(await stateOf(shop, first)).toBe('over')
    await links(shop, order, 'whole')
    expect(await stateOf(shop, first)).toBe('replaced')
    const second = await tokenOf(shop, order)
    await closePaymentRequestLink(shop, { ...(await asStaff(shop, order)) })
    expect(await stateOf(shop, second)).toBe('replaced')
    await links(shop, order, 'whole')
    const third = await tokenOf(shop, order)
    await goldBecomes('131')
    const from = order.goldPriceId ?? 0
    await withdrawGoldPrice(shop, { from, until: from, by, reason: 'Wrong.' })
    expect(await stateOf(shop, third)).toBe('price withdrawn')
    expect(await openPaymentRequestLink(shop, third)).toBeNull()
    expect((await refusal(links(shop, order, 'whole'))).message).toContain('withdrawn')
    await closeVoidOrders(shop)
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    pass(7 * day)
    expect(await expireOrders(shop)).toBe(1)
  })

  it('keeps a deposit, and takes the balance at the price that was fixed with it [SALE-05, SALE-08, SALE-09]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    const order = await madeOrder(shop, custom('deposit'))
    expect((await saleOf(shop, order)).depositLeft).toBe(62_000)
    const early = await refusal(moveStage(shop, { ...(await asStaff(shop, order)), to: 'design' }))
    expect(early.status).toBe(422)
    await moveStage(shop, { ...(await asStaff(shop, order)), to: 'quoted' })
    const unpaid = await refusal(
      moveStage(shop, { ...(await asStaff(shop, order)), to: 'deposit' }),
    )
    expect(unpaid.message).toContain('$620.00')
    await links(shop, order, 'deposit')
    expect((await paysByLink(shop, await tokenOf(shop, order))).outcome).toBe('paid')
    expect((await adminOrder(shop, order.id))?.custom?.stage).toBe('deposit')
    expect(await findings(shop)).toEqual([])
    // Long after the price was held: the deposit has fixed it.
    pass(90 * day)
    await goldBecomes('201')
    expect(await expireOrders(shop)).toBe(0)
    await links(shop, order, 'balance')
    await paysByLink(shop, await tokenOf(shop, order))
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid.state).toBe('paid')
    expect(balance).toMatchObject({ paid: 155_000, due: 0 })
    expect(await findings(shop)).toEqual([])
  })

  it('takes the balance of the total at the price of the day it is ready, less what was paid [SALE-09]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const order = await madeOrder(shop, custom('delivery'))
    expect(order.goldPriceId).toBeNull()
    await links(shop, order, 'deposit')
    await paysByLink(shop, await tokenOf(shop, order))
    await takes(shop, order, 93_000)
    // All of the estimate is paid, and yet nobody knows the total.
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    expect((await saleOf(shop, order)).canAsk).toEqual([])
    await goldBecomes('150.0005')
    expect(await fixes(shop, order)).toContain('$200.01 is left')
    const again = await refusal(
      fixGold(shop, { ...(await asStaff(shop, order)), goldPrice: order.goldPriceId ?? 1 }),
    )
    expect(again).toMatchObject({ code: 'gold_fixed', status: 409 })
    await takes(shop, order, 20_001)
    const { order: paid, balance } = await storedOrder(shop, order.id)
    // 10 g × 150.0005 = 1500.005, rounded once, + 250.
    expect(paid).toMatchObject({ state: 'paid', totalCents: 175_001 })
    expect(balance).toMatchObject({ paid: 175_001, due: 0 })
    expect(await findings(shop)).toEqual([])
  })

  it('owes the buyer what a deposit is above the total, where gold has fallen [SALE-09]', async () => {
    const { shop, goldBecomes } = await sellingShop(await open())
    const order = await madeOrder(shop, custom('delivery', '1500'))
    await takes(shop, order, 150_000)
    await goldBecomes('110')
    await fixes(shop, order)
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid).toMatchObject({ state: 'paid', totalCents: 135_000 })
    expect(balance).toMatchObject({ due: -15_000 })
    expect(await findings(shop)).toEqual([])
  })

  it('refuses a deposit above the total, and a second price for gold that is fixed [SALE-08]', async () => {
    const { shop } = await sellingShop(await open())
    const input = draftOrderForm.parse(await submittedOrder(shop, custom('deposit', '1550.01')))
    const refused = await refusal(priceDraftOrder(shop, input))
    expect(refused.message).toContain('more than the $1,550.00 total')
    const order = await madeOrder(shop, custom('deposit', '1550'))
    expect(
      (await refusal(fixGold(shop, { ...(await asStaff(shop, order)), goldPrice: 1 }))).code,
    ).toBe('gold_fixed')
    await expect(
      shop.db.orm
        .update(customWork)
        .set({ depositCents: 1 })
        .where(eq(customWork.orderId, order.id)),
    ).rejects.toThrow()
  })

  it('gives back by hand what was taken by hand, and asks no provider [SALE-07, SALE-12]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await takes(shop, order, 155_000)
    const refund = async (amount: number, key: string) =>
      refundOrder(shop, {
        ...(await asStaff(shop, order)),
        key,
        payment: null,
        wish: { of: 'sum', amount: cents(amount) },
        stated: cents(amount),
        reason: 'The ring is too small.',
        note: '',
        requireFresh: async () => {},
      })
    const done = await refund(55_000, 'refund-key-one-of-two')
    expect(done).toMatchObject({ state: 'succeeded', provider: 'hand' })
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({ refunded: 55_000 })
    await refund(100_000, 'refund-key-two-of-two')
    const file = `${creditNoteOf(done)}.pdf`
    const note = await documentForStaff(shop, { id: order.id, file })
    const { words } = await readPdf(note?.pdf ?? Buffer.from(''))
    expect(words).toContain('Refunded $550.00')
    expect(words).toContain('You paid us directly, so we’ll refund you directly.')
    expect(words).not.toMatch(/hand_|original payment method/)
    await sendEmail(shop)
    const emails = (await orderEmails(shop, order.id))
      .filter(({ kind }) => kind === 'order-refunded-buyer')
      .map(({ text }) => text)
      .join('\n')
    expect(emails).toContain(
      `We’re refunding $550.00 for order ${order.number}. You paid us directly, so we’ll refund you directly.`,
    )
    expect(emails).not.toContain('original payment method')
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.state).toBe('refunded')
    expect(balance).toMatchObject({ refunded: 155_000, due: 0 })
    expect(await findings(shop)).toEqual([])
  })

  it('says on the page of a delay how the money goes back [SALE-12]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await takes(shop, order, 155_000)
    const byCard = await paidOrder(shop)
    const reason = 'The mold broke.'
    for (const { id } of [order, byCard]) {
      const { order: now } = await storedOrder(shop, id)
      const shipBy = plusBusinessDays(now.shipBy ?? '', 30)
      await notifyDelay(shop, { ...(await seenByStaff(shop, now)), shipBy, reason })
      const [notice] = await delaysOfOrder(shop.db.orm, id)
      const link = delayLink(shop, notice?.id ?? '', now)
      await respondToDelay(shop, link, 'cancel')
      expect(await delayPage(shop, link)).toMatchObject({
        status: 'canceled',
        isPaidByHand: id === order.id,
      })
    }
  })

  it('is canceled by staff with its link; a payment that comes after that is held for them [SALE-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom('deposit'))
    await links(shop, order, 'deposit')
    const token = await tokenOf(shop, order)
    const url = await openPaymentRequestLink(shop, token)
    const session = url?.slice(url.lastIndexOf('/') + 1) ?? ''
    await staffCancelOrder(shop, { ...(await asStaff(shop, order)), reason: 'The buyer asked.' })
    expect(await stateOf(shop, token)).toBe('canceled')
    const cancelled = (await storedOrder(shop, order.id)).order
    await applyPaymentEvent(
      shop,
      payment(cancelled, { about: { session, orderId: order.id }, amount: cents(62_000) }),
    )
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after).toMatchObject({ state: 'cancelled' })
    expect(after.holdReason).toContain('arrived after the order had been canceled')
    expect(balance).toMatchObject({ paid: 62_000, due: -62_000 })
    expect(
      await cancelOrder(shop, order.id, { actor: 'system', by: 'a test', why: 'Again.' }),
    ).toBe('cancelled')
  })

  it('books a payment once that is reported twice, and one too many as owed to the buyer [SALE-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom('deposit'))
    const event = payment(order, {
      about: { orderId: order.id },
      amount: cents(62_000),
      reference: 'pi_deposit',
    })
    expect((await applyPaymentEvent(shop, event)).outcome).toBe('updated')
    expect((await applyPaymentEvent(shop, { ...event, id: 'asked-for' })).outcome).toBe('ignored')
    const second = { ...event, id: 'second', reference: 'pi_second', amount: cents(100_000) }
    expect((await applyPaymentEvent(shop, second)).outcome).toBe('applied')
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid.state).toBe('paid')
    expect(balance).toMatchObject({ paid: 162_000, due: -7_000 })
    // What is refunded of the first payment is known as the order's own.
    const refunded = await applyPaymentEvent(shop, {
      ...{ ...event, id: 'refund-1', parts: undefined },
      type: 'refund succeeded',
      reference: 'pi_deposit',
      amount: cents(7_000),
      object: 're_1',
      occurredAt: shop.now(),
    } as Parameters<typeof applyPaymentEvent>[1])
    expect(refunded.outcome).toBe('updated')
    expect((await storedOrder(shop, order.id)).balance).toMatchObject({ due: 0, refunded: 7_000 })
    expect(await findings(shop)).toEqual([])
  })

  it('knows a refund of a deposit that is reported before the deposit itself [SALE-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, custom('deposit'))
    const event = payment(order, {
      about: { orderId: order.id },
      amount: cents(62_000),
      reference: 'pi_deposit',
    })
    const refund = {
      ...{ ...event, id: 'refund-1', about: { orderId: order.id }, object: 're_1' },
      ...{ type: 'refund succeeded', amount: cents(2_000), occurredAt: shop.now() },
    } as Parameters<typeof applyPaymentEvent>[1]
    expect((await applyPaymentEvent(shop, refund)).outcome).toBe('deferred')
    expect((await applyPaymentEvent(shop, event)).outcome).toBe('updated')
    expect(await saleOf(shop, order)).toMatchObject({ received: 60_000, depositLeft: 2_000 })
    expect(await findings(shop)).toEqual([])
  })

  it('finds cash that the ledger does not have, and an order paid at no fixed price [SALE-07]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await shop.db.orm.insert(offlinePayments).values({
      id: 'h',
      orderId: order.id,
      key: 'k',
      kind: 'cash',
      amountCents: 100,
      payer: 'Ada',
      receivedOn: '2026-03-11',
      by,
      at: shop.now(),
    })
    expect((await findings(shop)).join()).toContain('$1.00 was recorded manually')
    await expect(
      shop.db.orm
        .update(offlinePayments)
        .set({ amountCents: 1 })
        .where(eq(offlinePayments.id, 'h')),
    ).rejects.toThrow()
    await expect(shop.db.orm.delete(orders).where(eq(orders.id, order.id))).rejects.toThrow()
  })

  it('reminds of Form 8300 where cash of one customer goes above $10,000, under whichever spelling of the address [SALE-11]', async () => {
    const { shop } = await sellingShop(await open())
    const first = await madeOrder(shop, { 'line-0-fee': '6000' })
    await takes(shop, first, 600_000, { receivedOn: '2026-01-10' })
    expect((await saleOf(shop, first)).cash).toBeNull()
    const second = await madeOrder(shop, {
      'line-0-fee': '6000',
      email: 'ADA.BUYER+gold@example.com',
    })
    await takes(shop, second, 400_000, { payer: 'A. Buyer' })
    expect((await saleOf(shop, second)).cash).toBeNull()
    await takes(shop, second, 1, { payer: 'A. Buyer' })
    expect((await saleOf(shop, second)).cash).toMatchObject({
      sum: 1_000_001,
      on: '2026-03-11',
      fileBy: '2026-03-26',
    })
    expect((await saleOf(shop, first)).cash).not.toBeNull()
  })

  it('is one customer for Form 8300 also over other orders, and under an address in any script; of the last two years [SALE-11]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const by = (email: string) => madeOrder(shop, { 'line-0-fee': '6000', email })
    const first = await by('Gold@Bücher.example')
    const second = await by('')
    // In the form in which a payment page passes it on.
    await shop.db.orm
      .update(orders)
      .set({ email: 'gold@xn--bcher-kva.example' })
      .where(eq(orders.id, second.id))
    const third = await by('someone@example.com')
    const other = await by('other@example.com')
    await takes(shop, other, 600_000, { payer: 'Eve Other' })
    await takes(shop, first, 400_000, { payer: 'One', receivedOn: '2026-01-10' })
    await takes(shop, third, 400_000, { payer: 'Two', receivedOn: '2026-02-10' })
    expect((await saleOf(shop, second)).cash).toBeNull()
    await takes(shop, second, 200_100, { payer: 'TWO' })
    const due = (await todayPage(shop, 'owner')).form8300
    expect(due).toMatchObject([{ order: { id: second.id }, sum: 1_000_100 }])
    for (const order of [first, second, third]) {
      expect((await saleOf(shop, order)).cash?.sum).toBe(1_000_100)
    }
    expect((await saleOf(shop, other)).cash).toBeNull()
    pass(60 * 24 * 366)
    expect((await todayPage(shop, 'owner')).form8300).toHaveLength(1)
    pass(60 * 24 * 366)
    expect((await todayPage(shop, 'owner')).form8300).toEqual([])
  })

  it('has Form 8300 on Today until it is marked as filed, and again after $10,000 more [TODAY-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const due = async () => (await todayPage(shop, 'owner')).form8300
    const first = await madeOrder(shop, { 'line-0-fee': '60000' })
    await takes(shop, first, 1_000_000)
    expect(await due()).toEqual([])
    await takes(shop, first, 100)
    expect(await due()).toEqual([
      { order: { id: first.id, number: first.number }, sum: 1_000_100, fileBy: '2026-03-26' },
    ])
    expect((await todayPage(shop, 'bench')).form8300).toEqual([])
    const files = async () => fileForm8300(shop, { ...(await asStaff(shop, first)) })
    await files()
    expect(await due()).toEqual([])
    expect((await saleOf(shop, first)).cash).toMatchObject({ isFiled: true })
    expect((await refusal(files())).message).toMatch(
      /^No Form 8300 is due for this order’s customer/,
    )
    pass(1)
    const second = await madeOrder(shop, { 'line-0-fee': '60000' })
    await takes(shop, second, 1_000_000)
    expect(await due()).toEqual([])
    await takes(shop, second, 1)
    expect(await due()).toMatchObject([{ order: { id: second.id }, sum: 2_000_101 }])
    const stored = await shop.db.orm.select().from(form8300Filings)
    expect(stored).toMatchObject([{ crossedOn: '2026-03-11', sumCents: 1_000_100 }])
    const change = shop.db.orm.update(form8300Filings).set({ filedBy: 'someone' })
    await expect(change).rejects.toThrow()
  })
})
