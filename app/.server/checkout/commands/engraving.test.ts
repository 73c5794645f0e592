import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { checkRecords } from '#app/.server/bookkeeping/jobs/check-records.ts'
import { lastCheck } from '#app/.server/bookkeeping/last-check.ts'
import { packingSlipsPdf } from '#app/.server/documents/packing-slip.ts'
import { pickListPdf } from '#app/.server/documents/pick-list.ts'
import { priceDraftOrder } from '#app/.server/draft-orders/price-draft-order.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { orderEmails } from '#app/.server/emails/queries/order-emails.ts'
import { orderToPack } from '#app/.server/fulfillment/queries/orders-to-pack.ts'
import { adminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { orderPage } from '#app/.server/orders/queries/order-page.ts'
import { linesOfOrder, payableOrder } from '#app/.server/orders/repository.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orderLines, orders } from '#app/.server/platform/db/schema.ts'
import { orderRefunds } from '#app/.server/refunds/queries/order-refunds.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, payment, pendingOrder } from '#tests/support/orders.ts'
import { readPdf, sumsIn } from '#tests/support/pdf.ts'
import { changeProducts } from '#tests/support/products.ts'
import { checkout, refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder, submittedOrder } from '#tests/support/staff-orders.ts'
import { weigh } from '#tests/support/weighing.ts'
import { placeOrder } from './place-order.ts'
import { quoteCart } from './quote-cart.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const engraved = { ...small, quantity: 2, engraving: ' For  Ada ' }

const noLine = { 'line-0-piece': '', 'line-0-grams': '', 'line-0-fee': '' }

const canBeEngraved = (app: AppContext, fee: number | null, max = 20) =>
  changeProducts(
    app,
    { engravingFeeCents: fee, engravingMax: fee === null ? null : max },
    eq(products.id, '7'),
  )

onBothDatabases('an engraving', (open) => {
  async function engravingShop() {
    const selling = await sellingShop(await open())
    await canBeEngraved(selling.shop, 6000)
    return selling
  }

  it('is priced by the shop, sold with its line, and told to the payment provider [ENGRAVE-03, ENGRAVE-06]', async () => {
    const { shop } = await engravingShop()
    const answer = await quoteCart(shop, [engraved, small])
    expect(answer.lines).toMatchObject([
      { engraving: 'For Ada', engravingFee: '60.00', quantity: 2 },
      { quantity: 1 },
    ])
    const [cut, plain] = answer.lines
    expect(Number(cut?.unitPrice) - Number(plain?.unitPrice)).toBeCloseTo(60, 9)
    await placeOrder(shop, checkout(answer))
    const [order] = await shop.db.orm.select().from(orders)
    const lines = await linesOfOrder(shop.db.orm, order?.id ?? '')
    expect(lines).toMatchObject([
      { engraving: 'For Ada', engravingFeeCents: 6000 },
      { engraving: null, engravingFeeCents: 0 },
    ])
    const payable = await payableOrder(shop.db, order?.id ?? '')
    expect(payable.lines.map(({ engraving }) => engraving)).toEqual(['For Ada', undefined])
    expect(payable.total).toBe(
      payable.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
    )
  })

  it('stands wherever its order is read, at its price [ENGRAVE-06]', async () => {
    const { shop } = await engravingShop()
    const { id, token } = await pendingOrder(shop, [engraved, small])
    const [order] = await shop.db.orm.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new Error('no order')
    await applyPaymentEvent(shop, payment(order))
    const cut = { text: 'For Ada', fee: 6000 }
    expect((await orderPage(shop, token))?.summary.lines[0]).toMatchObject({ engraving: cut })
    expect((await adminOrder(shop, id))?.summary.lines[0]).toMatchObject({ engraving: cut })
    const refundable = (await orderRefunds(shop, id)).lines
    expect(refundable.map(({ engraving }) => engraving)).toEqual(['For Ada', null])
    // A refund of one piece gives its engraving back as well.
    expect(refundable[0]?.unitPrice).toBe((refundable[1]?.unitPrice ?? 0) + 6000)
    await sendEmail(shop)
    const email = (await orderEmails(shop, id)).find(({ kind }) => kind === 'order-paid-buyer')
    expect(email?.text).toMatch(/Engraving: “For Ada”.*\$60\.00|Engraving.*“For Ada”.*\$60\.00/s)
    const packed = await orderToPack(shop, id)
    if (!packed) throw new Error('nothing to pack')
    const slip = await readPdf(await packingSlipsPdf([packed], { name: 'x', lines: [] }))
    expect(slip.words).toContain('Engraved “For Ada”')
    expect(sumsIn(slip.words)).toEqual([])
    expect(slip.pages[0]).not.toContain('Ada”')
    const picks = await readPdf(await pickListPdf([packed], 'today'))
    expect(picks.words.match(/Fir Cone/g)).toHaveLength(2)
    expect(picks.words).toContain('Engraved “For Ada”')
    const receipt = await documentForStaff(shop, { id, file: 'receipt.pdf' })
    const read = await readPdf((receipt as { pdf: Uint8Array }).pdf)
    expect(read.words).toMatch(/Engraving “For Ada” \$60\.00/)
  })

  it('that cannot be cut is refused in a sentence, and nothing is sold without it [ENGRAVE-04]', async () => {
    const { shop } = await engravingShop()
    const asks = (engraving: string, productId = '7') =>
      refusal(quoteCart(shop, [{ ...small, productId, engraving }]))
    for (const wrong of ['Ada 💍', 'Ada\u0000', '\u202eadA', '<b>Ada</b>', 'A\nB']) {
      expect(await asks(wrong)).toMatchObject({
        status: 422,
        code: 'engraving_refused',
        message: expect.stringMatching(
          /, engraving: (We can’t engrave .+\. )?Please use only letters/,
        ),
      })
    }
    expect((await asks('x'.repeat(21))).message).toMatch(/up to 20 characters\. .* by 1\.$/)
    expect((await asks(`A${'\u0301'.repeat(900)}`)).status).toBe(422)
    expect((await asks('Ada', '8')).message).toMatch(/ can’t be engraved\. /)
    const [blank] = (await quoteCart(shop, [{ ...small, engraving: ' \u00a0 ' }])).lines
    expect(blank).not.toHaveProperty('engraving')
  })

  it('withdrawn or shortened between quote and checkout is sold to nobody [ENGRAVE-04]', async () => {
    const { shop } = await engravingShop()
    const answer = await quoteCart(shop, [engraved])
    await canBeEngraved(shop, null)
    const place = () => refusal(placeOrder(shop, checkout(answer)))
    expect(await place()).toMatchObject({
      status: 422,
      message: expect.stringMatching(/ can’t be engraved\. /),
    })
    await canBeEngraved(shop, 6000, 6)
    expect((await place()).message).toMatch(/up to 6 characters/)
    expect(await shop.db.orm.$count(orders)).toBe(0)
    await canBeEngraved(shop, 6000)
    await placeOrder(shop, checkout(answer))
    expect(await shop.db.orm.$count(orders)).toBe(1)
  })

  it('makes two carts two orders, though all else in them is alike [ENGRAVE-05]', async () => {
    const { shop, pass } = await engravingShop()
    const first = await quoteCart(shop, [engraved])
    const { url } = await placeOrder(shop, checkout(first))
    const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
    if (!order) throw new Error('no order')
    await applyPaymentEvent(shop, payment(order))
    const again = async (engraving: string) => {
      const answer = await quoteCart(shop, [{ ...engraved, engraving }])
      return placeOrder(shop, { ...checkout(answer), replaces: quoteId(first.quote) })
    }
    // Another quote, though it has the same price.
    pass(1)
    // The same goods once more are the order that was paid; another text is another order.
    expect((await again('For Ada')).url).toContain(`/order/${order.token}`)
    expect((await again('For Ben')).url).toContain('/test-payment/')
  })

  it('keeps its quoted fee where that rose, and takes the lower one [ENGRAVE-04]', async () => {
    const { shop } = await engravingShop()
    const feeOf = async (order: { id: string }) =>
      (await linesOfOrder(shop.db.orm, order.id))[0]?.engravingFeeCents
    for (const [fee, charged] of [
      [9900, 6000],
      [4500, 4500],
    ] as const) {
      await canBeEngraved(shop, 6000)
      const answer = await quoteCart(shop, [engraved])
      await canBeEngraved(shop, fee)
      const { url } = await placeOrder(shop, checkout(answer))
      const [order] = await shop.db.orm.select().from(orders).where(eq(orders.paymentUrl, url))
      expect(await feeOf(order ?? { id: '' })).toBe(charged)
    }
  })

  it('keeps its fee once it was ordered, and can be erased [ENGRAVE-06, ENGRAVE-08]', async () => {
    const { shop } = await engravingShop()
    const { id } = await pendingOrder(shop, [engraved])
    const set = (change: Partial<typeof orderLines.$inferInsert>) =>
      shop.db.orm.update(orderLines).set(change).where(eq(orderLines.orderId, id))
    await expect(set({ engravingFeeCents: 0 })).rejects.toThrow()
    await set({ engraving: null })
    const [line] = (await adminOrder(shop, id))?.summary.lines ?? []
    expect(line?.engraving).toEqual({ text: null, fee: 6000 })
    await expect(set({ engraving: 'For Ada' })).rejects.toThrow()
    expect(await checkRecords(shop)).toBe('done')
    expect((await lastCheck(shop.db.orm))?.findings).toEqual([])
  })

  it('is no part of the gold that is missing in a lighter piece [ENGRAVE-07]', async () => {
    const { shop } = await engravingShop()
    const order = await pendingOrder(shop, [{ ...engraved, quantity: 1 }])
    await applyPaymentEvent(shop, payment(order))
    const plain = await paidOrder(shop)
    const lighter = async (of: { id: string }) => {
      const [line] = await linesOfOrder(shop.db.orm, of.id)
      return weigh(shop, of, (line?.weightMg ?? 0) - 600)
    }
    const gold = (await lighter(plain)).missing
    expect((await lighter(order)).missing).toBe(gold)
  })

  it('is sold by staff with a piece of the catalog, priced as on the web [ENGRAVE-09]', async () => {
    const { shop } = await engravingShop()
    const [known] = await linesOfOrder(shop.db.orm, (await pendingOrder(shop, [engraved])).id)
    const piece = { 'line-0-piece': `${known?.name}, Small`, 'line-0-grams': '', 'line-0-fee': '' }
    const asked = { ...piece, 'line-0-engraving': ' For  Ada' }
    const [line] = await linesOfOrder(shop.db.orm, (await madeOrder(shop, asked)).id)
    expect(line).toMatchObject({ engraving: 'For Ada', engravingFeeCents: 6000 })
    expect(line?.unitPriceCents).toBe(known?.unitPriceCents)
    const input = await submittedOrder(shop, { ...piece, 'line-0-engraving': 'Ada 💍' })
    const wrong = await refusal(priceDraftOrder(shop, draftOrderForm.parse(input)))
    expect(wrong.message).toMatch(
      /engraving: We can’t engrave 💍\. Please use only letters.* The order wasn’t created\.$/,
    )
    // Its row in the form, where the first one is empty.
    const second = { 'line-1-piece': piece['line-0-piece'], rows: '2', ...noLine }
    const fieldOf = async (more: Record<string, string>) => {
      const form = draftOrderForm.parse(await submittedOrder(shop, { ...second, ...more }))
      return (await refusal(priceDraftOrder(shop, form))).details?.errors
    }
    expect(await fieldOf({ 'line-1-engraving': 'Ada 💍' })).toEqual({
      'line-1-engraving': expect.stringMatching(
        /engraving: We can’t engrave 💍\. Please use only letters.*punctuation\.$/,
      ),
    })
    await canBeEngraved(shop, null)
    expect(await fieldOf({ 'line-1-engraving': 'Ada' })).toEqual({
      'line-1-engraving': expect.stringContaining('can’t be engraved'),
    })
    expect(await fieldOf({ 'line-1-piece': 'A cup' })).toEqual({
      'line-1-piece': expect.stringContaining('isn’t in the catalog'),
    })
    // A piece that is in no catalog is engraved for no fee.
    const [described] = await linesOfOrder(
      shop.db.orm,
      (await madeOrder(shop, { 'line-0-engraving': 'Ada' })).id,
    )
    expect(described).toMatchObject({ engraving: 'Ada', engravingFeeCents: 0 })
  })
})
