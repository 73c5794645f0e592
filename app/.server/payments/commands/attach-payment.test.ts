import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { balanceOfOrder, unmatchedOfPayment } from '#app/.server/ledger/repository.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { emailOutbox, orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { refundPayment } from '#app/.server/refunds/commands/refund-payment.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { salesTaxSetting } from '#app/.server/settings/sales-tax.ts'
import { health } from '#app/.server/system/queries/health.ts'
import { cents } from '#app/domain/money/cents.ts'
import { tangibleGoods } from '#app/domain/tax/sales-tax.ts'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  buyerAddress,
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  storedOrder,
  strayPayment,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { wire } from '#tests/support/wire-events.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'
import { adminPayment } from '../queries/admin-payment.ts'
import { type PaymentsFilter, unmatchedPayments } from '../queries/unmatched-payments.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { attachPayment } from './attach-payment.ts'
import { notePayment } from './note-payment.ts'

const by = 'ann@example.com'

onBothDatabases('a payment without an order', (open) => {
  const list = async (shop: AppContext, filter: PaymentsFilter) =>
    (await unmatchedPayments(shop, { filter, page: 1 })).payments.map(({ id }) => id)
  const eventOf = async (shop: AppContext, id: string) =>
    (await shop.db.orm.select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0]

  it('is listed where it is a wire to an account number of no order, and takes a note alone [UNATTACHED-06]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'card')
    for (const sum of [5000, 7000]) expect(await tell(wire(stripe, 'cus_nobody', sum))).toBe(200)
    const { payments, open: waiting } = await unmatchedPayments(shop, { filter: 'open', page: 1 })
    expect(payments.map(({ amount, isWire }) => [amount, isWire])).toEqual(
      expect.arrayContaining([
        [5000, true],
        [7000, true],
      ]),
    )
    expect([payments.length, waiting]).toEqual([2, 2])
    const [{ id } = { id: '' }] = payments
    const form = {
      id,
      by,
      reason: 'Not ours.',
      key: 'form-of-a-wire',
      requireFresh: async () => {},
    }
    for (const refused of [
      refusal(attachPayment(shop, { id, number: order.number, by })),
      refusal(refundPayment(shop, form)),
    ]) {
      expect(await refused).toMatchObject({ code: 'wire_of_nobody', status: 409 })
      expect((await refused).message).toContain('in the Stripe dashboard under Customers')
    }
    expect((await storedOrder(shop, order.id)).order.state).toBe('pending')
    await notePayment(shop, { id, note: 'Sent back at Stripe.', settles: true, by })
    expect((await unmatchedPayments(shop, { filter: 'open', page: 1 })).total).toBe(1)
    expect(await list(shop, 'settled')).toEqual([id])
  })

  it('is listed with sum, payer and what it names, once, and counted on the strip [UNATTACHED-01]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const stray = await strayPayment(shop, order)
    pass(1)
    // The same money under another id, and one that a payment link sold.
    await strayPayment(shop, order, { id: 'again', reference: stray.reference })
    const object = { payment_link: 'plink_1', metadata: { order_number: 'T-FN-GONE' } }
    await strayPayment(shop, order, { id: 'link', email: null, address: null, payload: { object } })
    const page = await unmatchedPayments(shop, { filter: 'open', page: 1 })
    expect(page).toMatchObject({ total: 2, page: 1, pages: 1, open: 2 })
    expect(page.payments).toMatchObject([
      { id: 'link', isByLink: true, namedOrder: 'T-FN-GONE', email: null, name: null },
      {
        id: stray.id,
        amount: order.totalCents,
        currency: 'usd',
        email: 'ada@example.com',
        name: 'Ada Buyer',
        isTest: true,
        isOpen: true,
        isByLink: false,
        namedOrder: null,
        order: null,
      },
    ])
    expect(await adminPayment(shop, stray.id)).toMatchObject({
      reference: stray.reference,
      address: buyerAddress,
      notes: [],
      since: [],
    })
    expect((await health(shop)).openPayments).toBe(2)
    // Those of the other mode are shown, but the status strip does not count them.
    await shop.db.orm.execute(sql`update payment_events set provider = 'stripe', livemode = true
      where id = 'link'`)
    expect((await health(shop)).openPayments).toBe(1)
    expect(await list(shop, 'open')).toHaveLength(2)
    for (const id of ['nobody', `paid-${(await paidOrder(shop)).id}`]) {
      expect(await adminPayment(shop, id)).toBeNull()
    }
    for (const page of [-1, 99, Number.NaN, 1e300]) {
      expect((await unmatchedPayments(shop, { filter: 'all', page })).page).toBe(1)
    }
  })

  it('pays the order it is attached to, with mails, history, ledger and books [UNATTACHED-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const stray = await strayPayment(shop, order)
    await strayPayment(shop, order, { id: 'again', reference: stray.reference })
    // Read from a telephone: in lower case, with blanks and other dashes.
    const number = ` ${order.number.toLowerCase().replaceAll('-', ' – ')} `
    expect(await attachPayment(shop, { id: stray.id, number, by })).toEqual({
      order: { id: order.id, number: order.number },
      outcome: 'applied',
    })
    const { order: paid, history, events } = await storedOrder(shop, order.id)
    expect(paid).toMatchObject({
      state: 'paid',
      email: 'ada@example.com',
      shippingAddress: buyerAddress,
      paymentReference: stray.reference,
    })
    expect(history.at(-1)).toMatchObject({
      toState: 'paid',
      actor: 'staff',
      by,
      why: 'The payment was confirmed. It was matched to this order manually.',
    })
    expect(events).toMatchObject([
      { action: 'payment.attached', actorId: by, facts: { number: order.number } },
    ])
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, order.id))
    expect(emails.map(({ kind }) => kind).sort()).toEqual(['order-paid-buyer', 'order-paid-staff'])
    expect(await balanceOfOrder(shop.db.orm, order.id)).toMatchObject({
      paid: order.totalCents,
      due: 0,
    })
    expect(await unmatchedOfPayment(shop.db.orm, stray.reference ?? '')).toBe(0)
    expect(await orderFindings(shop.db.orm)).toEqual([])
    expect(await list(shop, 'open')).toEqual([])
    expect(await list(shop, 'settled')).toEqual([stray.id])
    expect((await adminPayment(shop, stray.id))?.order?.number).toBe(order.number)
    // Its second report belongs to the order too, and is no separate money.
    expect(await eventOf(shop, 'again')).toMatchObject({ orderId: order.id, outcome: 'ignored' })
    // A refund that comes later finds the order.
    await applyPaymentEvent(shop, {
      ...stray,
      id: 'refund',
      type: 'refunded',
      reference: stray.reference ?? '',
      about: { payment: stray.reference ?? '' },
      occurredAt: shop.now(),
    })
    expect((await storedOrder(shop, order.id)).order.state).toBe('refunded')
  })

  it('pays an order with the sales tax it was charged with [UNATTACHED-02, TAX-03]', async () => {
    const { shop } = await sellingShop(await open())
    const taxed = (order: PlacedOrder, tax: number, id: string) => {
      const total_details = { amount_tax: tax, amount_shipping: 0, amount_discount: 0 }
      const object = { amount_subtotal: order.totalCents, total_details }
      const amount = cents(order.totalCents + tax)
      return strayPayment(shop, order, { id, amount, payload: { object } })
    }
    // Without tax it was sold without: held, with the parts in words.
    const untaxed = await pendingOrder(shop)
    const wrong = await taxed(untaxed, 20000, 'wrong')
    await attachPayment(shop, { id: wrong.id, number: untaxed.number, by })
    expect((await storedOrder(shop, untaxed.id)).order).toMatchObject({
      state: 'pending',
      holdReason: expect.stringContaining('with sales tax of $200.00'),
    })
    await saveSetting(
      shop,
      salesTaxSetting,
      { enabled: true, states: ['WA'], taxCode: tangibleGoods },
      by,
    )
    const order = await pendingOrder(shop)
    const stray = await taxed(order, 21417, 'right')
    const attached = await attachPayment(shop, { id: stray.id, number: order.number, by })
    expect(attached).toMatchObject({ outcome: 'applied' })
    expect(await storedOrder(shop, order.id)).toMatchObject({
      order: { state: 'paid', holdReason: null },
      balance: {
        sold: { goods: order.totalCents, tax: 21417 },
        paid: order.totalCents + 21417,
        due: 0,
      },
    })
  })

  it('of another sum or currency, or for an order that is paid or closed, is held there as ever [UNATTACHED-02]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const attached = async (
      order: Awaited<ReturnType<typeof pendingOrder>>,
      more: Parameters<typeof strayPayment>[2],
    ) => {
      const { id } = await strayPayment(shop, order, more)
      const { outcome } = await attachPayment(shop, { id, number: order.number, by })
      expect(outcome).toBe('on hold')
      return (await storedOrder(shop, order.id)).order
    }
    const less = await pendingOrder(shop)
    expect(await attached(less, { id: 'less', amount: cents(less.totalCents - 1) })).toMatchObject({
      state: 'pending',
      holdReason: expect.stringContaining('was due'),
    })
    const euros = await attached(await pendingOrder(shop), { id: 'euros', currency: 'eur' })
    expect(euros.holdReason).toContain('EUR arrived, but')
    const twice = await attached(await paidOrder(shop), { id: 'twice' })
    expect(twice).toMatchObject({
      state: 'paid',
      holdReason: expect.stringContaining('A second payment of'),
    })
    const late = await pendingOrder(shop)
    await shop.db.orm.update(orders).set({ state: 'expired' }).where(eq(orders.id, late.id))
    pass(60)
    expect((await attached(late, { id: 'late' })).state).toBe('expired')
    expect(await balanceOfOrder(shop.db.orm, twice.id)).toMatchObject({ due: -twice.totalCents })
    expect(await list(shop, 'open')).toEqual([])
  })

  it('is attached once, by the first who tries, and to nothing that is not there [UNATTACHED-02]', async () => {
    const { shop } = await sellingShop(await open())
    const [one, other] = [await pendingOrder(shop), await pendingOrder(shop)]
    const { id } = await strayPayment(shop, one)
    const to = (number: string) => attachPayment(shop, { id, number, by })
    for (const number of ['', '—', 'T-FN-0000-0000', `${one.number}0`, "' or true --", '\0']) {
      expect(await refusal(to(number))).toMatchObject({ code: 'order_unknown', status: 422 })
    }
    const both = await Promise.allSettled([to(one.number), to(other.number)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const number of [one.number, other.number]) {
      expect((await refusal(to(number))).message).toMatch(
        /^This payment already belongs to order T-FN-\S+\. Nothing was changed\.$/,
      )
    }
    const states = await shop.db.orm
      .select({ state: orders.state })
      .from(orders)
      .orderBy(asc(orders.state))
    expect(states.map(({ state }) => state)).toEqual(['paid', 'pending'])
    const nobody = attachPayment(shop, { id: 'nobody', number: one.number, by })
    expect((await refusal(nobody)).code).toBe('payment_unknown')
    // One that paid its own order is no payment without an order.
    const paid = await paidOrder(shop)
    const own = attachPayment(shop, { id: `paid-${paid.id}`, number: other.number, by })
    expect((await refusal(own)).message).toContain(`belongs to order ${paid.number}`)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('of the other mode, of another provider, refunded or disputed is attached to nothing [UNATTACHED-02, MODE-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    const attach = (id: string) => refusal(attachPayment(shop, { id, number: order.number, by }))
    await strayPayment(shop, order, { id: 'live' })
    await shop.db.orm.execute(sql`update payment_events set provider = 'stripe', livemode = true
      where id = 'live'`)
    expect(await attach('live')).toMatchObject({
      code: 'other_mode',
      message: `The payment is live, but order ${order.number} is test. The two can’t be mixed. Nothing was changed.`,
    })
    await strayPayment(shop, order, { id: 'card', provider: 'stripe' })
    expect((await attach('card')).code).toBe('other_provider')
    await strayPayment(shop, order, { id: 'nameless', reference: null })
    expect((await attach('nameless')).code).toBe('payment_nameless')
    for (const type of ['refunded', 'dispute open'] as const) {
      const stray = await strayPayment(shop, order, { id: type })
      await applyPaymentEvent(shop, {
        ...stray,
        id: `${type} since`,
        type,
        amount: cents(100),
        reference: stray.reference ?? '',
        about: { payment: stray.reference ?? '' },
        occurredAt: shop.now(),
      })
      expect((await attach(type)).code).toBe('payment_gone')
    }
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'pending',
      revision: order.revision,
    })
  })

  it('is not attached to an order at the price of a wire [UNATTACHED-02]', async () => {
    const { shop } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const stray = await strayPayment(shop, order)
    const { code, message } = await refusal(
      attachPayment(shop, { id: stray.id, number: order.number, by }),
    )
    expect(code).toBe('order_by_wire')
    expect(message).toContain('by wire')
    expect(await storedOrder(shop, order.id)).toMatchObject({ order: { state: 'pending' } })
    expect(await unmatchedOfPayment(shop.db.orm, stray.reference ?? '')).toBe(order.totalCents)
  })

  it('has the order’s own payment page closed first; if paid there in the meantime, it is held [UNATTACHED-02]', async () => {
    const { shop } = await sellingShop(await open())
    const payments = shop.payments as PaymentGateway
    const card = { ...payments, provider: 'stripe' as const }
    const app = { ...shop, payments: card }
    const closed: string[] = []
    const order = await pendingOrder(app)
    const stray = await strayPayment(app, order)
    const closing = (session: string) => {
      closed.push(session)
      return Promise.resolve('unknown' as const)
    }
    await attachPayment(
      { ...app, payments: { ...card, closeSession: closing } },
      { id: stray.id, number: order.number, by },
    )
    expect(closed).toEqual([order.paymentSession])
    const raced = await pendingOrder(app)
    const { id } = await strayPayment(app, raced)
    const paidThere = async () => payment(raced, { reference: 'own' })
    const { outcome } = await attachPayment(
      { ...app, payments: { ...card, closeSession: paidThere } },
      { id, number: raced.number, by },
    )
    expect(outcome).toBe('on hold')
    expect((await storedOrder(shop, raced.id)).order).toMatchObject({
      state: 'paid',
      paymentReference: 'own',
      holdReason: expect.stringContaining('A second payment'),
    })
  })

  it('keeps notes with name and time, may be settled, and comes back where it is disputed [UNATTACHED-03]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const stray = await strayPayment(shop, await pendingOrder(shop))
    const { id } = stray
    const note = (text: string, settles = false) =>
      notePayment(shop, { id, note: text, settles, by })
    await note('Called: no answer.')
    const first = shop.now()
    pass(5)
    expect(await list(shop, 'open')).toEqual([id])
    await note('Sold by the link, sent on Monday.', true)
    expect((await adminPayment(shop, id))?.notes).toMatchObject([
      { text: 'Sold by the link, sent on Monday.', by, at: shop.now(), settles: true },
      { text: 'Called: no answer.', by, at: first, settles: false },
    ])
    expect([await list(shop, 'open'), await list(shop, 'settled')]).toEqual([[], [id]])
    const log = await shop.db.orm.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(log).toMatchObject([
      { action: 'payment.noted', facts: { note: 'Called: no answer.', settles: false } },
      { action: 'payment.noted', facts: { settles: true } },
    ])
    pass(5)
    await applyPaymentEvent(shop, {
      ...stray,
      id: 'dispute',
      type: 'dispute open',
      reference: stray.reference ?? '',
      about: { payment: stray.reference ?? '' },
      occurredAt: shop.now(),
    })
    expect(await list(shop, 'open')).toEqual([id])
    pass(5)
    await note('Answered the bank.', true)
    expect(await list(shop, 'open')).toEqual([])
    const nobody = notePayment(shop, { id: 'nobody', note: 'x', settles: false, by })
    expect((await refusal(nobody)).code).toBe('payment_unknown')
  })

  it('that was refunded at the provider is settled by that, unless the refund failed [UNATTACHED-01]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const stray = await strayPayment(shop, await pendingOrder(shop))
    const reference = stray.reference ?? ''
    const report = (type: 'refunded' | 'refund failed', amount: number) =>
      applyPaymentEvent(shop, {
        ...stray,
        id: `${type} ${amount}`,
        type,
        amount: cents(amount),
        reference,
        about: { payment: reference },
        occurredAt: shop.now(),
      })
    const total = stray.amount ?? 0
    await report('refunded', total - 1)
    expect(await list(shop, 'open')).toEqual([stray.id])
    await report('refunded', total)
    expect(await list(shop, 'open')).toEqual([])
    expect(await adminPayment(shop, stray.id)).toMatchObject({ refunded: total, isOpen: false })
    pass(1)
    await report('refund failed', total)
    expect(await list(shop, 'open')).toEqual([stray.id])
  })
})
