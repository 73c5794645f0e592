import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { storedOrder } from '#tests/support/orders.ts'
import { asStaff, madeOrder, tokenOf } from '#tests/support/staff-orders.ts'
import type { StripeEvent } from '#tests/support/stripe-state.ts'
import { openPaymentRequestLink } from './open-payment-request-link.ts'
import { sendPaymentRequestLink } from './send-payment-request-link.ts'

type Selling = Awaited<ReturnType<typeof bankShop>>
const steps = ['begins', 'arrives', 'created', 'funds_withdrawn', 'closed', 'refused'] as const
type Step = (typeof steps)[number]

/** What Stripe reports of the debit of a payment page; each step may be reported again, as another event. */
function reportsOf({ stripe }: Selling, sessionId: string) {
  const begun = stripe.pay(sessionId, { later: true })
  const session = begun.data.object
  const again = (event: StripeEvent) => ({ ...event, id: `${event.id}${Math.random()}` })
  const paid = { ...session, payment_status: 'paid' }
  const dispute = {
    ...{ id: `dp_${sessionId}`, object: 'dispute', payment_intent: session.payment_intent },
    ...{ amount: session.amount_total, currency: 'usd' },
    ...{ status: 'lost', reason: 'insufficient_funds' },
  }
  return (step: Step) => {
    if (step === 'begins') return again(begun)
    if (step === 'arrives') return stripe.event('checkout.session.async_payment_succeeded', paid)
    if (step === 'refused') return stripe.event('checkout.session.async_payment_failed', session)
    return stripe.event(`charge.dispute.${step}`, dispute)
  }
}

/** How many emails of each kind an order has. */
async function emailsOf(shop: AppContext, { id }: { id: string }) {
  const found = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))
  const counted: Record<string, number> = {}
  for (const { kind } of found) counted[kind] = (counted[kind] ?? 0) + 1
  return counted
}

const paidOnce = { 'order-paid-buyer': 1, 'order-paid-staff': 1 }
const onItsWay = { 'order-debit-buyer': 1, 'order-debit-staff': 1 }
const refusedOnce = { 'order-debit-failed-buyer': 1, 'order-debit-failed-staff': 1 }
const returned = ['created', 'funds_withdrawn', 'closed'] as const

onBothDatabases('a bank debit that is reported out of order and again', (open) => {
  it('is told to buyer and staff once for each change [PAY-24]', async () => {
    const selling = await bankShop(await open())
    const run = async (all: readonly Step[]) => {
      const order = await ordered(selling.shop, 'debit')
      const report = reportsOf(selling, order.session)
      for (const step of all) await selling.tell(report(step))
      const { 'order-hold-staff': _, ...emails } = await emailsOf(selling.shop, order)
      return { emails, reason: (await storedOrder(selling.shop, order.id)).order.holdReason }
    }
    const arrived = { ...paidOnce, ...onItsWay }
    const reversed = { ...arrived, 'order-held-staff': 1 }
    for (const all of [
      ['begins', 'arrives', ...returned],
      ['begins', ...returned, 'arrives', 'begins', 'arrives'],
      ['begins', 'closed', 'arrives', 'created', 'funds_withdrawn', 'begins'],
    ] as const) {
      const { emails, reason } = await run(all)
      expect(emails).toEqual(reversed)
      expect(reason).toMatch(/^The bank reversed the debit of \$[\d,.]+ USD \([^)]*\)\.$/)
    }
    const late = { ...paidOnce, 'order-held-staff': 1 }
    expect((await run([...returned, 'arrives', 'begins', 'begins'])).emails).toEqual(late)
    expect((await run(['arrives', 'begins', 'begins', 'arrives'])).emails).toEqual(paidOnce)
    const refused = ['begins', 'begins', 'refused', 'begins', 'refused'] as const
    expect((await run(refused)).emails).toEqual({ ...onItsWay, ...refusedOnce })
    // Before the shop knows the buyer, it can tell only staff.
    expect((await run(['refused', 'begins', 'begins', 'refused'])).emails).toEqual({
      'order-debit-failed-staff': 1,
    })
    expect(await orderFindings(selling.shop.db.orm)).toEqual([])
  })

  it('is booked and told for each debit of an order that is taken back, also a second one [PAY-24]', async () => {
    const selling = await bankShop(await open())
    const { shop, tell } = selling
    const order = await madeOrder(shop, {
      ...{ custom: 'yes', deposit: '40%', goldFixed: 'deposit', price: 'bank' },
    })
    const reports = []
    for (const kind of ['deposit', 'balance'] as const) {
      await sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), kind, days: 30 })
      await openPaymentRequestLink(shop, await tokenOf(shop, order))
      const { paymentSession } = (await storedOrder(shop, order.id)).order
      const report = reportsOf(selling, paymentSession ?? '')
      for (const step of ['begins', 'arrives', 'begins'] as const) await tell(report(step))
      reports.push(report)
    }
    for (const report of reports) for (const step of returned) await tell(report(step))
    const { balance } = await storedOrder(shop, order.id)
    expect(balance).toMatchObject({ paid: 0, refundable: 0 })
    expect(await emailsOf(shop, order)).toMatchObject({
      ...{ ...paidOnce, 'order-part-buyer': 1, 'order-part-staff': 1 },
      ...{ 'order-debit-buyer': 2, 'order-debit-staff': 2, 'order-held-staff': 2 },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})
