import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendConfirmationAgain } from '#app/.server/emails/commands/retry-email.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { settlePaymentHold } from '#app/.server/payments/commands/resolve-held-order.ts'
import type { RefundOrDisputeEvent } from '#app/.server/payments/gateway/payment-event.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { ordersOwedRefund } from '#app/.server/refunds/queries/orders-owed-refund.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { auditLabels } from '#tests/support/audit-log.ts'
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
import { declineRefund } from './decline-refund.ts'

const reason = 'The buyer asked to use it for order FN-2.'
const fresh = async () => {}
type Order = { id: string }

/** On Today, in the status bar, in the list of orders, and in the list of what is owed. */
async function asking(shop: AppContext) {
  const listed = (await ordersPage(shop, { q: '', filter: 'held', page: 1 })).orders
  return {
    today: (await todayPage(shop, 'owner')).work.held,
    status: (await health(shop)).orders?.test.held,
    listed: listed.length,
    owed: (await ordersOwedRefund(shop)).map(({ owed }) => owed),
  }
}
const none = { today: 0, status: 0, listed: 0, owed: [] }
const one = (owed: number) => ({ today: 1, status: 1, listed: 1, owed: [owed] })

const page = (shop: AppContext, { id }: Order, form?: Record<string, string>) => {
  const path = '/admin/dashboard/orders/:id'
  const screen = { path, address: path.replace(':id', id) }
  return renderAdminPage(shop, orderScreen, form ? { ...screen, form } : screen)
}

const declines = async (shop: AppContext, order: Order, stated: number) =>
  declineRefund(shop, {
    ...(await seenByStaff(shop, order)),
    ...{ reason, note: '', stated: cents(stated), requireFresh: fresh },
  })

async function refunds(shop: AppContext, order: Order, amount: number, to: string | null = null) {
  const wish = { of: 'sum', amount: cents(amount) } as const
  const { amount: stated } = await previewRefund(shop, { id: order.id, wish, payment: to })
  await refundOrder(shop, {
    ...(await seenByStaff(shop, order)),
    ...{ key: `refund-${amount}-${order.id}`.slice(0, 60), payment: to, wish, stated },
    ...{ reason: 'It came too late.', note: '', requireFresh: fresh },
  })
}

/** One that expired, and was paid afterwards. */
async function paidLate(selling: Awaited<ReturnType<typeof sellingShop>>) {
  const { shop, pass } = selling
  const order = await pendingOrder(shop)
  pass(60)
  await expireOrders(shop)
  await applyPaymentEvent(shop, payment(order))
  return order
}

