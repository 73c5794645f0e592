import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { placeOrder } from '#app/.server/checkout/commands/place-order.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { documentForBuyer } from '#app/.server/emails/commands/document-for-buyer.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { correctBuyer } from '#app/.server/fulfillment/commands/correct-buyer.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { creditNoteOf } from '#app/.server/ledger/refunds.ts'
import { receiptNumberOf } from '#app/.server/ledger/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { fetchLineTaxes } from '#app/.server/payments/jobs/store-line-taxes.ts'
import { receipts } from '#app/.server/platform/db/ledger-schema.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'
import { eraseBuyer } from '#app/.server/privacy/commands/erase-buyer.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { creditNotePage } from '#app/.server/refunds/queries/credit-note.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { bankDiscountSetting } from '#app/.server/settings/bank-discount.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams, formatScale } from '#app/domain/money/grams.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import type { RefundInput } from '#app/domain/refunds/plan-refund.ts'
import { onRecord } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  buyerAddress,
  payment,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { readPdf, sumsIn } from '#tests/support/pdf.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { placed, small, stripeShop } from '#tests/support/stripe-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { confirmedLink } from '../order-link.ts'
import { documentForStaff } from './order-documents.ts'
import { orderPage } from './order-page.ts'

const two = [small, { productId: '8', size: 'Large', quantity: 2 }]

async function paid(app: AppContext, lines = [small]) {
  const order = await pendingOrder(app, lines)
  await applyPaymentEvent(app, payment(order))
  return (await storedOrder(app, order.id)).order
}

async function read(app: AppContext, order: { token: string }, file: string, confirmed = '') {
  const found = await documentForBuyer(app, { token: order.token, file, confirmed })
  if (!found) throw new Error(`there is no ${file}`)
  return readPdf(found.pdf)
}

let keys = 0
async function refunded(app: AppContext, id: string, input: RefundInput, note = '') {
  const { amount } = await previewRefund(app, { id, wish: input, payment: null })
  keys += 1
  const seen = await seenByStaff(app, { id })
  return refundOrder(app, {
    ...{ ...seen, key: `paper-${keys}`, payment: null, wish: input, stated: amount, note },
    ...{ reason: 'The clasp broke.', requireFresh: async () => {} },
  })
}

async function textsOfEmails(app: AppContext, kind: 'order-paid-buyer' | 'order-refunded-buyer') {
  await sendEmail(app)
  const emails = await app.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, kind))
  return emails.map(({ text }) => text ?? '')
}

const numbers = (app: AppContext) =>
  app.db.orm.select().from(receipts).orderBy(asc(receipts.livemode), asc(receipts.number))

