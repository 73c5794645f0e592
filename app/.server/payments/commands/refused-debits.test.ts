import { and, eq } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { ordersPage } from '#app/.server/orders/queries/admin-orders.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import type { OrdersFilter } from '#app/.server/orders/queries/orders-matching.ts'
import { emailOutbox, type SingleOrderEmailKind } from '#app/.server/platform/db/schema.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { releaseShippingHold } from '#app/.server/risk/commands/release-shipping-hold.ts'
import { holdsOfOrder } from '#app/.server/risk/holds.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { RefusedDebit } from '#app/routes/shop/refused-debit.tsx'
import { brand } from '#brand'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { bankShop, ordered } from '#tests/support/bank-shop.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { asStaff, madeOrder, saleOf, tokenOf } from '#tests/support/staff-orders.ts'
import { stored } from '#tests/support/stripe-shop.ts'
import { reconcilePayments } from '../jobs/reconcile-payments.ts'
import { paymentRequestPage } from '../queries/payment-request-link.ts'
import { expireOrders } from './expire-orders.ts'
import { openPaymentRequestLink } from './open-payment-request-link.ts'
import { recordOfflinePayment } from './record-offline-payment.ts'
import { closePaymentRequestLink, sendPaymentRequestLink } from './send-payment-request-link.ts'

const day = 24 * 60
const custom = { custom: 'yes', deposit: '40%', goldFixed: 'deposit', price: 'bank' }

async function emailsOf(shop: AppContext, { id }: { id: string }, kind: SingleOrderEmailKind) {
  await sendEmail(shop)
  const about = and(eq(emailOutbox.orderId, id), eq(emailOutbox.kind, kind))
  return shop.db.orm.select().from(emailOutbox).where(about).orderBy(emailOutbox.createdAt)
}

async function figures(shop: AppContext) {
  const { work } = await todayPage(shop, 'owner')
  const list = async (filter: OrdersFilter) =>
    (await ordersPage(shop, { q: '', filter, page: 1 })).orders.map(({ id }) => id)
  return { held: work.held, debit: work.debit, lists: [await list('held'), await list('debit')] }
}

const openHolds = async (shop: AppContext, { id }: { id: string }) =>
  (await holdsOfOrder(shop.db.orm, id)).filter(({ releasedAt }) => releasedAt === null)

const whys = async (shop: AppContext, order: { id: string }) =>
  (await stored(shop, order)).history.map(({ why }) => why)