onBothDatabases('money of a buyer that the shop does not keep', (open) => {
  it('needs a look until it is refunded: one press that says it is settled is not enough [TODAY-12]', async () => {
    const selling = await sellingShop(await open())
    const { shop } = selling
    const order = await paidLate(selling)
    const sum = formatCents(cents(order.totalCents))
    const { words } = await page(shop, order)
    expect(words).toContain(`Refund ${sum}…`)
    expect(words).not.toContain('Mark as reviewed')
    const form = { ...(await seenByStaff(shop, order)), reason: 'Settled.' }
    const { answer } = await page(shop, order, {
      ...form,
      action: 'close',
      revision: `${form.revision}`,
    })
    expect(answer?.refused).toMatchObject({
      message: expect.stringContaining('Refund it, or record why'),
    })
    expect(await asking(shop)).toEqual(one(order.totalCents))
    await refunds(shop, order, order.totalCents)
    expect(await asking(shop)).toEqual(none)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('or until staff record why it is not, in a second step with the sum; what comes later needs a look again [TODAY-12, MAIL-19]', async () => {
    const selling = await sellingShop(await open())
    const { shop } = selling
    const order = await paidLate(selling)
    const sum = formatCents(cents(order.totalCents))
    const buyer = { email: 'ada@example.com' }
    await shop.db.orm.update(orders).set(buyer).where(eq(orders.id, order.id))
    const revision = `${(await seenByStaff(shop, order)).revision}`
    const asked = { action: 'decline-preview', revision, note: 'We sent it by check' }
    // What the buyer expects is said before anybody decides, and then what they will read.
    const before = `You paid ${sum}. We’re reviewing your refund and will email you.`
    expect((await page(shop, order)).words).toContain(`The buyer was told: “${before}”`)
    const told = `You paid ${sum}. We decided not to refund it. We sent it by check.`
    expect((await page(shop, order, { ...asked, reason: ' ' })).words).toContain(
      'Please give a reason',
    )
    const shown = await page(shop, order, { ...asked, reason })
    expect(shown.words).toContain(`${sum} of the buyer’s money is not refunded: ${reason}`)
    expect(shown.words).toContain(`The buyer will be emailed: “${told}”`)
    // The reason can still be changed, also without JavaScript.
    expect(shown.html).toMatch(new RegExp(`<textarea[^>]*name="reason"[^>]*>${reason}</textarea>`))
    expect(await asking(shop)).toEqual(one(order.totalCents))
    const stated = `${order.totalCents}`
    const { answer } = await page(shop, order, {
      ...asked,
      action: 'decline-refund',
      reason,
      stated,
    })
    expect(answer).toEqual({ done: `Recorded: ${sum} won’t be refunded.` })
    expect(await asking(shop)).toEqual(none)
    const { order: after, history } = await storedOrder(shop, order.id)
    expect(after).toMatchObject({ state: 'expired', holdReason: null })
    expect((await orderPage(shop, order.token))?.toldOfMoney).toBe(told)
    await sendEmail(shop)
    const [email, ...moreEmails] = await shop.db.orm
      .select({ text: emailOutbox.text, state: emailOutbox.state })
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-refund-declined-buyer'))
    expect(moreEmails).toEqual([])
    expect(email?.text?.replace(/\s+/g, ' ')).toContain(told)
    expect(history.at(-1)?.why).toBe(`Staff decided not to refund ${sum}: ${reason}`)
    expect((await auditLabels(shop)).at(-1)).toContain(
      `declined a refund for order ${order.number} (${sum}. ${reason})`,
    )
    expect((await page(shop, order)).words).toContain(`Refund declined ${sum}`)

    const more = { id: 'more', reference: 'another', amount: cents(700) }
    await applyPaymentEvent(shop, payment(order, more))
    expect(await asking(shop)).toEqual(one(700))
    expect((await page(shop, order)).words).toContain('Refund $7.00…')
    await refunds(shop, order, 700, 'another')
    expect(await asking(shop)).toMatchObject({ owed: [] })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('takes the longest note that the form accepts, without its last period [REFUND-22]', async () => {
    const selling = await sellingShop(await open())
    const { shop } = selling
    const order = await paidLate(selling)
    const { revision } = await seenByStaff(shop, order)
    const form = (length: number) => ({
      ...{ action: 'decline-refund', revision: `${revision}`, reason },
      ...{ note: 'a'.repeat(length), stated: `${order.totalCents}` },
    })
    const tooLong = await page(shop, order, form(500))
    expect(tooLong.words).toContain('Please use no more than 499 characters.')
    const { answer } = await page(shop, order, form(499))
    expect(answer).toEqual({
      done: `Recorded: ${formatCents(cents(order.totalCents))} won’t be refunded.`,
    })
    expect((await storedOrder(shop, order.id)).order.notRefundedNote).toBe(`${'a'.repeat(499)}.`)
  })

  it('is said to have been told to the buyer only once an email says it [MAIL-22, REFUND-18]', async () => {
    const { shop, pass } = await sellingShop(await open(), { mail: { send: async () => {} } })
    const order = await paidOrder(shop)
    pass(2)
    await sendEmail(shop)
    await applyPaymentEvent(shop, payment(order, { id: 'second', reference: 'another' }))
    const said = `“You paid ${formatCents(cents(order.totalCents))} more than your order total. We’re reviewing`
    const held = async () => {
      await sendEmail(shop)
      const [email] = await shop.db.orm
        .select({ text: emailOutbox.text })
        .from(emailOutbox)
        .where(eq(emailOutbox.kind, 'order-held-staff'))
      return email?.text?.replace(/\s+/g, ' ')
    }
    // The email about a second payment says it.
    expect(await held()).toContain(`The buyer was told: ${said}`)
    expect((await page(shop, order)).words).toContain(`The buyer was told: ${said}`)
    // It was not sent.
    const toBuyer = eq(emailOutbox.kind, 'order-payment-extra-buyer')
    await shop.db.orm.delete(emailOutbox).where(toBuyer)
    const onPage = `The buyer’s order page says: ${said}`
    expect((await page(shop, order)).words).toContain(onPage)
    pass(1)
    await sendConfirmationAgain(shop, { orderId: order.id, by: 'ann@example.com' })
    expect((await page(shop, order)).words).toContain(`The buyer was told: ${said}`)
  })

  it('paid twice: the second payment is refunded, then the order is marked as reviewed and sent [TODAY-12, TODAY-17, ORDER-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await applyPaymentEvent(shop, payment(order, { id: 'second', reference: 'another' }))
    const { html, words: held } = await page(shop, order)
    expect(held).toContain(
      'You can ship this order once you settle the refund and mark it as reviewed.',
    )
    expect(html).toContain('name="payment" value="another"')
    await refunds(shop, order, order.totalCents, 'another')
    const { words } = await page(shop, order)
    expect(words).toContain('Mark as reviewed')
    const sum = formatCents(cents(order.totalCents))
    expect(words).toContain(
      `${sum} was refunded, and nothing more is owed. You can ship this order once you mark it as reviewed.`,
    )
    await settlePaymentHold(shop, { ...(await seenByStaff(shop, order)), reason: 'Refunded.' })
    expect(await asking(shop)).toEqual(none)
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
  })

  it('is declined by the same proof of who one is as a refund of that sum [TODAY-12, REFUND-07]', async () => {
    const selling = await sellingShop(await open())
    const { shop } = selling
    const order = await paidLate(selling)
    const requireFresh = async () => {
      throw new AppError('fresh_factor_needed', 403, 'Please confirm it’s you.')
    }
    const stated = cents(order.totalCents)
    const request = { ...(await seenByStaff(shop, order)), reason, note: '', stated }
    expect(await refusal(declineRefund(shop, { ...request, requireFresh }))).toMatchObject({
      code: 'fresh_factor_needed',
    })
    const other = declineRefund(shop, { ...request, stated: cents(1), requireFresh })
    expect((await refusal(other)).message).toContain('is due by now')
    expect(await asking(shop)).toEqual(one(order.totalCents))
    await declines(shop, order, order.totalCents)
    expect((await refusal(declines(shop, order, order.totalCents))).message).toBe(
      'Nothing is left to refund on this order. Nothing was changed.',
    )
  })

  it('is neither reviewed, declined nor refunded over a change that nobody saw, and the refusal names it [ORDER-06, TODAY-12]', async () => {
    const selling = await sellingShop(await open())
    const { shop } = selling
    const changes = [
      [
        (order: PlacedOrder) => payment(order, { id: 'm', reference: 'm', amount: cents(700) }),
        'A payment of $7.00 USD arrived after the order had expired.',
      ],
      [(order: PlacedOrder) => report(shop, order, 'refunded'), '$3.00 USD of payment'],
      [(order: PlacedOrder) => report(shop, order, 'dispute open'), 'is disputing'],
    ] as const
    for (const [n, [change, why]] of changes.entries()) {
      const order = await paidLate(selling)
      const before = await seenByStaff(shop, order)
      await applyPaymentEvent(shop, change(order))
      const stated = cents(order.totalCents)
      const key = `refund-${n}-of-${order.id}`.slice(0, 60)
      for (const pressed of [
        () => settlePaymentHold(shop, { ...before, reason }),
        () => declineRefund(shop, { ...before, reason, note: '', stated, requireFresh: fresh }),
        () =>
          refundOrder(shop, {
            ...{ ...before, key, payment: null, stated, wish: { of: 'whole' } },
            ...{ reason, note: '', requireFresh: fresh },
          }),
      ]) {
        const refused = await refusal(pressed())
        expect(refused.code).toBe('order_changed')
        expect(refused.message).toContain('This order has changed since it was shown: ')
        expect(refused.message).toContain(why)
      }
    }
  })

  it('that a bank took in a dispute is owed to nobody [UNATTACHED-08]', async () => {
    const selling = await sellingShop(await open())
    const { shop } = selling
    const order = await paidLate(selling)
    await applyPaymentEvent(shop, report(shop, order, 'dispute open', order.totalCents))
    await applyPaymentEvent(shop, report(shop, order, 'dispute lost', order.totalCents))
    expect(await ordersOwedRefund(shop)).toEqual([])
    const { words } = await page(shop, order)
    expect(words).toContain('Lost in a dispute')
    expect(words).not.toContain('Owed to the buyer')
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})

/** Of the payment of an order. */
const report = (
  shop: AppContext,
  order: PlacedOrder,
  type: 'refunded' | 'dispute open' | 'dispute lost',
  amount = 300,
): RefundOrDisputeEvent => ({
  ...{ id: `${type} ${order.id}`, provider: 'test', livemode: false, type },
  ...{ about: { payment: `pay-${order.id}` }, reference: `pay-${order.id}` },
  ...{ object: `of ${order.id}`, amount: cents(amount), currency: 'usd' },
  ...{ occurredAt: shop.now(), email: null, address: null, payload: {} },
})
