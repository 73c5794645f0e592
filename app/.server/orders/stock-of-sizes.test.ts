import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { orderFindings } from '#app/.server/bookkeeping/queries/order-findings.ts'
import { duplicateProduct } from '#app/.server/catalog/commands/duplicate-product.ts'
import { updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { adminProducts } from '#app/.server/catalog/queries/admin-products.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { quoteCart } from '#app/.server/checkout/commands/quote-cart.ts'
import { claimsOfOrder } from '#app/.server/inventory/reservations.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { expireOrders } from '#app/.server/payments/commands/expire-orders.ts'
import { takeTestPayment } from '#app/.server/payments/commands/take-test-payment.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { productAttributes } from '#app/.server/platform/db/catalog-schema.ts'
import { putPiecesBack } from '#app/.server/returns/commands/restock.ts'
import type { ProductDraft, SizeRow } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { testBuyer, testPaymentForm } from '#app/contracts/payments/test-payment.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
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
import { goesToPay, stockOf, thereAre } from '#tests/support/stock.ts'

const by = 'ann@example.com'
const [small, large] = ['Small', 'Large'].map((size) => ({ productId: '7', size, quantity: 1 }))
if (!small || !large) throw new Error('two sizes')
const pay = testPaymentForm.parse({ choice: 'pay', ...testBuyer })

onBothDatabases('pieces that are counted by size', (open) => {
  async function shopWith(counts: Record<string, number | null>) {
    const { shop, pass } = await sellingShop(await open())
    await thereAre(shop, '7', counts)
    const saved = async (change: (draft: ProductDraft) => Partial<ProductDraft>) => {
      const opened = await adminProduct(shop, '7')
      if (!opened) throw new Error('no product')
      const product = readProduct({ ...opened.draft, ...change(opened.draft) })
      if (isRefusal(product)) throw new Error(product.message)
      return updateProduct(shop, { id: '7', revision: opened.revision, by, changes: product })
    }
    /** The rows of the form with these changes, by label. */
    const sizes = (changes: Record<string, Partial<SizeRow>>) =>
      saved((draft) => ({
        sizes: draft.sizes.map((row) => ({ ...row, ...changes[row.size] })),
      }))
    return { shop, pass, saved, sizes, now: (size: string) => stockOf(shop, '7', size) }
  }

  it('are kept, sold and refused each for itself, with piece and size in the sentence [STOCK-02, STOCK-03, STOCK-11]', async () => {
    const { shop, now } = await shopWith({ Small: 2, Large: 1 })
    const session = await goesToPay(shop, await quoteCart(shop, [small, large]))
    expect(await now('Small')).toEqual({
      ...{ pieces: 2, reserved: 1, claimed: { reserved: 1, sold: 0 } },
    })
    const busy = await refusal(goesToPay(shop, await quoteCart(shop, [large])))
    expect(busy).toMatchObject({ code: 'not_enough_left', status: 422 })
    expect(busy.message).toMatch(/ \(Large\) is in someone’s checkout right now\./)
    await takeTestPayment(shop, session, pay)
    await takeTestPayment(shop, session, pay)
    expect(await now('Large')).toEqual({
      ...{ pieces: 0, reserved: 0, claimed: { reserved: 0, sold: 1 } },
    })
    expect((await refusal(quoteCart(shop, [large]))).message).toMatch(/ \(Large\) is sold\.$/)
    const many = await refusal(quoteCart(shop, [{ ...small, quantity: 2 }]))
    expect(many.message).toMatch(/^Only 1 of .* \(Small\) is left\. Please take one\.$/)
    await goesToPay(shop, await quoteCart(shop, [small]))
    expect(await stockOf(shop, '7')).toEqual({
      ...{ pieces: null, reserved: 0, claimed: { reserved: 0, sold: 0 } },
    })
  })

  it('leave a size without a number made to order [STOCK-01, STOCK-10]', async () => {
    const { shop, now } = await shopWith({ Small: 0 })
    await goesToPay(shop, await quoteCart(shop, [{ ...large, quantity: 9 }]))
    expect(await now('Large')).toMatchObject({ pieces: null, reserved: 0 })
    expect((await refusal(quoteCart(shop, [small]))).message).toMatch(/ \(Small\) is sold\.$/)
  })

  it('are free again when an order ends, and late money reads what became of the size [STOCK-02, STOCK-07]', async () => {
    const { shop, pass, now } = await shopWith({ Small: 1, Large: 5 })
    const late = await pendingOrder(shop)
    pass(36)
    await Promise.all([expireOrders(shop), expireOrders(shop)])
    expect(await now('Small')).toMatchObject({ pieces: 1, reserved: 0 })
    await takeTestPayment(shop, (await pendingOrder(shop)).paymentSession ?? '', pay)
    await applyPaymentEvent(shop, payment(late))
    const { order } = await storedOrder(shop, late.id)
    expect(order.holdReason).toMatch(/ \(Small\) was sold to someone else\.$/)
    expect(await now('Large')).toMatchObject({ pieces: 5, reserved: 0 })
  })

  it('keep their count and what orders have of them when they are renamed [STOCK-12]', async () => {
    const { shop, sizes, now } = await shopWith({ Small: 2, Large: 1 })
    const order = await pendingOrder(shop)
    await sizes({ Small: { size: 'Petite' } })
    expect(await now('Small')).toMatchObject({ pieces: 2, reserved: 1 })
    await applyPaymentEvent(shop, payment(order))
    expect(await now('Small')).toMatchObject({ pieces: 1, reserved: 0 })
    const [claim] = await claimsOfOrder(shop.db.orm, order.id)
    expect(claim?.name).toMatch(/ \(Petite\)$/)
    expect((await adminProduct(shop, '7'))?.stock.sizes).toMatchObject({
      Small: { reserved: 0, sold: 1 },
    })
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('stay while a piece is in a checkout, and can go after it [STOCK-12]', async () => {
    const { shop, pass, saved, now } = await shopWith({ Small: 2, Large: 1 })
    await pendingOrder(shop)
    const remove = () =>
      saved(({ sizes }) => ({ sizes: sizes.filter(({ size }) => size !== 'Small') }))
    const refused = await refusal(remove())
    expect(refused).toMatchObject({ code: 'pieces_reserved', status: 409 })
    expect(refused.message).toContain('Size Small can’t be removed: 1 of it is in a checkout')
    expect(await now('Small')).toMatchObject({ pieces: 2, reserved: 1 })
    pass(36)
    await expireOrders(shop)
    await remove()
    expect(await orderFindings(shop.db.orm)).toEqual([])
  })

  it('that are gone since they were sold change nothing when they come back [STOCK-12]', async () => {
    const { shop, saved } = await shopWith({ Small: 1 })
    const order = await paidOrder(shop)
    await refundWhole(shop, order)
    await saved(({ sizes }) => ({ sizes: sizes.filter(({ size }) => size !== 'Small') }))
    const seen = { ...(await seenByStaff(shop, order)), by, product: '7', size: 'Small', count: 1 }
    const problem = await refusal(putPiecesBack(shop, seen))
    expect(problem.message).toContain('(Small) is no longer counted, or was deleted.')
  })

  it('go back on sale each for itself [STOCK-08, STOCK-12]', async () => {
    const { shop, now } = await shopWith({ Small: 1, Large: 1 })
    const order = await paidOrder(shop)
    await refundWhole(shop, order)
    const back = async (size: string) => {
      const seen = { ...(await seenByStaff(shop, order)), by, product: '7', size, count: 1 }
      return putPiecesBack(shop, seen)
    }
    expect(await refusal(back('Large'))).toMatchObject({ code: 'pieces_refused' })
    await back('Small')
    expect(await now('Small')).toMatchObject({ pieces: 1, claimed: { sold: 0 } })
    expect(await now('Large')).toMatchObject({ pieces: 1 })
  })

  it('recounted in the form mean the difference, and it is logged [STOCK-06, STOCK-10]', async () => {
    const { shop, sizes, now } = await shopWith({ Small: 3, Large: null })
    await paidOrder(shop)
    await pendingOrder(shop)
    const refused = await refusal(sizes({ Small: { pieces: '0' } }))
    expect(refused).toMatchObject({ code: 'pieces_reserved', status: 409 })
    expect(refused.message).toMatch(/^Size Small: 1 is in a checkout right now\./)
    expect(refused.details).toEqual({ at: 'sizes.0.pieces' })
    // The form was opened when there were three.
    await sizes({ Small: { piecesSeen: '3', pieces: '5' }, Large: { pieces: '1' } })
    expect(await now('Small')).toMatchObject({ pieces: 4, reserved: 1 })
    expect(await now('Large')).toMatchObject({ pieces: 1, reserved: 0 })
    const [entry] = await shop.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'product.updated'))
    expect(entry?.facts.changes).toContainEqual({
      ...{ field: 'sizes.pieces', of: 'Small', before: '2', after: '4' },
    })
    const product = (await productsById(shop, ['7'], { mustBeFresh: true })).get('7')
    expect(goldSizes(product?.attributes ?? []).map(({ stock }) => stock)).toEqual([
      { pieces: 4, reserved: 1, counted: 4 },
      { pieces: 1, reserved: 0, counted: 1 },
    ])
    const { products } = await adminProducts(shop, { q: '', order: 'newest', page: 1 })
    const row = products.find(({ id }) => id === '7')
    expect(row?.attributes.map(({ stock }) => stock?.pieces)).toEqual([4, 1])
  })

  it('are not counted as a whole as well, nor while pieces are in a checkout; the database refuses it too [STOCK-10]', async () => {
    const { shop, pass, saved } = await shopWith({ Small: 3 })
    await pendingOrder(shop)
    const whole = () =>
      saved(({ sizes }) => ({ pieces: '4', sizes: sizes.map((row) => ({ ...row, pieces: '' })) }))
    const refused = await refusal(whole())
    expect(refused).toMatchObject({ code: 'pieces_reserved', status: 409 })
    expect(refused.message).toContain('1 is in a checkout right now, counted by size.')
    pass(36)
    await expireOrders(shop)
    await whole()
    expect(await stockOf(shop, '7')).toMatchObject({ pieces: 4 })
    await pendingOrder(shop)
    const bySize = await refusal(
      saved(({ sizes }) => ({ pieces: '', sizes: sizes.map((row) => ({ ...row, pieces: '1' })) })),
    )
    expect(bySize.message).toContain('counted for the whole product.')
    const { orm } = shop.db
    await expect(
      orm
        .update(productAttributes)
        .set({ pieces: 1, piecesCounted: 1 })
        .where(sql`product_id = '7' and size_key = 'Small'`),
    ).rejects.toMatchObject({ cause: { code: '23514' } })
  })

  it('of a copy are not there until they are counted [STOCK-10]', async () => {
    const { shop } = await shopWith({ Small: 2 })
    await pendingOrder(shop)
    const copy = await duplicateProduct(shop, { id: '7', once: 'x', by })
    expect(await stockOf(shop, copy.id, 'Small')).toMatchObject({ pieces: 0, reserved: 0 })
    expect(await stockOf(shop, copy.id, 'Large')).toMatchObject({ pieces: null })
  })

  it('that do not agree with unpaid orders are named by the nightly look [STOCK-09, STOCK-12]', async () => {
    const { shop } = await shopWith({ Small: 3, Large: 2 })
    await pendingOrder(shop)
    const { orm } = shop.db
    expect(await orderFindings(orm)).toEqual([])
    await orm
      .update(productAttributes)
      .set({ piecesReserved: 2 })
      .where(sql`product_id = '7' and size_key = 'Large'`)
    expect(await orderFindings(orm)).toEqual([
      expect.stringMatching(/ \(Large\): 2 counted as in a checkout, unpaid orders have 0\.$/),
    ])
  })
})
