import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { publishText } from '#app/.server/content/commands/publish-text.ts'
import { emailText } from '#app/.server/emails/email-text.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { stored } from '#tests/support/stripe-shop.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { reconcilePayments } from '../jobs/reconcile-payments.ts'
import { staffCancelOrder } from './cancel-order.ts'
import { settlePaymentHold } from './resolve-held-order.ts'

type Selling = Awaited<ReturnType<typeof bankShop>>

const tenDays = 10 * 24 * 60

const heldInAll = ({ orders }: Awaited<ReturnType<typeof health>>) =>
  orders && orders.live.held + orders.test.held

/** Of one kind, oldest first. */
async function emailsOf(shop: AppContext, { id }: { id: string }, kind: string) {
  await sendEmail(shop)
  const found = await shop.db.orm
    .select({ kind: emailOutbox.kind, subject: emailOutbox.subject, text: emailOutbox.text })
    .from(emailOutbox)
    .where(eq(emailOutbox.orderId, id))
    .orderBy(asc(emailOutbox.createdAt))
  return found
    .filter((email) => email.kind === kind)
    .map(({ subject, text }) => ({ subject, text: text?.replace(/\s+/g, ' ') }))
}

async function requestRefund(
  { shop }: Selling,
  order: { id: string },
  amount: number,
  payment: string | null,
) {
  const input = { of: 'sum', amount: cents(amount) } as const
  const { amount: stated } = await previewRefund(shop, { id: order.id, wish: input, payment })
  await refundOrder(shop, {
    ...(await seenByStaff(shop, order)),
    ...{ key: `refund-of-a-wire-${order.id}`.slice(0, 60), payment, wish: input, stated },
    ...{ reason: 'More than was due.', note: '', requireFresh: async () => {} },
  })
}

/** From the cash balance, with all that the provider reports of it. */
async function refund(
  selling: Selling,
  order: { id: string; customer: string },
  amount: number,
): Promise<void> {
  const { stripe, tell } = selling
  const before = stripe.store.events.length
  await requestRefund(selling, order, amount, order.customer)
  for (const event of stripe.store.events.slice(before)) await tell(event)
}

async function sessionPaid({ stripe, tell }: Selling, order: { session: string }) {
  const session = stripe.store.sessions.get(order.session) ?? {}
  Object.assign(session, { payment_status: 'paid' })
  await tell(stripe.event('checkout.session.async_payment_succeeded', session))
}