onBothDatabases('a bank debit', (open) => {
  it('that its bank refuses is told to staff and buyer with the reason, and needs a look until somebody had one [BANK-20, TODAY-14, BANK-26]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'debit')
    const sum = formatCents(cents(order.totalCents))
    await tell(stripe.pay(order.session, { later: true }))
    expect(await figures(shop)).toEqual({ held: 0, debit: 1, lists: [[], [order.id]] })
    pass(3 * day)
    const refused = stripe.refuseDebit(order.session)
    expect(await tell(refused)).toBe(200)
    pass(10)
    await tell({ ...refused, id: 'evt_again' })
    await reconcilePayments(shop)

    const because = `declined the debit of ${sum}: there wasn’t enough money in the account.`
    expect(await stored(shop, order)).toMatchObject({
      state: 'cancelled',
      holdReason: null,
      balance: { paid: 0, due: 0 },
    })
    expect(await whys(shop, order)).toEqual([
      expect.any(String),
      'The payment is on its way.',
      `The bank ${because} The order is canceled, and nothing was charged.`,
    ])
    expect(await figures(shop)).toEqual({ held: 1, debit: 0, lists: [[order.id], []] })
    const [staff, ...moreStaff] = await emailsOf(shop, order, 'order-debit-failed-staff')
    expect(staff?.subject).toBe(`Test: Order ${order.number}: bank declined the debit`)
    expect(staff?.text).toContain(`The bank declined the ${sum} debit for order ${order.number}`)
    expect(staff?.text).toMatch(
      /The order is canceled: don’t make\s+or\s+ship\s+anything\. The buyer was\s+emailed/,
    )
    const [buyer, ...moreBuyer] = await emailsOf(shop, order, 'order-debit-failed-buyer')
    expect(buyer?.subject).toBe(`Test: Your bank didn’t pay for order ${order.number}`)
    const text = buyer?.text?.replaceAll(/\s+/g, ' ')
    expect(text).toContain('there wasn’t enough money in the account. Nothing was charged.')
    expect(text).toContain('order again at today’s price')
    // Each product that is still sold, and not the collection [BANK-26].
    expect(text).toMatch(/Order [^:]+ again/)
    expect(text).toContain('/product/7')
    expect(text).not.toContain('/products')
    expect([moreStaff, moreBuyer]).toEqual([[], []])
    expect(await orderPage(shop, order.token)).toMatchObject({
      state: 'cancelled',
      held: false,
      refusedDebit: {
        amount: order.totalCents,
        reason: 'there wasn’t enough money in the account',
        next: { by: 'new order' },
      },
    })
    const page = await orderPage(shop, order.token)
    const why = page?.refusedDebit
    if (!page || !why) throw new Error('no refusal is shown')
    const waysOn = (stillSold: typeof page.stillSold) => {
      const element = createElement(RefusedDebit, {
        // A product may have no picture.
        page: { ...page, stillSold, pictures: {} },
        refused: why,
      })
      return renderToStaticMarkup(createElement(MemoryRouter, null, element))
    }
    expect(waysOn(page.stillSold)).toMatch(/Order again at today’s price.*<li>/)
    // Where nothing of it is sold any longer.
    expect(waysOn([])).toContain('href="/products"')
    expect(waysOn([])).not.toMatch(/<ul>|Order again/)
    const [hold] = await openHolds(shop, order)
    expect(hold?.reason).toContain('make or ship anything. The')
    await releaseShippingHold(shop, {
      ...(await seenByStaff(shop, order)),
      ...{ hold: hold?.id ?? 0, reason: 'The buyer orders again by card.', checks: [] },
    })
    expect(await figures(shop)).toMatchObject({ held: 0 })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is refused without a reason where the provider gives none, or does not answer [BANK-20]', async () => {
    const { shop, stripe, tell } = await bankShop(await open())
    const [silent, unknown] = [await ordered(shop, 'debit'), await ordered(shop, 'debit')]
    for (const { session } of [silent, unknown]) await tell(stripe.pay(session, { later: true }))
    stripe.behave(500)
    expect(await tell(stripe.refuseDebit(silent.session))).toBe(200)
    stripe.behave(null)
    expect(await tell(stripe.refuseDebit(unknown.session, 'processing_error'))).toBe(200)
    for (const order of [silent, unknown]) {
      const sum = formatCents(cents(order.totalCents))
      const why = `The bank declined the debit of ${sum}. The order is canceled, and nothing was charged.`
      expect((await whys(shop, order)).at(-1)).toBe(why)
      const { refusedDebit } = (await orderPage(shop, order.token)) ?? {}
      expect(refusedDebit).toMatchObject({ amount: order.totalCents, reason: null })
    }
  })

  it('is told once on its way, however often it is reported, and its day stays [BANK-22]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await ordered(shop, 'debit')
    await tell(stripe.pay(order.session, { later: true }))
    const { debitBy } = (await orderPage(shop, order.token)) ?? {}
    // The shop asks while the money is on its way, and is answered the same.
    pass(day)
    await reconcilePayments(shop)
    expect(await whys(shop, order)).toHaveLength(2)
    expect(await orderPage(shop, order.token)).toMatchObject({ debitBy })
    pass(2 * day)
    const session = stripe.store.sessions.get(order.session) ?? {}
    Object.assign(session, { payment_status: 'paid' })
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    await reconcilePayments(shop)
    await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    expect(await whys(shop, order)).toEqual([
      expect.any(String),
      'The payment is on its way.',
      'The payment was confirmed.',
      expect.stringContaining('On hold: This order is $5,062.20'),
    ])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('for a deposit or a balance that is refused leaves the order waiting, says how to pay, and needs a look until another payment [BANK-21]', async () => {
    const { shop, stripe, tell, pass } = await bankShop(await open())
    const order = await madeOrder(shop, custom)
    const asked = async (kind: 'deposit' | 'balance') =>
      sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), kind, days: 30 })
    const begins = async (token: string) => {
      pass(60)
      expect(await openPaymentRequestLink(shop, token)).not.toBeNull()
      const { paymentSession } = (await storedOrder(shop, order.id)).order
      await tell(stripe.pay(paymentSession ?? '', { later: true }))
      pass(3 * day)
      return paymentSession ?? ''
    }
    const succeeds = async (id: string) => {
      const session = stripe.store.sessions.get(id) ?? {}
      Object.assign(session, { payment_status: 'paid' })
      await tell(stripe.event('checkout.session.async_payment_succeeded', session))
    }

    await asked('deposit')
    const token = await tokenOf(shop, order)
    const first = await begins(token)
    expect(await figures(shop)).toMatchObject({ held: 0, debit: 1 })
    const refused = stripe.refuseDebit(first, 'account_closed')
    await tell(refused)
    await tell({ ...refused, id: 'evt_again' })
    const deposit = cents(Number(stripe.store.sessions.get(first)?.amount_total))
    const because = `declined the debit of ${formatCents(deposit)}: the account is closed.`
    expect((await whys(shop, order)).filter((why) => why.includes('declined'))).toEqual([
      `The bank ${because} The order is waiting for another payment.`,
    ])
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      state: 'pending',
      paymentProcessingAt: null,
    })
    expect(await figures(shop)).toMatchObject({ held: 1, debit: 0 })
    const [staff] = await emailsOf(shop, order, 'order-debit-failed-staff')
    expect(staff?.text).toContain('Send a new payment link')
    const [buyer] = await emailsOf(shop, order, 'order-debit-failed-buyer')
    const text = buyer?.text?.replaceAll(/\s+/g, ' ')
    expect(text).toContain('the account is closed. Nothing was charged.')
    expect(text).toContain('Please pay again with the link we sent you, by')
    expect(text).not.toContain('order again')
    const next = { by: 'same link', until: (await saleOf(shop, order)).link?.endsAt }
    const shown = { amount: deposit, reason: 'the account is closed', next }
    expect(await orderPage(shop, order.token)).toMatchObject({ refusedDebit: shown })
    expect(await paymentRequestPage(shop, token)).toMatchObject({
      state: 'open',
      refusedDebit: shown,
    })

    // By the same link from another account: nothing is left to be looked at.
    const second = await begins(token)
    expect(second).not.toBe(first)
    expect((await orderPage(shop, order.token))?.refusedDebit).toBeNull()
    await succeeds(second)
    expect(await figures(shop)).toMatchObject({ held: 0, debit: 0 })
    expect(await saleOf(shop, order)).toMatchObject({ received: deposit })

    await asked('balance')
    const third = await begins(await tokenOf(shop, order))
    await tell(stripe.refuseDebit(third, 'no_account'))
    expect(await figures(shop)).toMatchObject({ held: 1, debit: 0 })
    expect((await emailsOf(shop, order, 'order-debit-failed-buyer')).at(-1)?.text).toMatch(
      /the\s+bank\s+couldn’t\s+find\s+the\s+account/,
    )
    pass(31 * day)
    expect((await orderPage(shop, order.token))?.refusedDebit?.next).toEqual({
      ...{ by: 'new link', until: null },
    })
    // A newer link is the answer of staff.
    await asked('balance')
    expect(await openHolds(shop, order)).toEqual([])
    const fourth = await begins(await tokenOf(shop, order))
    await tell(stripe.refuseDebit(fourth))
    expect(await figures(shop)).toMatchObject({ held: 1 })
    const { left: amount } = await saleOf(shop, order)
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, order)),
      ...{ action: 'record-payment', kind: 'check', amount },
      ...{ payer: 'Ada Buyer', reference: '7', receivedOn: '2026-03-11' },
    })
    expect(await figures(shop)).toMatchObject({ held: 0 })
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ state: 'paid', openHolds: 0 })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })
})

