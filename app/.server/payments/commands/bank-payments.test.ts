import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { bankShop, ordered, pair } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { payment, seenByStaff } from '#tests/support/orders.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { stored } from '#tests/support/stripe-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { awaitWire, wire } from '#tests/support/wire-events.ts'
import { reconcilePayments } from '../jobs/reconcile-payments.ts'
import { remindOfWires } from '../jobs/remind-of-wires.ts'
import { settlePaymentHold } from './resolve-held-order.ts'

async function emailsOf(app: AppContext, id: string) {
  const rows = await app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.orderId, id))
  return rows.map(({ kind }) => kind).toSorted()
}

onBothDatabases('an order at the bank price', (open) => {
  it('is charged its lines less the discount, and only what its quote says [BANK-02, BANK-03]', async () => {
    const { shop, stripe } = await bankShop(await open())
    const { quote, total, bank } = await quoteCart(shop, [pair])
    const place = (more: object) => refusal(placeOrder(shop, { quote, amount: 1, ...more }))
    expect(await place({ amount: Number(total), payBy: 'debit' })).toMatchObject({
      code: 'amount_mismatch',
    })
    expect(await place({ amount: Number(bank?.total), payBy: 'card' })).toMatchObject({
      code: 'amount_mismatch',
    })
    expect(await place({ amount: Number(bank?.total), payBy: 'check' })).toMatchObject({
      code: 'invalid_request',
    })
    const order = await ordered(shop, 'debit')
    expect(order.totalCents + order.discountCents).toBe(Number(total.replace('.', '')))
    expect(order.totalCents).toBe(Number(bank?.total.replace('.', '')))
    const session = stripe.store.sessions.get(order.session)
    expect(session).toMatchObject({
      amount_total: order.totalCents,
      allowed_payment_method_types: ['us_bank_account'],
      customer: null,
    })
    const body = new URLSearchParams(stripe.calls.at(-1)?.body)
    expect(body.get('line_items[0][quantity]')).toBe('1')
    expect(body.get('line_items[0][price_data][product_data][name]')).toMatch(/^2 × /)
    expect(body.get('payment_method_options[us_bank_account][verification_method]')).toBe('instant')
  })

  it('has no price by bank while it is off; a quote that is out keeps its own [BANK-01, BANK-03]', async () => {
    const { shop } = await bankShop(await open())
    const before = await quoteCart(shop, [pair])
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 0 as BankDiscount },
      'ann@example.com',
    )
    const off = await quoteCart(shop, [pair])
    expect(off).not.toHaveProperty('bank')
    const wanted = { quote: off.quote, amount: Number(off.total), payBy: 'wire' }
    expect(await refusal(placeOrder(shop, wanted))).toMatchObject({ code: 'no_bank_price' })
    const { quote, bank } = before
    await placeOrder(shop, { quote, amount: Number(bank?.total), payBy: 'debit' })
    const [order] = await shop.db.orm.select().from(orders)
    expect(order?.totalCents).toBe(Number(bank?.total.replace('.', '')))
  })

  it('by debit is sent after it has settled, and not when the bank takes it back [BANK-07]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'debit')
    const completed = stripe.pay(order.session, { later: true })
    await tell(completed)
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      email: 'ada@example.com',
      balance: { paid: 0, due: 0 },
    })
    const ship = async () =>
      recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1' })
    expect(await refusal(ship())).toMatchObject({ code: 'order_moved' })
    pass(3 * 24 * 60)
    const session = stripe.store.sessions.get(order.session) ?? {}
    Object.assign(session, { payment_status: 'paid' })
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      balance: {
        paid: order.totalCents,
        due: 0,
        sold: { goods: order.totalCents + order.discountCents, discount: order.discountCents },
      },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])

    pass(50 * 24 * 60)
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      amount: order.totalCents,
      currency: 'usd',
      payment_intent: completed.data.object.payment_intent,
      reason: 'insufficient_funds',
    }
    await tell(stripe.event('charge.dispute.created', { ...dispute, status: 'lost' }))
    await tell(stripe.event('charge.dispute.closed', { ...dispute, status: 'lost' }))
    const returned = await stored(shop, order)
    expect(returned).toMatchObject({
      state: 'paid',
      holdReason: expect.stringMatching(/^The bank reversed the debit of \$[\d,.]+ USD \(/),
      balance: { returned: order.totalCents, paid: 0, due: order.totalCents, refundable: 0 },
    })
    expect(returned.holdReason?.match(/reversed the debit/g)).toHaveLength(1)
    expect(await emailsOf(shop, order.id)).toContain('order-held-staff')
    expect(await refusal(ship())).toMatchObject({ code: 'order_on_hold' })
    await settlePaymentHold(shop, {
      ...(await seenByStaff(shop, order)),
      reason: 'Written to the buyer.',
    })
    expect(await refusal(ship())).toMatchObject({ code: 'payment_taken_back' })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by debit that failed after it had settled is held once, with a mail, and moves no money [BANK-10]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'debit')
    await tell(stripe.pay(order.session, { later: true }))
    const session = stripe.store.sessions.get(order.session) ?? {}
    Object.assign(session, { payment_status: 'paid' })
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    const before = (await stored(shop, order)).balance
    for (const _time of [1, 2]) {
      await tell(stripe.event('checkout.session.async_payment_failed', session))
    }
    const after = await stored(shop, order)
    expect(after).toMatchObject({ state: 'paid', balance: before })
    expect(after.holdReason?.match(/payment failed/g)).toHaveLength(1)
    const ship = recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1' })
    expect(await refusal(ship)).toMatchObject({ status: 409 })
    const emails = await emailsOf(shop, order.id)
    expect(emails.filter((kind) => kind === 'order-held-staff')).toHaveLength(1)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire waits a cent short, says so, and is paid when it is whole [BANK-05, BANK-06, MAIL-20]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    expect(stripe.store.sessions.get(order.session)).toMatchObject({
      customer: order.customer,
      allowed_payment_method_types: ['customer_balance'],
      amount_total: order.totalCents,
    })
    const { completed, instructed } = awaitWire(stripe, order.session)
    await tell(instructed)
    await tell(completed)
    const waiting = await stored(shop, order)
    expect(waiting).toMatchObject({
      state: 'pending',
      email: 'ada@example.com',
      paymentUrl: expect.stringContaining('https://payments.stripe.com/bank_transfers/'),
      paymentReference: completed.data.object.payment_intent,
    })
    // Two bank days after the Wednesday of the order, at midnight in New York.
    expect(waiting.expiresAt).toEqual(new Date('2026-03-14T04:00:00Z'))
    expect(await emailsOf(shop, order.id)).toEqual(['order-wire-buyer'])
    await sendEmail(shop)
    const [asked] = await shop.db.orm
      .select({ text: emailOutbox.text })
      .from(emailOutbox)
      .where(eq(emailOutbox.orderId, order.id))
    // One link to the page of the order, however it is called [MAIL-20].
    expect(asked?.text?.match(/\/order\//g)).toHaveLength(1)

    pass(10 * 60)
    await tell(wire(stripe, order.customer, 1))
    const part = wire(stripe, order.customer, order.totalCents - 2)
    await tell(part)
    await tell(part)
    await tell(wire(stripe, order.customer, order.totalCents, { type: 'applied_to_payment' }))
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      balance: { paid: order.totalCents - 1 },
    })
    expect((await stored(shop, order)).history.at(-1)?.why).toMatch(/\$0\.01 is still due\.$/)
    expect(await orderPage(shop, order.token)).toMatchObject({
      state: 'pending',
      wire: { received: order.totalCents - 1, missing: 1 },
    })
    await tell(wire(stripe, order.customer, 1))
    const paid = await stored(shop, order)
    expect(paid).toMatchObject({
      state: 'paid',
      holdReason: null,
      email: 'ada@example.com',
      shippingAddress: { city: 'Seattle' },
      paymentReference: completed.data.object.payment_intent,
      balance: { paid: order.totalCents, due: 0 },
    })
    Object.assign(stripe.store.sessions.get(order.session) ?? {}, { payment_status: 'paid' })
    const session = stripe.store.sessions.get(order.session) ?? {}
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    expect((await stored(shop, order)).balance).toEqual(paid.balance)
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire owes the buyer what is too much, also a third wire [BANK-06]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    // The money arrives before any event of the page.
    await tell(wire(stripe, order.customer, 1000))
    await tell(wire(stripe, order.customer, order.totalCents))
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      holdReason: null,
      balance: { paid: order.totalCents + 1000, due: -1000 },
    })
    const said = (await stored(shop, order)).history.map(({ why }) => why).join('\n')
    expect(said).toContain('with $10.00 extra')
    await tell(wire(stripe, order.customer, 500))
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      holdReason: expect.stringContaining('$5.00 USD arrived after the order had been paid'),
      balance: { due: -1500 },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire follows what Stripe sends back from the cash balance [BANK-11]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await shop.db.orm.update(orders).set({ email: 'ada@example.com' })
    await tell(wire(stripe, order.customer, order.totalCents + 1000))
    const sent = wire(stripe, order.customer, -1000, { type: 'return_initiated' })
    await tell(sent)
    await tell(sent)
    const paid = { paid: order.totalCents + 1000, refunded: 1000, due: 0 }
    expect(await stored(shop, order)).toMatchObject({
      state: 'paid',
      holdReason: null,
      balance: { ...paid, refundable: order.totalCents },
    })
    // Nothing of the sale was reversed: there is no credit note, and the buyer hears of it.
    expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([
      { amountCents: 1000, origin: 'provider', state: 'succeeded', creditNoteNumber: null },
    ])
    expect(await emailsOf(shop, order.id)).toContain('order-refunded-buyer')

    await tell(wire(stripe, order.customer, 1000, { type: 'return_canceled' }))
    expect(await stored(shop, order)).toMatchObject({
      holdReason: expect.stringContaining('didn’t reach the buyer’s bank'),
      balance: { ...paid, refunded: 0, due: -1000 },
    })
    expect(await refundsOfOrder(shop.db.orm, order.id)).toMatchObject([{ state: 'failed' }])
    for (const type of ['applied_to_payment', 'unapplied_from_payment', 'transferred_to_balance']) {
      await tell(wire(stripe, order.customer, -500, { type }))
    }
    expect((await stored(shop, order)).balance).toMatchObject({ refunded: 0, due: -1000 })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire is whole again only by what came after some was sent back [BANK-11]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(wire(stripe, order.customer, 5000))
    await tell(wire(stripe, order.customer, -5000, { type: 'return_initiated' }))
    expect((await orderPage(shop, order.token))?.wire).toMatchObject({
      received: 0,
      missing: order.totalCents,
    })
    await tell(wire(stripe, order.customer, order.totalCents - 5000))
    expect((await stored(shop, order)).state).toBe('pending')
    await tell(wire(stripe, order.customer, 5000))
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', balance: { due: 0 } })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire, refunded into the cash balance and sent on, is given back once, in any order [BANK-11]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const orderings = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [0, 2, 1],
      [2, 0, 1],
      [1, 0, 2],
    ]
    for (const ordering of orderings) {
      const order = await ordered(shop, 'wire')
      const { completed } = awaitWire(stripe, order.session)
      await tell(completed)
      await tell(wire(stripe, order.customer, order.totalCents))
      const payment_intent = completed.data.object.payment_intent
      const refund = { id: `re_${order.id}`, object: 'refund', amount: order.totalCents }
      const events = [
        stripe.event('refund.created', {
          ...refund,
          currency: 'usd',
          payment_intent,
          status: 'succeeded',
          metadata: { order_id: order.id },
        }),
        wire(stripe, order.customer, order.totalCents, { type: 'refunded_from_payment' }),
        wire(stripe, order.customer, -order.totalCents, { type: 'return_initiated' }),
      ]
      for (const index of ordering) {
        const event = events[index]
        if (event) await tell(event)
      }
      expect((await stored(shop, order)).balance).toMatchObject({
        paid: order.totalCents,
        refunded: order.totalCents,
        refundable: 0,
        due: 0,
        sold: { goods: 0, discount: 0 },
      })
      expect(await orderFindings(shop.db.orm)).toEqual([])
      await shop.db.orm.update(orders).set({ clientHash: null })
    }
  })

  it('by wire is held where another currency comes, and where a bank takes it back [BANK-06]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(wire(stripe, order.customer, order.totalCents, { currency: 'eur' }))
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      holdReason: expect.stringContaining('EUR arrived, but U.S. dollars were due'),
      balance: { paid: 0 },
    })
    const other = await ordered(shop, 'wire')
    await tell(wire(stripe, other.customer, other.totalCents))
    const back = wire(stripe, other.customer, -other.totalCents, { type: 'funding_reversed' })
    await tell(back)
    expect(await stored(shop, other)).toMatchObject({
      state: 'paid',
      holdReason: expect.stringContaining('The bank reversed a transfer'),
      balance: { paid: 0, due: other.totalCents, returned: other.totalCents },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire runs out after its last bank day, owes what came, and is not revived [BANK-05, BANK-06]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    const { completed } = awaitWire(stripe, order.session)
    await tell(completed)
    pass(60)
    await reconcilePayments(shop)
    expect((await stored(shop, order)).state).toBe('pending')
    // The webhook of this one is lost.
    wire(stripe, order.customer, 100)
    pass(58 * 60)
    await reconcilePayments(shop)
    expect(await stored(shop, order)).toMatchObject({ state: 'pending', balance: { paid: 100 } })
    pass(61)
    await reconcilePayments(shop)
    expect(stripe.store.wires.cancelled).toContain(completed.data.object.payment_intent)
    expect(await stored(shop, order)).toMatchObject({
      state: 'expired',
      holdReason: expect.stringContaining('$1.00 is owed to the buyer'),
      balance: { paid: 100, due: -100 },
    })
    expect(await emailsOf(shop, order.id)).toEqual([
      'order-held-staff',
      'order-wire-buyer',
      'order-wire-buyer',
      'order-wire-late-buyer',
    ])
    await tell(wire(stripe, order.customer, order.totalCents))
    expect(await stored(shop, order)).toMatchObject({
      state: 'expired',
      holdReason: expect.stringContaining('arrived after the order had expired'),
      balance: { due: -100 - order.totalCents },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('by wire is stopped at its end also where the shop learns only then what to stop [BANK-05]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    // The webhook of the page is lost, that of the money comes.
    const { completed } = awaitWire(stripe, order.session)
    await tell(wire(stripe, order.customer, 100))
    expect(await stored(shop, order)).toMatchObject({ state: 'pending', paymentReference: null })
    pass(60 * 24 * 10)
    await reconcilePayments(shop)
    expect(stripe.store.wires.cancelled).toContain(completed.data.object.payment_intent)
    expect(await stored(shop, order)).toMatchObject({ state: 'expired', balance: { due: -100 } })
  })

  it('by wire is paid by what the shop asked for, where every webhook was lost [BANK-06]', async () => {
    const { shop, stripe, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    awaitWire(stripe, order.session)
    pass(5)
    await reconcilePayments(shop)
    expect(await stored(shop, order)).toMatchObject({
      state: 'pending',
      paymentUrl: expect.stringContaining('instructions'),
    })
    wire(stripe, order.customer, order.totalCents - 5)
    wire(stripe, order.customer, 5)
    pass(60)
    expect(await reconcilePayments(shop)).toBe(1)
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', balance: { due: 0 } })
  })

  it('by wire is reminded of once, on its last bank day, while something is missing [BANK-08]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'wire')
    await tell(awaitWire(stripe, order.session).completed)
    pass(43 * 60)
    expect(await remindOfWires(shop)).toBe(0)
    pass(61)
    expect(await remindOfWires(shop)).toBe(1)
    expect(await remindOfWires(shop)).toBe(0)
    expect(await emailsOf(shop, order.id)).toEqual(['order-wire-buyer', 'order-wire-buyer'])
  })

  it('by wire has the bank days of the setting, and keeps those it was placed with [WIRE-02, BANK-24]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const day = 24 * 60
    // The Friday evening before Memorial Day.
    pass(72 * day + 10 * 60)
    expect(shop.now()).toEqual(new Date('2026-05-23T02:00:00Z'))
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 250 as BankDiscount, wireBankDays: 1 },
      'ann@example.com',
    )
    const { bank, shipping } = await quoteCart(shop, [pair])
    expect(bank?.wireBy).toBe('May 26, 2026, at 9:00 PM PDT')
    // By card from today, by bank from when the money is expected: May 26 and 29 [BANK-24].
    expect(shipping).toMatchObject({
      arrives: 'Jun 1–4',
      arrivesByBank: { wire: 'Jun 2–5', debit: 'Jun 5–10' },
    })
    const order = await ordered(shop, 'wire')
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 300 as BankDiscount },
      'ann@example.com',
    )
    expect((await bankDiscountSetting.current(shop)).wireBankDays).toBe(1)
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 300 as BankDiscount, wireBankDays: 5 },
      'ann@example.com',
    )
    await tell(awaitWire(stripe, order.session).completed)
    expect((await stored(shop, order)).expiresAt).toEqual(new Date('2026-05-27T04:00:00Z'))
    // Saturday to Monday no bank sends it; on Tuesday it is in time.
    pass(3 * day + 12 * 60)
    await reconcilePayments(shop)
    await tell(wire(stripe, order.customer, order.totalCents))
    expect(await stored(shop, order)).toMatchObject({ state: 'paid', holdReason: null })
  })

  it('takes no transfer for an order that is paid by card [BANK-06]', async () => {
    const { shop } = await bankShop(await open())
    const order = await ordered(shop, 'card')
    const { outcome } = await applyPaymentEvent(
      shop,
      payment(order, { type: 'transferred', amount: cents(order.totalCents) }),
    )
    expect(outcome).toBe('on hold')
    expect((await stored(shop, order)).state).toBe('pending')
  })
})
