import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { reconcilePayments } from '#app/.server/payments/jobs/reconcile-payments.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { resumeSelling, stopSelling } from '#app/.server/selling/commands/stop-selling.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, saleOf, tokenOf } from '#tests/support/staff-orders.ts'
import { stripeShop } from '#tests/support/stripe-shop.ts'
import { paymentRequestPage } from '../queries/payment-request-link.ts'
import { closeVoidOrders } from './close-void-orders.ts'
import { openPaymentRequestLink } from './open-payment-request-link.ts'
import { recordOfflinePayment } from './record-offline-payment.ts'
import { sendPaymentRequestLink } from './send-payment-request-link.ts'

const custom = { custom: 'yes', deposit: '40%', goldFixed: 'deposit' }

async function linked(
  shop: AppContext,
  order: { id: string },
  kind: 'whole' | 'deposit' | 'balance',
): Promise<string> {
  const asked = { kind, days: 7 }
  await sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), ...asked })
  return tokenOf(shop, order)
}

/** The session the link is open with. */
async function sessionOf(shop: AppContext, order: { id: string }, token: string) {
  expect(await openPaymentRequestLink(shop, token)).not.toBeNull()
  const { paymentSession } = (await storedOrder(shop, order.id)).order
  return paymentSession ?? ''
}

async function findings(shop: AppContext): Promise<string[]> {
  expect(await checkRecords(shop)).toBe('done')
  return (await lastCheck(shop.db.orm))?.findings ?? ['not checked']
}

onBothDatabases('a payment link at Stripe', (open) => {
  it('charges its sum alone, and its payment goes the way of a cart’s [SALE-05, SALE-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await madeOrder(shop, custom)
    const token = await linked(shop, order, 'deposit')
    const session = await sessionOf(shop, order, token)
    expect(stripe.store.sessions.get(session)).toMatchObject({ amount_total: 62_000 })
    const paid = stripe.pay(session)
    expect(await tell(paid)).toBe(200)
    expect(await tell(paid)).toBe(200)
    expect(await saleOf(shop, order)).toMatchObject({ received: 62_000, left: 93_000 })
    const balance = await linked(shop, order, 'balance')
    const second = await sessionOf(shop, order, balance)
    expect(second).not.toBe(session)
    stripe.pay(second)
    // The webhook is lost: the shop asks.
    pass(10)
    await reconcilePayments(shop)
    const { order: after, balance: money } = await storedOrder(shop, order.id)
    expect(after).toMatchObject({ state: 'paid', paymentSession: second })
    expect(money).toMatchObject({ paid: 155_000, due: 0 })
    pass(24 * 60)
    expect(await findings(shop)).toEqual([])
  })

  it('opens another page once the last has closed unpaid, and never two at a time [SALE-06]', async () => {
    const { shop, stripe, tell, pass } = await stripeShop(await open())
    const order = await madeOrder(shop)
    const token = await linked(shop, order, 'whole')
    const pages = await Promise.all([1, 2, 3].map(() => openPaymentRequestLink(shop, token)))
    expect(new Set(pages).size).toBe(1)
    const first = await sessionOf(shop, order, token)
    expect(stripe.store.sessions.size).toBe(1)
    pass(40)
    await reconcilePayments(shop)
    pass(40)
    await reconcilePayments(shop)
    const second = await sessionOf(shop, order, token)
    expect(second).not.toBe(first)
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    expect(await tell(stripe.pay(second))).toBe(200)
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect((await paymentRequestPage(shop, token))?.state).toBe('paid')
  })

  it('has its page closed before money is taken by hand, and while the shop sells nothing [SALE-04, SALE-06]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const order = await madeOrder(shop)
    const token = await linked(shop, order, 'whole')
    const session = await sessionOf(shop, order, token)
    await stopSelling(shop, { by: 'ann@example.com', message: '' })
    await closeVoidOrders(shop)
    expect(stripe.store.sessions.get(session)).toMatchObject({ status: 'expired' })
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    await resumeSelling(shop, { by: 'ann@example.com' })
    const next = await sessionOf(shop, order, token)
    const paid = {
      ...({ kind: 'check', reference: '7' } as const),
      ...{ amount: cents(155_000), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
    }
    await recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...paid })
    expect(stripe.store.sessions.get(next)).toMatchObject({ status: 'expired' })
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
  })

  it('stays open where money by hand asks for a fresh second factor [FRESH-06]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const order = await madeOrder(shop)
    const session = await sessionOf(shop, order, await linked(shop, order, 'whole'))
    const paid = {
      ...({ kind: 'check', reference: '7' } as const),
      ...{ amount: cents(155_000), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
    }
    const requireFresh = () => Promise.reject(new AppError('fresh', 403, 'who are you'))
    const asked = { ...(await asStaff(shop, order)), ...paid, requireFresh }
    await expect(recordOfflinePayment(shop, asked)).rejects.toThrow('who are you')
    expect(stripe.store.sessions.get(session)).toMatchObject({ status: 'open' })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ state: 'pending' })
  })

  it('was paid in the moment money is taken by hand: that is refused, and nothing is paid twice [SALE-04, SALE-05]', async () => {
    const { shop, stripe } = await stripeShop(await open())
    const order = await madeOrder(shop)
    const token = await linked(shop, order, 'whole')
    stripe.pay(await sessionOf(shop, order, token))
    const paid = {
      ...({ kind: 'cash', reference: '' } as const),
      ...{ amount: cents(155_000), payer: 'Ada Buyer', receivedOn: '2026-03-11' },
    }
    const late = await refusal(
      recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...paid }),
    )
    expect(late.status).toBe(409)
    const { order: after, balance } = await storedOrder(shop, order.id)
    expect(after.state).toBe('paid')
    expect(balance).toMatchObject({ paid: 155_000, due: 0 })
  })

  it('asks Stripe for the sales tax of the whole, and such an order is paid no other way [SALE-03]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await madeOrder(shop, { tax: 'payment page' })
    const byHand = {
      ...({ kind: 'cash', reference: '' } as const),
      ...{ amount: cents(100), payer: 'Ada', receivedOn: '2026-03-11' },
    }
    const cash = await refusal(
      recordOfflinePayment(shop, { ...(await asStaff(shop, order)), ...byHand }),
    )
    expect(cash.message).toContain('sales tax')
    const token = await linked(shop, order, 'whole')
    expect(await tell(stripe.pay(await sessionOf(shop, order, token)))).toBe(200)
    const { order: paid, balance } = await storedOrder(shop, order.id)
    expect(paid.state).toBe('paid')
    // 6.5% and 3.85% of $1,550.00, each rounded.
    expect(balance).toMatchObject({ paid: 171_043, due: 0, sold: { tax: 16_043 } })
  })
})