const debitOf = async ({ shop, stripe, tell }: Awaited<ReturnType<typeof bankShop>>) => {
  const order = await madeOrder(shop, { price: 'bank' })
  await sendPaymentRequestLink(shop, { ...(await asStaff(shop, order)), kind: 'whole', days: 7 })
  return {
    order,
    begins: async () => {
      expect(await openPaymentRequestLink(shop, await tokenOf(shop, order))).not.toBeNull()
      const session = (await storedOrder(shop, order.id)).order.paymentSession ?? ''
      await tell(stripe.pay(session, { later: true }))
      return session
    },
  }
}

/** Whitespace of the email as one space. */
const textOf = async (...of: Parameters<typeof emailsOf>) =>
  (await emailsOf(...of)).map(({ text }) => text?.replaceAll(/\s+/g, ' '))

onBothDatabases('the debit of a draft order', (open) => {
  it('that is refused after the price hold ended says so: no link is promised, the order expires, and needs a look [BANK-23]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const { order, begins } = await debitOf(selling)
    pass(6 * day)
    const session = await begins()
    pass(2 * day)
    await tell(stripe.refuseDebit(session))
    const because = `declined the debit of ${formatCents(cents(order.totalCents))}: there wasn’t enough money in the account.`
    expect((await storedOrder(shop, order.id)).order.state).toBe('expired')
    expect((await whys(shop, order)).at(-1)).toBe(
      `The bank ${because} The price hold had ended. Nothing was charged.`,
    )
    const [hold] = await openHolds(shop, order)
    expect(hold?.reason).toContain('Create a new order at today’s price')
    const [staff] = await textOf(shop, order, 'order-debit-failed-staff')
    expect(staff).toContain('The order’s price lock has ended: don’t make or ship anything.')
    const [buyer] = await textOf(shop, order, 'order-debit-failed-buyer')
    expect(buyer).toContain('The price lock on your order has ended')
    for (const text of [hold?.reason, staff, buyer])
      expect(text).not.toMatch(/waits|is waiting|new payment link|new link/)
    expect(await orderPage(shop, order.token)).toMatchObject({
      ...{ state: 'expired', refusedDebit: { next: { by: 'new draft order' } } },
    })
    expect(await figures(shop)).toEqual({ held: 1, debit: 0, lists: [[order.id], []] })
    await releaseShippingHold(shop, {
      ...(await seenByStaff(shop, order)),
      ...{ hold: hold?.id ?? 0, reason: 'A new order was made.', checks: [] },
    })
    expect(await figures(shop)).toMatchObject({ held: 0 })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('that is refused in time says until when its price is held, and once that is over what is true then [BANK-23]', async () => {
    const selling = await bankShop(await open())
    const { shop, stripe, tell, pass } = selling
    const { order, begins } = await debitOf(selling)
    const session = await begins()
    pass(3 * day)
    await tell(stripe.refuseDebit(session))
    await closePaymentRequestLink(shop, await asStaff(shop, order))
    const next = { by: 'new link', until: order.expiresAt }
    expect((await orderPage(shop, order.token))?.refusedDebit?.next).toEqual(next)
    const [buyer] = await textOf(shop, order, 'order-debit-failed-buyer')
    const until = formatDateTime(order.expiresAt, brand.timeZone)
    expect(buyer).toContain(`Your order is waiting for this payment, at its price until ${until}.`)
    expect((await openHolds(shop, order))[0]?.reason).toContain('Send a new payment link')
    // Nobody acts before the price hold ends.
    pass(5 * day)
    const page = { refusedDebit: { next: { by: 'new draft order' } } }
    expect(await orderPage(shop, order.token)).toMatchObject(page)
    expect(await expireOrders(shop)).toBe(1)
    expect(await orderPage(shop, order.token)).toMatchObject(page)
    const [hold] = await openHolds(shop, order)
    expect(hold?.reason).toMatch(
      /^The bank declined .* The price hold has ended, so don’t make or ship/,
    )
    expect(hold?.reason).not.toContain('link')
  })
})

onBothDatabases('the sale of a draft order', (open) => {
  it('says until when its price is held, and once something is paid what holds then [SALE-29]', async () => {
    const { shop } = await bankShop(await open())
    const path = '/admin/dashboard/orders/:id'
    const screen = async ({ id }: { id: string }) => {
      const address = path.replace(':id', id)
      return (await renderAdminPage(shop, orderScreen, { path, address })).words
    }
    const pays = async (order: { id: string }) =>
      recordOfflinePayment(shop, {
        ...(await asStaff(shop, order)),
        ...{ action: 'record-payment', kind: 'cash', amount: cents(500_00) },
        ...{ payer: 'Ada Buyer', reference: '', receivedOn: '2026-03-11' },
      })
    const fixed = await madeOrder(shop, { ...custom, price: 'card' })
    const later = await madeOrder(shop, { ...custom, price: 'card', goldFixed: 'delivery' })
    for (const order of [fixed, later]) {
      expect(await screen(order)).toContain('price held until')
      await pays(order)
      expect(await screen(order)).not.toContain('held until')
    }
    expect(await screen(fixed)).toContain('The price is locked until the balance is paid')
    expect(await screen(later)).toContain('The total is an estimate until you lock it.')
  })
})
