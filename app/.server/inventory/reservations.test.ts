import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { deleteProduct } from '#app/.server/catalog/commands/delete-product.ts'
import { duplicateProduct } from '#app/.server/catalog/commands/duplicate-product.ts'
import { updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { cancelOrder, staffCancelOrder } from '#app/.server/payments/commands/cancel-order.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { stockClaims } from '#app/.server/platform/db/stock-schema.ts'
import { keepItemsOffSale, putPiecesBack } from '#app/.server/returns/commands/restock.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  paidOrder,
  payment,
  pendingOrder,
  refundWhole,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import { goesToPay, stockOf, thereAre } from '#tests/support/stock.ts'

const by = 'ann@example.com'
const [small, large] = ['Small', 'Large'].map((size) => ({ productId: '7', size, quantity: 1 }))
if (!small || !large) throw new Error('two sizes')
const pay = testPaymentForm.parse({ choice: 'pay', ...testBuyer })
const nothing = { claimed: { reserved: 0, sold: 0 } }

onBothDatabases('counted pieces', (open) => {
  async function shopWith(pieces: number) {
    const { shop, pass } = await sellingShop(await open())
    await thereAre(shop, '7', pieces)
    return { shop, pass, now: () => stockOf(shop, '7') }
  }

  it('go from an unpaid Buy Now to the cart of its browser, never from a paid one [STOCK-16]', async () => {
    const { shop, pass, now } = await shopWith(1)
    const states = async () =>
      (await shop.db.orm.select({ state: orders.state }).from(orders))
        .map(({ state }) => state)
        .toSorted()
    const left = await quoteCart(shop, [small])
    await goesToPay(shop, left, { buyNow: true })
    // Another quote, though it has the same price.
    pass(1)
    const cart = await quoteCart(shop, [small])
    expect(await refusal(goesToPay(shop, cart))).toMatchObject({ code: 'not_enough_left' })
    expect(await states()).toEqual(['pending'])
    await goesToPay(shop, cart, { replaces: quoteId(left.quote) })
    expect(await states()).toEqual(['cancelled', 'pending'])
    expect(await now()).toEqual({ pieces: 1, reserved: 1, claimed: { reserved: 1, sold: 0 } })
  })

  it('stay sold where the Buy Now was paid, which is shown in place of another payment page [STOCK-16]', async () => {
    const { shop, pass, now } = await shopWith(2)
    const bought = await quoteCart(shop, [small])
    await takeTestPayment(shop, await goesToPay(shop, bought, { buyNow: true }), pay)
    pass(1)
    const cart = await quoteCart(shop, [small])
    const token = await goesToPay(shop, cart, { replaces: quoteId(bought.quote) })
    const all = await shop.db.orm.select().from(orders)
    expect(all).toMatchObject([{ state: 'paid', token }])
    expect(await now()).toEqual({ pieces: 1, reserved: 0, claimed: { reserved: 0, sold: 1 } })
  })

  it('are kept while they are paid for, and sold by the payment [STOCK-02]', async () => {
    const { shop, now } = await shopWith(2)
    const session = await goesToPay(shop, await quoteCart(shop, [small, large]))
    expect(await now()).toEqual({ pieces: 2, reserved: 2, claimed: { reserved: 2, sold: 0 } })
    const other = await quoteCart(shop, [small])
    const problem = await refusal(goesToPay(shop, other))
    expect(problem).toMatchObject({ code: 'not_enough_left', status: 422 })
    expect(problem.message).toContain('someone’s checkout right now')
    // Nothing of the refused order stays.
    expect(await shop.db.orm.$count(orders)).toBe(1)
    await takeTestPayment(shop, session, pay)
    await takeTestPayment(shop, session, pay)
    expect(await now()).toEqual({ pieces: 0, reserved: 0, claimed: { reserved: 0, sold: 2 } })
    expect(await refusal(goesToPay(shop, other))).toMatchObject({ status: 422 })
    const sold = await refusal(quoteCart(shop, [small]))
    expect(sold).toMatchObject({ code: 'not_enough_left', status: 422 })
    expect(sold.message).toMatch(/ is sold\.$/)
  })

  it('are refused where more are asked for than there are, in all sizes together [STOCK-03]', async () => {
    const { shop } = await shopWith(2)
    const many = await refusal(quoteCart(shop, [{ ...small, quantity: 2 }, large]))
    expect(many).toMatchObject({ code: 'not_enough_left', status: 422 })
    expect(many.message).toContain('Please take no more than 2.')
    expect((await quoteCart(shop, [small, large])).lines).toHaveLength(2)
    // Others are made to order.
    expect((await quoteCart(shop, [{ ...small, productId: '9', quantity: 99 }])).notes).toEqual([])
  })

  it('are free again when the order runs out or is canceled, once [STOCK-02]', async () => {
    const { shop, pass, now } = await shopWith(1)
    await pendingOrder(shop)
    pass(36)
    await Promise.all([expireOrders(shop), expireOrders(shop)])
    expect(await now()).toEqual({ pieces: 1, reserved: 0, ...nothing })
    const second = await pendingOrder(shop)
    await cancelOrder(shop, second.id, { actor: 'shopper', by: 'shopper', why: 'A test.' })
    expect(await now()).toEqual({ pieces: 1, reserved: 0, ...nothing })
    const third = await pendingOrder(shop)
    await staffCancelOrder(shop, { ...(await seenByStaff(shop, third)), by, reason: 'A test.' })
    expect(await now()).toEqual({ pieces: 1, reserved: 0, ...nothing })
    const fourth = await pendingOrder(shop)
    await applyPaymentEvent(shop, payment(fourth, { id: 'e', type: 'expired', amount: null }))
    expect(await now()).toEqual({ pieces: 1, reserved: 0, ...nothing })
  })

  it('of one’s own earlier checkout are taken over by the next, and one quote takes them once [STOCK-02]', async () => {
    const { shop, now } = await shopWith(1)
    const first = await quoteCart(shop, [small])
    const session = await goesToPay(shop, first)
    expect(await goesToPay(shop, first)).toBe(session)
    // Back in the cart: the piece in one’s own checkout is still quoted.
    const second = await quoteCart(shop, [small])
    const again = await goesToPay(shop, second, { replaces: quoteId(first.quote) })
    expect(again).not.toBe(session)
    expect(await now()).toMatchObject({ pieces: 1, reserved: 1 })
    await takeTestPayment(shop, again, pay)
    expect(await now()).toEqual({ pieces: 0, reserved: 0, claimed: { reserved: 0, sold: 1 } })
  })

  it('paid for too late are held for staff, who read what became of the piece [STOCK-07]', async () => {
    const { shop, pass, now } = await shopWith(1)
    const late = await pendingOrder(shop)
    pass(36)
    await expireOrders(shop)
    await takeTestPayment(shop, (await pendingOrder(shop)).paymentSession ?? '', pay)
    await applyPaymentEvent(shop, payment(late))
    const { order } = await storedOrder(shop, late.id)
    expect(order.state).toBe('expired')
    expect(order.holdReason).toMatch(/ was sold to someone else\.$/)
    expect(await now()).toEqual({ pieces: 0, reserved: 0, claimed: { reserved: 0, sold: 1 } })
  })

  it('of orders by staff are kept until these are paid or canceled, and refused in words [STOCK-02]', async () => {
    const { shop, now } = await shopWith(1)
    const { name } = (await productsById(shop, ['7'])).get('7') ?? { name: '' }
    const piece = { 'line-0-piece': `${name}, Small`, 'line-0-grams': '', 'line-0-fee': '' }
    const order = await madeOrder(shop, piece)
    expect(await now()).toMatchObject({ pieces: 1, reserved: 1 })
    const problem = await refusal(madeOrder(shop, piece))
    expect(problem).toMatchObject({ code: 'not_enough_left', status: 422 })
    expect(problem.message).toMatch(/The order wasn’t created\.$/)
    await staffCancelOrder(shop, { ...(await asStaff(shop, order)), reason: 'A test.' })
    expect(await now()).toMatchObject({ pieces: 1, reserved: 0 })
  })

  it('go back on sale where staff say so, no more than were sold and are here, and it is in the audit log [STOCK-08, STOCK-15]', async () => {
    const { shop, now } = await shopWith(1)
    const order = await paidOrder(shop)
    const about = { by, product: '7', size: '', count: 1 }
    await keepItemsOffSale(shop, { ...(await seenByStaff(shop, order)), ...about })
    expect(await now()).toMatchObject({ pieces: 0, claimed: { sold: 1 } })
    // Paid and not refunded, it must be sent to its buyer.
    const early = putPiecesBack(shop, { ...(await seenByStaff(shop, order)), ...about })
    expect((await refusal(early)).message).toContain('None of it is here. It wasn’t returned, and')
    expect(await now()).toMatchObject({ pieces: 0, claimed: { sold: 1 } })
    await refundWhole(shop, order)
    const back = { ...(await seenByStaff(shop, order)), ...about }
    const both = await Promise.allSettled([putPiecesBack(shop, back), putPiecesBack(shop, back)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await now()).toEqual({ pieces: 1, reserved: 0, ...nothing })
    const again = { ...(await seenByStaff(shop, order)), ...about }
    expect(await refusal(putPiecesBack(shop, again))).toMatchObject({ status: 409 })
    const log = await shop.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'order.pieces_decided'))
    expect(log).toHaveLength(2)
  })

  it('of a copy are not there until they are counted, and those of a deleted product are still sold [STOCK-01, STOCK-02]', async () => {
    const { shop } = await shopWith(2)
    const order = await pendingOrder(shop)
    const copy = await duplicateProduct(shop, { id: '7', once: 'x', by })
    expect(await stockOf(shop, copy.id)).toEqual({ pieces: 0, reserved: 0, ...nothing })
    await deleteProduct(shop, { id: '7', by })
    await applyPaymentEvent(shop, payment(order))
    expect((await storedOrder(shop, order.id)).order.state).toBe('paid')
    expect((await stockOf(shop, '7')).claimed).toEqual({ reserved: 0, sold: 1 })
  })

  it('counted again in the form mean the difference; what is in a checkout cannot be counted away [STOCK-06]', async () => {
    const { shop, now } = await shopWith(3)
    const opened = await adminProduct(shop, '7')
    if (!opened) throw new Error('no product')
    const save = (changes: object) => {
      const product = readProduct({ ...opened.draft, ...changes })
      if (isRefusal(product)) throw new Error(product.message)
      const { revision } = opened
      return updateProduct(shop, { id: '7', revision, by, changes: product })
    }
    expect(opened.draft).toMatchObject({ pieces: '3', piecesSeen: '3' })
    await paidOrder(shop)
    await pendingOrder(shop)
    // A sale changes nothing that the form shows but the count: it may still be saved.
    const refused = await refusal(save({ pieces: '0' }))
    expect(refused).toMatchObject({ code: 'pieces_reserved', status: 409 })
    expect(refused.details).toEqual({ at: 'pieces' })
    await save({ name: 'Renamed' })
    expect(await now()).toMatchObject({ pieces: 2, reserved: 1 })
    opened.revision += 1
    await save({ pieces: '5' })
    expect(await now()).toMatchObject({ pieces: 4, reserved: 1 })
    const seen = await adminProduct(shop, '7')
    expect(seen?.draft.pieces).toBe('4')
    expect(seen?.stock).toMatchObject({ reserved: 1, sold: 1 })
    // Every process reads it again.
    const { stock } = (await productsById(shop, ['7'], { mustBeFresh: true })).get('7') ?? {}
    expect(stock).toEqual({ pieces: 4, reserved: 1, counted: 4 })
    opened.revision += 1
    await save({ pieces: '' })
    expect(await now()).toMatchObject({ pieces: null, reserved: 1 })
    await goesToPay(shop, await quoteCart(shop, [{ ...small, quantity: 50 }]))
  })

  it('that do not agree with orders are named by the nightly look [STOCK-09]', async () => {
    const { shop } = await shopWith(3)
    const session = await goesToPay(shop, await quoteCart(shop, [small]))
    await takeTestPayment(shop, session, pay)
    await goesToPay(shop, await quoteCart(shop, [large]))
    expect(await orderFindings(shop.db.orm)).toEqual([])
    const { orm } = shop.db
    await orm.update(stockClaims).set({ state: 'released' }).where(eq(stockClaims.state, 'sold'))
    const [{ name = '' } = {}] = await orm
      .update(products)
      .set({ piecesReserved: 2 })
      .where(eq(products.id, '7'))
      .returning()
    expect(await orderFindings(orm)).toEqual([
      expect.stringMatching(/^Order \S+ is paid, but its counted pieces are released\.$/),
      `${name}: 2 counted as in a checkout, unpaid orders have 1.`,
    ])
  })
})