onBothDatabases('a wire', (open) => {
  it('of more than is due: buyer and staff read how much is refunded, and it needs a look until it is [BANK-18, TODAY-11, MAIL-13]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    shop.mail = { send: async () => {} }
    await sendsAnyTotal(shop)
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, order.totalCents + 201_08))
    // The payment takes what was due; the rest is on the buyer's cash balance.
    await sessionPaid(selling, order)

    const [buyer] = await emailsOf(shop, order, 'order-paid-buyer')
    expect(buyer?.text).toContain(
      'You paid $201.08 more than your order total. We’re reviewing your refund and will email you.',
    )
    const [staff] = await emailsOf(shop, order, 'order-paid-staff')
    expect(staff?.text).toContain('The buyer overpaid by $201.08.')
    expect(await orderPage(shop, order.token)).toMatchObject({
      ...{ state: 'paid', held: false, toldOfMoney: expect.stringContaining('$201.08') },
    })

    const needsLook = async () => ({
      today: (await todayPage(shop, 'owner')).work.held,
      status: heldInAll(await health(shop)),
      listed: (await ordersPage(shop, { q: '', filter: 'held', page: 1 })).orders.map(
        ({ id, needsLook, isHeld }) => ({ id, needsLook, isHeld }),
      ),
    })
    // It can be made and sent anyway.
    const listed = [{ id: order.id, needsLook: true, isHeld: false }]
    expect(await needsLook()).toEqual({ today: 1, status: 1, listed })
    const path = '/admin/dashboard/orders/:id'
    const screen = () =>
      renderAdminPage(shop, orderScreen, { path, address: path.replace(':id', order.id) })
    expect((await screen()).words).toContain('Refund $201.08…')
    expect((await screen()).words).toContain('The buyer was told: “You paid $201.08')

    await refund(selling, order, 201_08)
    expect(await needsLook()).toEqual({ today: 0, status: 0, listed: [] })
    expect(await orderPage(shop, order.token)).toMatchObject({ state: 'paid', toldOfMoney: '' })
    expect((await screen()).words).not.toContain('Needs review')
    const [refunded] = await emailsOf(shop, order, 'order-refunded-buyer')
    expect(refunded?.text).toContain('This was paid beyond the order total.')
    expect(refunded?.text).toContain('Paid beyond the total: $201.08')
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of exactly what is due says nothing of more, nor while a refund of it is on its way [BANK-18, TODAY-11]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    await sendsAnyTotal(shop)
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, order.totalCents))
    const [buyer] = await emailsOf(shop, order, 'order-paid-buyer')
    expect(buyer?.text).not.toContain('more than your order total')
    expect(await orderPage(shop, order.token)).toMatchObject({ state: 'paid', toldOfMoney: '' })
    expect((await todayPage(shop, 'owner')).work.held).toBe(0)

    await sessionPaid(selling, order)
    stripe.behave('answer lost', 2)
    await requestRefund(selling, order, 10_000, null)
    stripe.behave(null)
    expect((await stored(shop, order)).balance.due).toBe(-10_000)
    expect(await orderPage(shop, order.token)).toMatchObject({ state: 'paid', toldOfMoney: '' })
    expect((await todayPage(shop, 'owner')).work.held).toBe(0)
  })

  it('after its order was paid: its buyer reads that another came, and is refunded, never a text about an order that expired [WIRE-04]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    await publishText(shop, {
      ...{ text: emailText('order-wire-late-buyer'), seen: 0, draft: 0, by: 'ann@example.com' },
      typed: {
        subject: 'Order {order number} has expired',
        body: '{greeting}\n\n{your order}',
      },
    })
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, order.totalCents))
    await tell(wire(stripe, order.customer, 500))
    expect(await emailsOf(shop, order, 'order-wire-late-buyer')).toEqual([])
    const [email, ...more] = await emailsOf(shop, order, 'order-wire-extra-buyer')
    expect(more).toEqual([])
    expect(email?.subject).toContain(`We received another wire for order ${order.number}`)
    expect(email?.text).toContain(`Order ${order.number} was already paid in full`)
    expect(email?.text).toContain(
      'We received $5.00. We’re reviewing your refund and will email you.',
    )
    expect(await emailsOf(shop, order, 'order-held-staff')).toHaveLength(1)
  })

  it('that replaces one its bank took back is no refund: staff alone hear of it [WIRE-04, BANK-14]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, order.totalCents))
    await tell(wire(stripe, order.customer, -order.totalCents, { type: 'funding_reversed' }))
    await tell(wire(stripe, order.customer, order.totalCents))
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      holdReason: expect.stringContaining('It may replace the one the bank reversed'),
      balance: { due: 0 },
    })
    expect(await emailsOf(shop, order, 'order-wire-extra-buyer')).toEqual([])
    expect(await emailsOf(shop, order, 'order-wire-late-buyer')).toEqual([])
    expect(await emailsOf(shop, order, 'order-held-staff')).toHaveLength(2)
  })

  it('that does not come: the buyer reads that the order expired, then of each late wire, then why it is refunded [WIRE-04, WIRE-08, MAIL-13]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    pass(tenDays)
    await reconcilePayments(shop)
    expect((await stored(shop, order)).state).toBe('expired')
    const late = () => emailsOf(shop, order, 'order-wire-late-buyer')
    expect(await late()).toMatchObject([
      {
        subject: expect.stringContaining(`Order ${order.number} has expired`),
        text: expect.stringContaining(
          'If your wire still arrives, we’ll email you about your refund.',
        ),
      },
    ])

    pass(60)
    const event = wire(stripe, order.customer, 5_318_23)
    await tell(event)
    await tell(event)
    expect((await late()).slice(1)).toEqual([
      {
        subject: expect.stringContaining(`Your wire for order ${order.number} arrived too late`),
        text: expect.stringMatching(
          /arrived after the order had expired, so nothing will ship\. .*We received \$5,318\.23\. We’re reviewing your refund and will email you\./,
        ),
      },
    ])
    // The page of the order and the email to staff say the same [WIRE-08].
    const says = 'You paid $5,318.23. We’re reviewing your refund and will email you.'
    expect(await orderPage(shop, order.token)).toMatchObject({
      state: 'expired',
      toldOfMoney: says,
    })
    const [held, ...moreHeld] = await emailsOf(shop, order, 'order-held-staff')
    expect(moreHeld).toEqual([])
    expect(held?.text).toContain(`The buyer was told: “${says}”`)

    await refund(selling, order, 5_318_23)
    expect(await orderPage(shop, order.token)).toMatchObject({
      toldOfMoney: 'You paid $5,318.23. We refunded all of it.',
    })
    const [refunded] = await emailsOf(shop, order, 'order-refunded-buyer')
    expect(refunded?.text).toContain(
      'The full amount of your wire didn’t arrive by the deadline, so the order expired.',
    )
    expect(refunded?.text).toContain('Your payment: $5,318.23')
    expect((await stored(shop, order)).holdReason).toBeNull()
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('after its deadline pays nothing, though no job has run since; one before it pays, also where it is reported later [WIRE-05]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const order = await ordered(shop, 'wire')
    const { completed } = awaitWire(stripe, order.session)
    await tell(completed)
    const inTime = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, inTime.session).completed)
    const early = wire(stripe, inTime.customer, inTime.totalCents)
    pass(tenDays)
    await tell(wire(stripe, order.customer, order.totalCents))
    await tell(early)
    expect((await stored(shop, inTime)).state).toBe('paid')
    const sum = formatCents(cents(order.totalCents))
    // One that came in time may still be reported: the job asks before the order expires.
    expect(await stored(shop, order)).toMatchObject({
      ...{ state: 'pending', holdReason: null, balance: { due: -order.totalCents } },
    })
    expect(await orderPage(shop, order.token)).toMatchObject({ wire: { received: 0 } })
    expect(stripe.store.wires.cancelled).not.toContain(completed.data.object.payment_intent)
    await reconcilePayments(shop)
    expect(await stored(shop, order)).toMatchObject({
      state: 'expired',
      holdReason: `${sum} arrived by wire after the deadline. ${sum} is owed to the buyer.`,
      balance: { due: -order.totalCents },
    })
    const [email, ...more] = await emailsOf(shop, order, 'order-wire-late-buyer')
    expect(email?.text).toContain(
      `We received ${sum}. We’re reviewing your refund and will email you.`,
    )
    expect([more, await emailsOf(shop, order, 'order-held-staff')]).toMatchObject([[], [{}]])
    // Its payment is stopped, so that the money can be refunded from the cash balance.
    expect(stripe.store.wires.cancelled).toContain(completed.data.object.payment_intent)
    await refund(selling, order, order.totalCents)
    expect(await stored(shop, order)).toMatchObject({ holdReason: null, balance: { due: 0 } })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('that is late expires no order whose whole wire came in time and is reported later, and leaves one on hold to staff [WIRE-05, ORDER-06]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const [order, held] = [await ordered(shop, 'wire'), await ordered(shop, 'wire')]
    for (const each of [order, held]) await tell(awaitWire(stripe, each.session).completed)
    await tell(wire(stripe, held.customer, 70_00, { currency: 'eur' }))
    // Its webhook is lost; the provider knows it.
    wire(stripe, order.customer, order.totalCents)
    pass(tenDays)
    await tell(wire(stripe, order.customer, 5_00))
    await tell(wire(stripe, held.customer, held.totalCents))
    await reconcilePayments(shop)
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', balance: { due: -5_00 } })
    expect(await orderPage(shop, order.token)).toMatchObject({
      toldOfMoney: expect.stringContaining('$5.00 more than'),
    })
    expect(await emailsOf(shop, order, 'order-wire-late-buyer')).toEqual([])
    expect(await stored(shop, held)).toMatchObject({
      state: 'pending',
      holdReason: expect.stringMatching(/arrived after the deadline .* It’s owed to the buyer\.$/),
      balance: { due: -held.totalCents },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('that is late makes none whole that came too little in time; the emails count each cent once [WIRE-04, WIRE-05]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    const early = wire(stripe, order.customer, 1_500_00)
    pass(tenDays)
    await tell(wire(stripe, order.customer, order.totalCents - 1_500_00))
    await tell(early)
    expect((await stored(shop, order)).state).toBe('pending')
    await reconcilePayments(shop)
    expect(await stored(shop, order)).toMatchObject({
      state: 'expired',
      holdReason: expect.stringMatching(/^\$1,500\.00 of .* in time, .* after the deadline\. /),
    })
    // Before the first email is written another wire comes, which has its own.
    await tell(wire(stripe, order.customer, 500_00))
    const texts = (await emailsOf(shop, order, 'order-wire-late-buyer')).map(({ text }) => text)
    expect(texts).toEqual([
      expect.stringContaining(`We received ${formatCents(cents(order.totalCents))}. We`),
      expect.stringContaining(
        'We received $500.00. We’re reviewing your refund and will email you.',
      ),
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('that is awaited can be canceled by staff: it is stopped, its buyer is told, and one that comes anyway needs a look [WIRE-09, MAIL-18]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    const order = await ordered(shop, 'wire')
    const { completed } = awaitWire(stripe, order.session)
    await tell(completed)
    await tell(wire(stripe, order.customer, 9_00))
    const path = '/admin/dashboard/orders/:id'
    const screen = async () =>
      (await renderAdminPage(shop, orderScreen, { path, address: path.replace(':id', order.id) }))
        .words
    expect(await screen()).toContain('Cancel this order')
    expect(await screen()).toContain('Stripe stops the wire within minutes.')
    const { id, revision, by } = await seenByStaff(shop, order)
    const received = await staffCancelOrder(shop, { id, revision, by, reason: 'They pay by card.' })
    expect(received).toBe(9_00)
    expect((await stored(shop, order)).state).toBe('cancelled')
    const [email, ...more] = await emailsOf(shop, order, 'order-canceled-buyer')
    expect(more).toEqual([])
    expect(email?.text).toContain('You paid $9.00. We’re reviewing your refund and will email you.')
    expect(email?.text).toContain('Please don’t send a wire for it.')

    await reconcilePayments(shop)
    expect(stripe.store.wires.cancelled).toContain(completed.data.object.payment_intent)
    await tell(wire(stripe, order.customer, 5_00))
    expect(await stored(shop, order)).toMatchObject({
      holdReason: expect.stringContaining('after the order had been canceled'),
      balance: { due: -14_00 },
    })
    expect(await emailsOf(shop, order, 'order-wire-canceled-buyer')).toHaveLength(1)
    await refund(selling, order, 14_00)
    expect((await stored(shop, order)).balance.due).toBe(0)
    expect(await orderPage(shop, order.token)).toMatchObject({
      toldOfMoney: 'You paid $14.00. We refunded all of it.',
    })
  })

  it('of an order that staff cancel as they review it is stopped at the provider, so that it can be refunded [WIRE-07, REFUND-21]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell } = selling
    const order = await ordered(shop, 'wire')
    const { completed } = awaitWire(stripe, order.session)
    await tell(completed)
    await tell(wire(stripe, order.customer, 9_00))
    await tell(wire(stripe, order.customer, 70_00, { currency: 'eur' }))
    const { id, revision, by } = await seenByStaff(shop, order)
    await settlePaymentHold(shop, { id, revision, by, reason: 'They pay by card.' })
    const canceled = await storedOrder(shop, order.id)
    expect(canceled.order).toMatchObject({ state: 'cancelled', stopsPayment: true })
    expect(canceled.history.at(-1)?.why).toContain('$9.00 was received for it')
    // Stripe still holds it for the payment.
    expect((await refusal(refund(selling, order, 9_00))).message).toBe(
      'Stripe is stopping this order’s wire. Please try again in a few minutes. Nothing was refunded.',
    )
    await reconcilePayments(shop)
    expect(stripe.store.wires.cancelled).toContain(completed.data.object.payment_intent)
    await refund(selling, order, 9_00)
    expect((await stored(shop, order)).balance.due).toBe(0)
  })

  it('that its payment took whole after the deadline is refunded from that payment [WIRE-05]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    await sendsAnyTotal(shop)
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    pass(tenDays)
    await tell(wire(stripe, order.customer, order.totalCents))
    await sessionPaid(selling, order)
    await reconcilePayments(shop)
    expect((await stored(shop, order)).state).toBe('expired')
    await requestRefund(selling, order, order.totalCents, null)
    expect(await stored(shop, order)).toMatchObject({ holdReason: null, balance: { due: 0 } })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('for a canceled order has an email of its own, never the saved text about one that expired [WIRE-06]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    await publishText(shop, {
      ...{ text: emailText('order-wire-late-buyer'), seen: 0, draft: 0, by: 'ann@example.com' },
      typed: {
        subject: 'Order {order number} has expired',
        body: '{greeting}\n\n{your order}',
      },
    })
    const order = await ordered(shop, 'wire')
    await shop.db.orm
      .update(orders)
      .set({ email: 'ada@example.com' })
      .where(eq(orders.id, order.id))
    const { id, revision, by } = await seenByStaff(shop, order)
    await staffCancelOrder(shop, { id, revision, by, reason: 'Asked to by phone.' })
    await tell(wire(stripe, order.customer, 5_00))
    expect(await emailsOf(shop, order, 'order-wire-late-buyer')).toEqual([])
    const [email, ...more] = await emailsOf(shop, order, 'order-wire-canceled-buyer')
    expect(more).toEqual([])
    expect(email?.subject).toContain(`Your wire for canceled order ${order.number}`)
    expect(email?.text).toContain('arrived after the order had been canceled')
    expect(email?.text).toContain(
      'We received $5.00. We’re reviewing your refund and will email you.',
    )
    expect(email?.text).not.toContain('expired')
  })

  it('that is awaited is on its way once in the history, however often it is reported, and has a filter [ORDER-17, TODAY-16]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const { completed, instructed } = awaitWire(stripe, order.session)
    const awaited = async () => {
      const question = { q: '', filter: 'wire', page: 1 } as const
      const { orders: listed, waiting } = await ordersPage(shop, question)
      return [listed.map(({ id }) => id), waiting.test.wire]
    }
    expect(await awaited()).toEqual([[], 0])
    await tell(completed)
    await tell(instructed)
    expect(await awaited()).toEqual([[order.id], 1])
    pass(60)
    await reconcilePayments(shop)
    const { order: after, history } = await storedOrder(shop, order.id)
    const reports = history
      .map(({ why }) => why)
      .filter((why) => /on its way|pending payment/.test(why))
    expect(reports).toEqual([
      'The payment is on its way.',
      'The payment provider added details about the pending payment.',
    ])
    expect(after.paymentUrl).toContain('instructions')
    const byDebit = await ordered(shop, 'debit')
    await tell(stripe.pay(byDebit.session, { later: true }))
    const since = (await storedOrder(shop, byDebit.id)).order.paymentProcessingAt
    pass(60)
    await reconcilePayments(shop)
    const debit = await storedOrder(shop, byDebit.id)
    expect(debit.history.filter(({ why }) => /on its way|pending payment/.test(why))).toHaveLength(
      1,
    )
    expect(debit.order.paymentProcessingAt).toEqual(since)
  })

  it('too little for its order is named in true words on the page of staff [BANK-19]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    await tell(wire(stripe, order.customer, 100))
    pass(tenDays)
    await reconcilePayments(shop)
    const path = '/admin/dashboard/orders/:id'
    const address = path.replace(':id', order.id)
    const { words } = await renderAdminPage(shop, orderScreen, { path, address })
    expect(words).not.toContain('Order total $0.00')
    expect(words).toMatch(/Order total \$[\d,]+\.\d\d Paid \$1\.00/)
  })
})
