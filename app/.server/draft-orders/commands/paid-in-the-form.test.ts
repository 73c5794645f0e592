import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { correctBuyer } from '#app/.server/fulfillment/commands/correct-buyer.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { offlinePayments } from '#app/.server/platform/db/draft-order-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { correctBuyerForm } from '#app/contracts/orders/buyer.ts'
import * as newScreen from '#app/routes/admin/draft-orders/new.tsx'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import {
  asStaff,
  madeOrder,
  saleOf,
  statedFor,
  submittedOrder,
} from '#tests/support/staff-orders.ts'
import { newOrderPage } from '../queries/new-order-page.ts'
import { createDraftOrder } from './create-draft-order.ts'

const by = 'ann@example.com'
/** $1,550.00 in all, of which $620.00 are the deposit. */
const custom = { custom: 'yes', deposit: '40%', goldFixed: 'deposit', request: 'A ring.' }
const path = '/admin/dashboard/orders/:id'

const issuesOf = (input: Record<string, string>) =>
  draftOrderForm.safeParse(input).error?.issues.map((issue) => [issue.path[0], issue.message])

onBothDatabases('an order that staff make', (open) => {
  it('is paid with the form that makes it, once, and all of it or nothing is stored [SALE-22]', async () => {
    const { shop } = await sellingShop(await open())
    const input = await submittedOrder(shop, { paid: 'cash', paymentReference: '' })
    const wish = draftOrderForm.parse(input)
    const stated = await statedFor(shop, wish)
    for (const _time of [1, 2]) await createDraftOrder(shop, { wish, by, stated })
    const payments = await shop.db.orm.select().from(offlinePayments)
    expect(payments).toMatchObject([
      { kind: 'cash', amountCents: 155_000, payer: 'Ada Buyer', receivedOn: '2026-03-11', by },
    ])
    const { order, balance } = await storedOrder(shop, payments[0]?.orderId ?? '')
    expect(order).toMatchObject({ state: 'paid', step: 'paid' })
    expect(balance).toMatchObject({ paid: 155_000, due: 0 })
    await sendEmail(shop)
    const emails = (await orderEmails(shop, order.id)).map(({ kind }) => kind)
    expect(emails.toSorted()).toEqual(['order-paid-buyer', 'order-paid-staff'])
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('is made only with the payment that was read back: any other is shown first [SALE-22]', async () => {
    const { shop } = await sellingShop(await open())
    const input = await submittedOrder(shop)
    const { answer } = await renderAdminPage(shop, newScreen, {
      form: { ...input, action: 'price' },
    })
    expect(answer).toMatchObject({ shown: { inAll: 155_000, received: null } })
    const shown = { stated: '155000', statedReceived: '' }
    const cash = { kind: 'cash', payer: 'Ada Buyer', amount: 155_000 }
    const make = (form: Record<string, string>) =>
      renderAdminPage(shop, newScreen, { form: { ...input, ...form, action: 'make' } })
    const refused = await make({ ...shown, paid: 'cash' })
    expect(refused.answer).toMatchObject({
      refused: { code: 'shown_changed', shown: { received: cash } },
    })
    expect(refused.words).toContain('The payment received now has changed.')
    expect(refused.words).toContain(
      'When you create the order, $1,550.00 will be recorded as received in cash from Ada Buyer.',
    )
    const readBack = { stated: '155000', statedReceived: '155000 cash Ada Buyer' }
    for (const other of [
      { paid: '' },
      { paid: 'check' },
      { paid: 'cash', payer: 'Bo Payer' },
      { ...custom, paid: 'cash' },
    ]) {
      expect((await make({ ...readBack, ...other })).answer).toMatchObject({
        refused: { code: 'shown_changed' },
      })
    }
    expect(await shop.db.orm.select().from(orders)).toEqual([])
    expect(await shop.db.orm.select().from(offlinePayments)).toEqual([])
    expect(refused.html).toContain('value="155000 cash Ada Buyer"')
    await expect(make({ ...readBack, paid: 'cash' })).rejects.toThrow('redirects')
    expect(await shop.db.orm.select().from(offlinePayments)).toMatchObject([
      { kind: 'cash', payer: 'Ada Buyer', amountCents: 155_000 },
    ])
  })

  it('of custom work is paid its deposit by it; the preview says what is recorded, and from whom [SALE-22]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { ...custom, paid: 'check', payer: 'Bo Payer' })
    expect(await saleOf(shop, order)).toMatchObject({
      ...{ received: 62_000, left: 93_000, depositLeft: 0 },
      byHand: [{ kind: 'check', payer: 'Bo Payer' }],
    })
    const input = { ...(await submittedOrder(shop, { paid: 'wire' })), action: 'price' }
    const shown = await renderAdminPage(shop, newScreen, { form: input })
    expect(shown.words).toContain(
      'When you create the order, $1,550.00 will be recorded as received by bank wire from Ada Buyer.',
    )
    expect(issuesOf({ ...input, name: '' })).toEqual([
      ['payer', 'Enter who paid, or the buyer’s name above.'],
    ])
  })

  it('keeps the phone number of its buyer where a correction keeps it [SALE-24]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { phone: '(206) 555-0149' })
    expect((await storedOrder(shop, order.id)).order.shippingAddress).toMatchObject({
      ...{ name: 'Ada Buyer', phone: '(206) 555-0149' },
    })
    const place = { line1: '1 Street', city: 'Seattle', state: 'WA', postalCode: '98101' }
    const corrected = correctBuyerForm.parse({
      ...{ revision: '1', name: 'Ada Buyer', phone: '(206) 555-0150', email: '', ...place },
    })
    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    await correctBuyer(shop, { ...corrected, ...seen })
    expect((await storedOrder(shop, order.id)).order.shippingAddress).toMatchObject({
      phone: '(206) 555-0150',
    })
    const input = await submittedOrder(shop)
    expect(issuesOf({ ...input, phone: '555' })).toEqual([
      ['phone', 'Please enter a phone number with its area code, like (206) 555-0100.'],
    ])
    expect(issuesOf({ ...input, phone: '(206) 555-0149', name: '' })).toEqual([
      ['name', 'Please enter the name that goes with this phone number.'],
    ])
  })

  it('is taxed by the payment page, or at the rate where a deposit or a payment comes first [SALE-26]', async () => {
    const { shop } = await sellingShop(await open())
    await collectsTax(shop)
    expect((await newOrderPage(shop)).lastRate).toBeNull()
    const rate = { tax: 'payment page', taxRate: '10.35', taxState: 'Washington' }
    const taxOf = async (more: Record<string, string>) =>
      draftOrderForm.parse(await submittedOrder(shop, { ...rate, ...more })).tax
    expect(await taxOf({})).toBe('payment page')
    expect(await taxOf({ paid: 'cash' })).toEqual({ rate: '10.35', state: 'WA' })
    expect(await taxOf(custom)).toEqual({ rate: '10.35', state: 'WA' })
    const order = await madeOrder(shop, { ...custom, ...rate })
    expect(order).toMatchObject({ taxRate: '10.3500', taxState: 'WA', withTax: false })
    // The next form begins with it.
    expect((await newOrderPage(shop)).lastRate).toEqual({ rate: '10.35', state: 'WA' })
    // That of a test order is no proposal in a live shop.
    const live = { ...shop, payments: shop.payments && { ...shop.payments, live: true } }
    expect((await newOrderPage(live)).lastRate).toBeNull()
    await shop.db.orm.transaction(async (tx) => {
      // Of a small table all would be read.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const plan = await rows(
        tx,
        sql`explain (costs off) select tax_rate from orders where tax_rate is not null
          and livemode = false and tax_state = 'WA' order by created_at desc limit 1`,
      )
      expect(JSON.stringify(plan)).toContain('using orders_last_tax_rate on orders')
      expect(JSON.stringify(plan)).not.toContain('Sort')
    })
    const abroad = { line1: '1 Street', city: 'Portland', state: 'OR', postalCode: '97201' }
    const input = await submittedOrder(shop, { ...custom, ...rate, ...abroad })
    expect(issuesOf(input)).toEqual([['tax', expect.stringContaining('for a different state')]])
    expect(issuesOf({ ...input, tax: 'rate' })).toBeUndefined()
  })

  it('begins its record of a payment with what is left, and says before that cash is reported [SALE-23]', async () => {
    const { shop } = await sellingShop(await open())
    const amountOn = async ({ id }: { id: string }) => {
      const { html, words } = await renderAdminPage(shop, orderScreen, {
        ...{ path, address: path.replace(':id', id) },
      })
      expect(words).toContain('more than $10,000 in cash')
      return /<input[^>]* name="amount"[^>]*>/.exec(html)?.[0]
    }
    expect(await amountOn(await madeOrder(shop))).toContain('value="1550.00"')
    expect(await amountOn(await madeOrder(shop, custom))).toContain('value="620.00"')
    const paid = await madeOrder(shop, { ...custom, paid: 'cash' })
    expect(await amountOn(paid)).toContain('value="930.00"')
  })

  it('of which a deposit is paid: the buyer reads what is left, and the email of the balance what was paid [SALE-25]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { ...custom, paid: 'cash' })
    expect((await orderPage(shop, order.token))?.sale).toEqual({
      ...{ received: 62_000, left: 93_000, isEstimate: false },
    })
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      kind: 'balance',
      days: 7,
    })
    await sendEmail(shop)
    const email = (await orderEmails(shop, order.id)).find(({ kind }) => kind === 'order-pay-buyer')
    expect(email?.text).toContain('You’ve paid $620.00 so far.')
    expect(email?.text).toContain('Due now: $930.00')
  })

  it('and paid in cash is refunded by hand: preview and answer say that it is to be handed over, and both sums of the page agree [REFUND-13, BANK-19]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop, { ...custom, paid: 'cash' })
    await staffCancelOrder(shop, { ...(await asStaff(shop, order)), reason: 'No ring.' })
    const screen = async (form?: Record<string, string>) =>
      renderAdminPage(shop, orderScreen, {
        ...{ path, address: path.replace(':id', order.id) },
        ...(form && { form }),
      })
    const { revision } = await asStaff(shop, order)
    const shown = await screen({
      ...{ action: 'preview', revision: String(revision), of: 'whole', reason: 'Canceled.' },
    })
    expect(shown.words).toContain(
      '$620.00 is for you to hand or send to the buyer, since the shop moves no money',
    )
    const { confirm } = shown.answer as { confirm: Record<string, string> }
    const done = await screen({ ...confirm, action: 'refund' })
    expect(done.answer).toEqual({
      done: '$620.00 was recorded as refunded. Hand it to the buyer or send it yourself.',
    })
    const { words } = await screen()
    expect(words).toContain('Paid so far $620.00 Refunded $620.00')
    expect(words).not.toContain('Paid so far $0.00')
    expect(words).not.toContain('Sold $0.00')
  })
})