onBothDatabases('the number of a receipt', (open) => {
  it('is given with the payment, once, without gaps, tests apart [PAPER-01]', async () => {
    const { shop } = await sellingShop(await open())
    const pending = await pendingOrder(shop)
    expect(await receiptNumberOf(shop.db.orm, pending.id)).toBeNull()
    const first = await paid(shop)
    const live = await pendingOrder(shop)
    await shop.db.orm
      .update(orders)
      .set({ livemode: true, paymentProvider: 'stripe' })
      .where(eq(orders.id, live.id))
    const more = await Promise.all([1, 2, 3].map(() => pendingOrder(shop)))
    // A payment that is rolled back uses up no number.
    await expect(
      shop.db.orm.transaction(async (tx) => {
        await tx
          .update(orders)
          .set({ state: 'paid', paidAt: shop.now() })
          .where(eq(orders.id, pending.id))
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await Promise.all(
      more.flatMap((order) => [
        applyPaymentEvent(shop, payment(order)),
        applyPaymentEvent(shop, payment(order)),
      ]),
    )
    await shop.db.orm
      .update(orders)
      .set({ state: 'paid', paidAt: shop.now() })
      .where(eq(orders.id, live.id))
    expect((await numbers(shop)).map(({ livemode, number }) => [livemode, number])).toEqual([
      [false, 1],
      [false, 2],
      [false, 3],
      [false, 4],
      [true, 1],
    ])
    expect(await receiptNumberOf(shop.db.orm, first.id)).toBe('R-TEST-00001')
    expect(await receiptNumberOf(shop.db.orm, live.id)).toBe('R-00001')
    await expect(shop.db.orm.update(receipts).set({ number: 9 })).rejects.toThrow()
    await expect(shop.db.orm.delete(receipts)).rejects.toThrow()
  })

  it('that is missing is found at night [PAPER-01]', async () => {
    const { shop } = await sellingShop(await open())
    const [one, other] = [await paid(shop), await paid(shop)]
    expect(await orderFindings(shop.db.orm)).toEqual([])
    await shop.db.orm.execute(sql`alter table receipts disable trigger receipts_kept`)
    await shop.db.orm.delete(receipts).where(eq(receipts.orderId, one.id))
    expect(await orderFindings(shop.db.orm)).toEqual([
      `Order ${one.number} is paid, but has no receipt.`,
      `Order ${other.number}: the receipt before its own, number 2, is missing.`,
    ])
  })
})

onBothDatabases('the documents of an order', (open) => {
  it('have the sums of its page and its mail, to the cent, with the tax of each place [PAPER-02, PAPER-03]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop, two)
    await tell(stripe.pay(order.session))
    await fetchLineTaxes(shop)
    const page = await orderPage(shop, order.token)
    if (!page?.summary.tax) throw new Error('no tax was charged')
    const { words } = await read(shop, order, 'receipt.pdf')
    const { summary } = page
    const { tax } = page.summary
    const total = totalWithTax(summary)
    expect(tax.parts).toHaveLength(2)
    expect(words).toContain(
      [
        `Goods ${formatCents(summary.total)}`,
        ...tax.parts.map(
          ({ name, rate, amount }) => `${name} ${Number(rate)}% ${formatCents(amount)}`,
        ),
        `Sales tax (WA) ${formatCents(tax.amount)}`,
        `Total ${formatCents(total)}`,
      ].join(' '),
    )
    expect(words).toMatch(
      new RegExp(`Received by card .* pi_\\w+ \\${formatCents(total)} Balance \\$0.00`),
    )
    // Each sum that the email tells is in the receipt as well, and the pieces with their grams.
    const [email = ''] = await textsOfEmails(shop, 'order-paid-buyer')
    const told = new Set(sumsIn(words))
    for (const sum of sumsIn(email)) expect(told).toContain(sum)
    for (const { name, size, measures, weight } of summary.lines) {
      expect(words).toContain(`${name} ${size}, ${measures} ${weight / 1000} g`)
    }
    const { order: stored } = await storedOrder(shop, order.id)
    expect(stored.goldPriceId).not.toBeNull()
    expect(words).toContain(`Record ${stored.goldPriceId} Taken March 11, 2026, at 9:00 AM PDT`)
    expect(words).toContain(`Receipt ${page.receipt}`)
  })

  it('stay as they were when money goes back: that has credit notes, which add up [PAPER-03, PAPER-04]', async () => {
    const { shop, stripe, tell } = await stripeShop(await open())
    await collectsTax(shop)
    const order = await placed(shop, two)
    await tell(stripe.pay(order.session))
    await fetchLineTaxes(shop)
    const before = await read(shop, order, 'receipt.pdf')
    const piece = await refunded(
      shop,
      order.id,
      { of: 'lines', quantities: [{ position: 1, quantity: 1 }] },
      'We are sorry about the clasp.',
    )
    const rest = await refunded(shop, order.id, { of: 'whole' })
    expect((await read(shop, order, 'receipt.pdf')).words).toBe(before.words)
    for (const refund of [piece, rest]) {
      const name = creditNoteOf(refund) ?? ''
      const note = await creditNotePage(shop, order.token, name)
      if (!note) throw new Error('no credit note')
      const { words, title } = await read(shop, order, `${name}.pdf`)
      expect(title).toBe(`Credit note ${name}`)
      expect(words).toContain(`Credited ${formatCents(note.total)}`)
      expect(words).toMatch(new RegExp(`Refunded pi_\\w+ \\${formatCents(note.amount)}`))
      expect(words).toContain(`Receipt ${(await orderPage(shop, order.token))?.receipt}`)
      expect(words).toContain(formatCents(note.parts.tax))
      for (const { name: piece, size } of note.lines) expect(words).toMatch(`${piece} ${size}`)
      expect(note.total).toBe(refund.amountCents)
    }
    const { words } = await read(shop, order, `${creditNoteOf(piece)}.pdf`)
    expect(words).toContain('We are sorry about the clasp.')
    expect(words).toMatch(/Sales tax \(WA\) [A-Z]\w+ [\d.]+%, [A-Z]\w+ [\d.]+% \$/)
    const emails = await textsOfEmails(shop, 'order-refunded-buyer')
    for (const { amountCents } of [piece, rest]) {
      expect(emails.join('\n')).toContain(`We’re refunding ${formatCents(cents(amountCents))}`)
    }
    expect(await documentForBuyer(shop, { ...order, file: 'CN-9.pdf', confirmed: null })).toBeNull()
  })

  it('say when what they name was corrected since they were issued, and what [PAPER-10]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paid(shop)
    pass(60)
    const { sanctions: _, ...seen } = await seenByStaff(shop, order)
    const moved = { ...buyerAddress, line1: '9 Elm Street', phone: '2065550149' }
    const phone = { ...buyerAddress, phone: '2065550149' }
    await correctBuyer(shop, { ...seen, email: 'ada@example.com', address: phone })
    expect((await read(shop, order, 'receipt.pdf')).words).not.toContain('Corrected')
    const { sanctions: __, ...next } = await seenByStaff(shop, order)
    await correctBuyer(shop, { ...next, email: 'ada@example.com', address: moved })
    const { words } = await read(shop, order, 'receipt.pdf')
    expect(words).toMatch(/Corrected on \w+ \d+, 2026, at .*: street/)
    expect(words).toContain('9 Elm Street')
    // A credit note made later is based on the corrected data.
    pass(60)
    const refund = await refunded(shop, order.id, { of: 'sum', amount: cents(10_000) })
    const note = await read(shop, order, `${creditNoteOf(refund)}.pdf`)
    expect(note.words).not.toContain('Corrected')
  })

  it('tell what was paid by bank, in parts, and what is owed [PAPER-02]', async () => {
    const { shop } = await sellingShop(await open())
    await saveSetting(
      shop,
      bankDiscountSetting,
      { bankDiscount: 250 as BankDiscount },
      'ann@example.com',
    )
    const { quote, bank } = await quoteCart(shop, [small])
    if (!bank) throw new Error('no bank price')
    const { url } = await placeOrder(shop, { quote, amount: Number(bank.total), payBy: 'debit' })
    const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
    if (!order) throw new Error('no order')
    await applyPaymentEvent(shop, payment(order))
    const { words } = await read(shop, order, 'receipt.pdf')
    expect(words).toContain(
      `Discount paid without a card ${formatCents(cents(-order.discountCents))} Total ${formatCents(cents(order.totalCents))}`,
    )
    expect(words).toContain('Received by bank debit')
    const statement = await read(shop, order, 'statement-of-value.pdf')
    expect(statement.words).toContain(`without tax ${formatCents(cents(order.totalCents))}`)
  })

  it('state the value of what the buyer still has, and no more than is known [PAPER-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paid(shop, two)
    const { words: all } = await read(shop, order, 'statement-of-value.pdf')
    const page = await orderPage(shop, order.token)
    const [one, pair] = page?.summary.lines ?? []
    if (!one || !pair) throw new Error('no lines')
    expect(all).toContain('Test payment: no card was charged')
    expect(all).toContain(`${one.name} Small, ${one.measures} .9999 ${one.weight / 1000} g`)
    expect(all).not.toContain('weighed')
    expect(all).toContain(`Total gold ${(one.weight + 2 * pair.weight) / 1000} g`)
    expect(all).toContain(`without tax ${formatCents(cents(order.totalCents))}`)
    expect(all).toContain('It isn’t an appraisal')
    await refunded(shop, order.id, { of: 'lines', quantities: [{ position: 1, quantity: 1 }] })
    const credit = await refunded(shop, order.id, { of: 'sum', amount: cents(1000) })
    const { words } = await read(shop, order, 'statement-of-value.pdf')
    const left = cents(order.totalCents - pair.unitPrice)
    expect(words).toContain(`Total gold ${(one.weight + pair.weight) / 1000} g`)
    expect(words).toContain(
      `without tax ${formatCents(left)} Credited since Credit note ${creditNoteOf(credit)} $10.00`,
    )
    await refunded(shop, order.id, { of: 'whole' })
    const file = 'statement-of-value.pdf'
    expect(await documentForBuyer(shop, { ...order, file, confirmed: null })).toBeNull()
  })

  it('state what the scale said of the pieces that were sent [PAPER-05]', async () => {
    const { shop } = await sellingShop(await open())
    await sendsAnyTotal(shop)
    const order = await paid(shop, two)
    const file = 'statement-of-value.pdf'
    expect((await read(shop, order, file)).words).not.toContain('Weighed before shipping')
    const [one, pair] = (await orderPage(shop, order.token))?.summary.lines ?? []
    if (!one || !pair) throw new Error('no lines')
    const { serial } = await onRecord(shop, order.id, { mg: one.weight - 40 })
    await onRecord(shop, order.id, { line: 1 })
    await onRecord(shop, order.id, { line: 1, item: 2 })
    await recordShipment(shop, { ...(await seenByStaff(shop, order)), tracking: 'UPS 1Z' })
    const weighs = formatScale(one.weight - 40)
    const sold = `sold as ${formatGrams(one.weight)}`
    const all = await read(shop, order, file)
    for (const said of [
      `Weighed before shipping ${serial} ${one.name}, Small: ${weighs}`,
      `${one.name} Small, ${one.measures} .9999 ${weighs} ${sold} ${formatCents(one.metalValue)}`,
      `${formatScale(2 * pair.weight)} together, sold as ${formatGrams(pair.weight)} each`,
      `Total gold as weighed ${formatScale(one.weight - 40 + 2 * pair.weight)}`,
    ]) {
      expect(all.words).toContain(said)
    }
    // For a line with a returned piece, it does not say which piece.
    await refunded(shop, order.id, { of: 'lines', quantities: [{ position: 1, quantity: 1 }] })
    const { words } = await read(shop, order, file)
    expect(words).toContain(serial)
    expect(words).not.toContain('FN-11-')
    expect(words).toContain(
      `Total gold 1 of 2 as weighed, the others as sold ${formatScale(one.weight - 40 + pair.weight)}`,
    )
  })

  it('name the buyer where the page does, and to nobody else [PAPER-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paid(shop)
    expect((await read(shop, order, 'receipt.pdf')).words).toContain('Ada Buyer')
    await recordShipment(shop, { ...(await readyToSend(shop, order)), tracking: 'UPS 1Z' })
    pass(60 * 24 * 60)
    for (const file of ['receipt.pdf', 'statement-of-value.pdf']) {
      const { words } = await read(shop, order, file)
      expect(words).not.toMatch(/Ada|ada@|Example Street Seattle/)
      expect(words).toContain('Left out')
    }
    const confirmed = new URL(confirmedLink(shop, order)).searchParams.get('confirmed') ?? ''
    expect((await read(shop, order, 'receipt.pdf', confirmed)).words).toContain('Ada Buyer')
    const forStaff = await documentForStaff(shop, { id: order.id, file: 'receipt.pdf' })
    expect((await readPdf(forStaff?.pdf ?? new Uint8Array())).words).toContain('Ada Buyer')
    await eraseBuyer(shop, { email: 'ada@example.com', actor: { type: 'command', id: 'privacy' } })
    const { words } = await read(shop, order, 'receipt.pdf')
    expect(words).not.toMatch(/Ada|ada@|Left out/)
    expect(words).toContain(formatCents(cents(order.totalCents)))
    for (const [token, file] of [
      [order.token, 'nothing.pdf'],
      [order.number, 'receipt.pdf'],
      ['a', 'receipt.pdf'],
    ] as const) {
      expect(await documentForBuyer(shop, { token, file, confirmed: null })).toBeNull()
    }
    expect(await documentForStaff(shop, { id: 'nothing', file: 'receipt.pdf' })).toBeNull()
    const pending = await pendingOrder(shop)
    const file = 'receipt.pdf'
    expect(await documentForBuyer(shop, { ...pending, file, confirmed: null })).toBeNull()
  })
})
