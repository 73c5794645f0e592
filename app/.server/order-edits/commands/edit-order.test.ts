import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { chainFindings } from '#app/.server/bookkeeping/queries/chain-findings.ts'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { certificateFindings } from '#app/.server/certificates/queries/certificate-findings.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { entriesOfOrder } from '#app/.server/ledger/repository.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { openPaymentRequestLink } from '#app/.server/payments/commands/open-payment-request-link.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import {
  type PaymentGateway,
  PaymentUnavailable,
} from '#app/.server/payments/gateway/payment-gateway.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { testPaymentPage } from '#app/.server/payments/queries/test-payment.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { withdrawGoldPrice } from '#app/.server/refunds/commands/withdraw-gold-price.ts'
import { ordersToDecide, withdrawalPreview } from '#app/.server/refunds/queries/withdrawal.ts'
import { taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { totalOf } from '#app/domain/ledger/ledger.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import { formatScaled } from '#app/domain/money/decimal.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  editForm,
  editingShop,
  edits,
  line,
  opensPage,
  paysDifference,
} from '#tests/support/order-edits.ts'
import {
  type PlacedOrder,
  paidOrder,
  payment,
  pendingOrder,
  storedOrder,
} from '#tests/support/orders.ts'
import { collectsTax } from '#tests/support/sales-tax.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder, saleOf } from '#tests/support/staff-orders.ts'
import { thereAre } from '#tests/support/stock.ts'
import { endUnpaidEdits } from '../jobs/end-unpaid-edits.ts'
import { previewEdit } from '../queries/preview-edit.ts'
import { waitingEditOf } from '../queries/waiting-edit.ts'
import { cancelEdit } from './cancel-edit.ts'
import { editOrder } from './edit-order.ts'

const by = 'ann@example.com'
const small = { productId: '7', size: 'Small', quantity: 1 }
const large = { ...small, size: 'Large' }
const sumsOf = async (shop: AppContext, { id }: { id: string }) => {
  const { order, balance } = await storedOrder(shop, id)
  return { total: order.totalCents, sold: totalOf(balance.sold), due: balance.due }
}

const noFindings = async (shop: AppContext) => {
  expect(await orderFindings(shop.db.orm)).toEqual([])
  expect((await chainFindings(shop.db.orm, {})).findings).toEqual([])
}

async function taxedOrder(shop: AppContext, lines: (typeof small)[]): Promise<PlacedOrder> {
  await collectsTax(shop)
  const order = await pendingOrder(shop, lines)
  const session = order.paymentSession ?? ''
  const page = await testPaymentPage(shop, session, 'WA')
  const shownTax = String(page?.summary.tax?.amount ?? 0)
  const choice = testPaymentForm.parse({ ...testBuyer, state: 'WA', choice: 'pay', shownTax })
  expect((await takeTestPayment(shop, session, choice))?.outcome).toBe('paid')
  return (await storedOrder(shop, order.id)).order
}

onBothDatabases('an edit of a paid order', (open) => {
  it('removes pieces, refunds them with their tax, and is one edit however often it is pressed [EDIT-01, EDIT-02, EDIT-09]', async () => {
    const { shop } = await editingShop(await open())
    const order = await taxedOrder(shop, [{ ...small, quantity: 3 }, large])
    const before = await sumsOf(shop, order)
    const { confirmed, dueCents } = await edits(shop, order, { lines: [line(0, 'Small', 2)] })
    expect(dueCents).toBeLessThan(0)
    await editOrder(shop, confirmed)
    const [refund, more] = await refundsOfOrder(shop.db.orm, order.id)
    expect(more).toBeUndefined()
    const [first] = await linesOfOrder(shop.db.orm, order.id)
    expect(refund).toMatchObject({ goodsCents: first?.unitPriceCents, state: 'succeeded' })
    expect(refund?.taxCents).toBeGreaterThan(0)
    expect(await sumsOf(shop, order)).toEqual({ ...before, sold: before.sold + dueCents })
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.map(({ why }) => why).join('\n')).toContain(
      `The order was changed: 1 × ${first?.name}, Small removed. The buyer called.`,
    )
    expect(events.map(({ action }) => action)).toContain('order.edited')
    await noFindings(shop)
  })

  it('to a cheaper size refunds the difference, with the new piece at the gold price of now [EDIT-02, EDIT-04]', async () => {
    const { shop, goldBecomes } = await editingShop(await open())
    const order = await taxedOrder(shop, [large])
    await goldBecomes('131')
    const before = await sumsOf(shop, order)
    const { dueCents } = await edits(shop, order, { lines: [line(0, 'Small', 1)] })
    const [old, now] = await linesOfOrder(shop.db.orm, order.id)
    expect(now).toMatchObject({ size: 'Small', pricePerGram: '131.0000' })
    expect(old).toMatchObject({ size: 'Large', pricePerGram: '130.0000' })
    const [refund] = await refundsOfOrder(shop.db.orm, order.id)
    expect(refund).toMatchObject({ amountCents: -dueCents, goodsCents: old?.unitPriceCents })
    const sums = await sumsOf(shop, order)
    expect(sums).toMatchObject({ due: 0, sold: before.sold + dueCents })
    expect(sums.total).toBe((old?.lineTotalCents ?? 0) + (now?.lineTotalCents ?? 0))
    await noFindings(shop)
  })

  it('that costs more waits for its payment, ships nothing until then, and takes effect with it, with its own sale and tax [EDIT-02, EDIT-03, EDIT-05, EDIT-07]', async () => {
    const { shop, goldBecomes } = await editingShop(await open())
    const order = await taxedOrder(shop, [small])
    const piece = (await linesOfOrder(shop.db.orm, order.id))[0]
    const { dueCents, state } = await edits(shop, order, {
      lines: [line(0, 'Large', 1)],
      added: [{ at: 0, piece: `${piece?.name}, Small`, quantity: 2, options: [], engraving: '' }],
    })
    expect(state).toBe('waiting')
    expect(await linesOfOrder(shop.db.orm, order.id)).toHaveLength(1)
    expect((await storedOrder(shop, order.id)).order).toMatchObject({ editWaiting: true })
    // The price is the one that was confirmed.
    await goldBecomes('150')
    const { taken, session, choice } = await paysDifference(shop, order)
    expect(taken?.outcome).toBe('paid')
    expect(
      (await linesOfOrder(shop.db.orm, order.id)).map(({ size, quantity }) => [size, quantity]),
    ).toEqual([
      ['Small', 1],
      ['Large', 1],
      ['Small', 2],
    ])
    const { order: now, balance } = await storedOrder(shop, order.id)
    expect(now).toMatchObject({
      state: 'paid',
      editWaiting: false,
      holdReason: null,
      paymentSession: order.paymentSession,
    })
    expect(balance).toMatchObject({ due: 0, overpaid: 0 })
    const [exchange] = await refundsOfOrder(shop.db.orm, order.id)
    expect(exchange).toMatchObject({
      amountCents: 0,
      state: 'succeeded',
      lines: [{ position: 0, quantity: 1 }],
    })
    await noFindings(shop)
    // Each line is counted with its own sale, in the report as well.
    const report = await taxReport(shop, { month: '2026-03', livemode: false })
    const { charged, credited } = report.total
    expect(cents(charged - credited)).toBe(balance.sold.tax)
    expect(sumCents(report.places.map(({ toPay }) => toPay))).toBe(balance.sold.tax)
    // Reported once more, it is the same payment.
    await takeTestPayment(shop, session, choice)
    expect((await storedOrder(shop, order.id)).balance.paid).toBe(balance.paid)
    expect(dueCents).toBe(balance.paid - (await sumOfFirst(shop, order)))
    // All of it can be refunded, over both payments.
    const all = await editForm(shop, order, {})
    await refundOrder(shop, {
      ...all,
      payment: null,
      wish: { of: 'whole' },
      stated: balance.refundable,
      note: '',
    })
    expect((await storedOrder(shop, order.id)).order.state).toBe('refunded')
    await noFindings(shop)
  })

  it('of an order that staff made is taxed at the rate they agreed to [EDIT-03, EDIT-05]', async () => {
    const { shop } = await editingShop(await open())
    const tax = { tax: 'rate', taxRate: '10.35', taxState: 'WA' }
    const made = await madeOrder(shop, {
      ...tax,
      'line-0-piece': 'Fir Cone, Small',
      'line-0-grams': '',
      'line-0-fee': '',
    })
    const { left } = await saleOf(shop, made)
    const payment = {
      kind: 'cash',
      amount: left,
      payer: 'Ada',
      reference: '',
      receivedOn: '2026-03-11',
    } as const
    await recordOfflinePayment(shop, {
      ...(await asStaff(shop, made)),
      ...payment,
      form8300: 'yes',
    })
    const before = (await storedOrder(shop, made.id)).balance.sold
    const { dueCents } = await edits(shop, made, { lines: [line(0, 'Small', 2)] })
    expect(dueCents).toBe(totalOf(before))
    await paysDifference(shop, made)
    const { order, balance } = await storedOrder(shop, made.id)
    expect(balance).toMatchObject({
      due: 0,
      sold: { tax: 2 * before.tax, goods: 2 * before.goods },
    })
    expect(order).toMatchObject({ taxCents: 2 * before.tax, state: 'paid', holdReason: null })
    await noFindings(shop)
    // The piece that was paid for in cash is handed back in cash.
    await edits(shop, made, { lines: [line(0, 'Small', 0)] })
    expect((await storedOrder(shop, made.id)).balance).toMatchObject({ due: 0, sold: before })
    await noFindings(shop)
  })

  it('not paid for in time, or canceled, leaves the order as it was, and frees its pieces [EDIT-06, EDIT-07]', async () => {
    const { shop, pass } = await editingShop(await open())
    const order = await paidOrder(shop)
    await thereAre(shop, '7', 3)
    const left = async () => {
      const found = await shop.db.orm.select().from(products)
      return found.find(({ id }) => id === '7')?.pieces
    }
    const more = { lines: [line(0, 'Small', 3)] }
    await edits(shop, order, more)
    expect(await left()).toBe(1)
    expect(await refusal(edits(shop, order, more))).toMatchObject({ code: 'edit_refused' })
    const { revision } = (await storedOrder(shop, order.id)).order
    await cancelEdit(shop, { id: order.id, by, revision, reason: 'Changed their mind.' })
    expect(await left()).toBe(3)
    await edits(shop, order, more)
    const session = await opensPage(shop, order)
    pass(25 * 60 + 1)
    expect(await endUnpaidEdits(shop)).toBe(1)
    expect(await left()).toBe(3)
    expect((await storedOrder(shop, order.id)).order).toMatchObject({
      editWaiting: false,
      totalCents: order.totalCents,
    })
    const choice = testPaymentForm.parse({ ...testBuyer, choice: 'pay' })
    expect((await takeTestPayment(shop, session, choice))?.outcome).toBe('paid')
    expect((await storedOrder(shop, order.id)).balance.paid).toBe(order.totalCents)
    await noFindings(shop)
  })

  it('at a gold price that is withdrawn is listed for a decision, and one that waits cannot be paid [WITHDRAW-03, EDIT-04]', async () => {
    const { shop, goldBecomes, pass } = await editingShop(await open())
    const applied = await paidOrder(shop, [large])
    const waits = await paidOrder(shop)
    const ended = await paidOrder(shop)
    pass(1)
    await goldBecomes('131')
    await edits(shop, applied, { lines: [line(0, 'Small', 1)] })
    const more = { lines: [line(0, 'Large', 1)] }
    await edits(shop, waits, more)
    const url = (await waitingEditOf(shop, waits.id))?.url ?? ''
    await edits(shop, ended, more)
    const { revision } = (await storedOrder(shop, ended.id)).order
    await cancelEdit(shop, { id: ended.id, by, revision, reason: 'Changed their mind.' })
    const { goldPriceId } = await currentGoldPrice(shop, { mustBeFresh: true })
    const from = goldPriceId ?? 0
    expect((await withdrawalPreview(shop.db.orm, from))?.alone).toMatchObject({ paid: 2 })
    const reason = 'A digit was missing.'
    expect(await withdrawGoldPrice(shop, { from, until: from, by, reason })).toMatchObject({
      toDecide: 2,
    })
    const { list } = await ordersToDecide(shop.db.orm)
    expect(list.map(({ id }) => id).sort()).toEqual([applied.id, waits.id].sort())
    expect(await openPaymentRequestLink(shop, url.split('/').at(-1) ?? '')).toBeNull()
  })

  it('whose time is over ends once its payment page is closed; one that was paid there takes effect, and one that fails stops no other [EDIT-07]', async () => {
    const { shop, pass } = await editingShop(await open())
    const [fails, paid, unpaid] = [
      await paidOrder(shop),
      await paidOrder(shop),
      await paidOrder(shop),
    ]
    const sessions = new Map<string, { order: PlacedOrder; due: number }>()
    for (const order of [fails, paid, unpaid]) {
      const { dueCents } = await edits(shop, order, { lines: [line(0, 'Large', 1)] })
      sessions.set(await opensPage(shop, order), { order, due: dueCents })
    }
    pass(25 * 60 + 1)
    const closed: string[] = []
    const payments: PaymentGateway = {
      ...testPayments(shop),
      closeSession: async (session) => {
        const { order, due } = sessions.get(session) ?? {}
        if (order?.id === fails.id) throw new PaymentUnavailable('Stripe does not answer.')
        if (order) closed.push(order.id)
        if (order?.id !== paid.id) return 'unknown'
        const reference = `pay-late-${session}`
        return payment(order, {
          id: reference,
          about: { session },
          reference,
          amount: cents(due ?? 0),
        })
      },
    }
    expect(await endUnpaidEdits({ ...shop, payments })).toBe(1)
    expect(closed.sort()).toEqual([paid.id, unpaid.id].sort())
    const states = async ({ id }: PlacedOrder) => {
      const { order, balance } = await storedOrder(shop, id)
      const { length } = await linesOfOrder(shop.db.orm, id)
      return [length, order.editWaiting, balance.overpaid]
    }
    expect(await states(paid)).toEqual([2, false, 0])
    expect(await states(unpaid)).toEqual([1, false, 0])
    expect(await states(fails)).toEqual([1, true, 0])
    // It is asked again at the next run.
    expect(await endUnpaidEdits(shop)).toBe(1)
    await noFindings(shop)
  })

  it('adds pieces whose certificate has their own gold price and day, and leaves those of the others [CERT-01, EDIT-03]', async () => {
    const { shop, goldBecomes, pass } = await editingShop(await open())
    const order = await paidOrder(shop)
    const name = (await linesOfOrder(shop.db.orm, order.id))[0]?.name
    pass(1)
    await goldBecomes('131')
    const { goldPriceId, gold } = await currentGoldPrice(shop, { mustBeFresh: true })
    const piece = { at: 0, piece: `${name}, Large`, quantity: 1, options: [], engraving: '' }
    await edits(shop, order, { added: [piece] })
    pass(1)
    const sold = shop.now().toISOString()
    await paysDifference(shop, order)
    await onRecord(shop, order.id)
    await onRecord(shop, order.id, { line: 1 })
    await printForBox(shop, { id: order.id, by })
    const [first, added] = await storedCertificates(shop, order.id)
    const { source } = gold
    expect(first?.said).toMatchObject({
      soldAt: order.paidAt?.toISOString(),
      goldPrice: { perGram: '130.0000', record: order.goldPriceId },
    })
    expect(added?.said).toMatchObject({
      soldAt: sold,
      goldPrice: {
        ...{ perGram: '131.0000', record: goldPriceId, source },
        perOunce: formatScaled(gold.perOunce, 4),
        takenAt: gold.takenAt.toISOString(),
      },
    })
    expect(await certificateFindings(shop.db.orm, shop.now())).toEqual([])
  })

  it('is refused after a label, of another revision, at an older gold price, or where nothing changes [EDIT-04, EDIT-08]', async () => {
    const { shop, goldBecomes, pass } = await editingShop(await open())
    const order = await paidOrder(shop, [{ ...small, quantity: 2 }])
    const wish = { lines: [line(0, 'Large', 2)] }
    const form = await editForm(shop, order, wish)
    const { due, gold } = await previewEdit(shop, form)
    const confirmed = { ...form, stated: due, goldPrice: gold?.id ?? null }
    expect(await refusal(editOrder(shop, { ...confirmed, revision: 1 }))).toMatchObject({
      code: 'order_changed',
    })
    await goldBecomes('140')
    pass(11)
    expect((await refusal(editOrder(shop, confirmed))).message).toContain(
      'The gold price has changed.',
    )
    const nothing = await editForm(shop, order, { lines: [line(0, 'Small', 2)] })
    expect((await refusal(previewEdit(shop, nothing))).message).toContain(
      'Nothing was changed yet.',
    )
    const none = await editForm(shop, order, { lines: [line(0, 'Small', 0)] })
    expect((await refusal(previewEdit(shop, none))).message).toContain('Refund the order instead.')
    const unknown = { at: 1, piece: 'Nothing', quantity: 1, options: [], engraving: '' }
    const wrong = await editForm(shop, order, { added: [unknown] })
    expect((await refusal(previewEdit(shop, wrong))).details).toMatchObject({
      errors: { 'add-1-piece': expect.any(String) },
    })
    await boughtLabel(shop, order)
    expect((await refusal(previewEdit(shop, form))).message).toContain('Void the label first.')
    expect(await shop.db.orm.$count(orderEdits)).toBe(0)
  })
})

const sumOfFirst = async (shop: AppContext, { id }: { id: string }) => {
  const [first] = (await entriesOfOrder(shop.db.orm, id)).filter(({ kind }) => kind === 'payment')
  return cents(0 - (first?.postings.receivable ?? 0))
}

async function boughtLabel(shop: AppContext, { id }: { id: string }) {
  await shop.db.orm.execute(sql`insert into labels (order_id, provider, livemode, shipment, state,
      asked, rates, offered_at, offered_to, rate, service, cost_cents, bought_by, asked_at, bought_at,
      carrier, tracking)
    values (${id}, 'easypost', false, 'shp_1', 'bought', '{}', '[]', now(), 'ann', 'r', 'Priority', 900,
      'ann', now(), now(), 'usps', '9400')`)
}
