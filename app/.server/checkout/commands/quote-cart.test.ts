import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { PaymentGateway } from '#app/.server/payments/gateway/payment-gateway.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { cents, centsToDecimal, parseDollars } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { changeProducts } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { quoteCart } from './quote-cart.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }

onBothDatabases('a quote', (open) => {
  it('answers in the documented form, priced by the shop alone [QUOTE-01, PAY-15, CART-14]', async () => {
    const { shop } = await sellingShop(await open())
    const answer = await quoteCart(shop, [{ ...small, quantity: 2 }])
    const [line] = answer.lines
    expect(Object.keys(answer)).toEqual([
      'quote',
      'lines',
      'total',
      'goldPrice',
      'issuedAt',
      'expiresAt',
      'shipping',
      'notes',
    ])
    expect(line).toMatchObject({
      productId: '7',
      size: 'Small',
      quantity: 2,
      pricePerGram: '130.00',
    })
    const gold = Math.round((line?.grams ?? 0) * 13_000)
    expect(line?.goldPart).toBe(centsToDecimal(cents(gold)))
    const unit = gold + (parseDollars(line?.fee ?? '') ?? 0)
    expect(line?.unitPrice).toBe(centsToDecimal(cents(unit)))
    expect(answer.total).toBe(centsToDecimal(cents(unit * 2)))
    expect(answer.goldPrice).toMatchObject({
      price: '4043.455',
      pricePerGram: '130.00',
      source: 'admin-exact',
      state: 'set by hand',
      takenAt: '2026-03-11T16:00:00.000Z',
    })
    expect(answer.issuedAt).toBe('2026-03-11T16:00:00.000Z')
    expect(answer.expiresAt).toBe('2026-03-11T16:10:00.000Z')
  })

  it('writes nothing: an anonymous visitor leaves no row [D4]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await quoteCart(shop, [small])
    expect(await db.orm.$count(orders)).toBe(0)
  })

  it('drops unknown and hidden pieces with a note; nothing left is nothing to buy [QUOTE-06]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    await changeProducts(shop, { active: false }, eq(products.id, '8'))
    const answer = await quoteCart(shop, [
      { productId: '8', size: 'Small', quantity: 1 },
      { productId: 'nowhere', size: 'Small', quantity: 1 },
      { productId: '7', size: 'Enormous', quantity: 1 },
    ])
    expect(answer).toMatchObject({ lines: [], total: '0.00' })
    expect(answer.notes).toEqual([
      expect.stringMatching(/^.+ is no longer sold\.$/),
      'Piece nowhere is no longer sold.',
      expect.stringMatching(/^.+ is no longer sold in size Enormous\.$/),
    ])
  })

  it('is refused beside live payments on a fallback price or one too old, not beside test payments [LIVE-08, D41]', async () => {
    const db = await open()
    const app = testShop({ db })
    const live: PaymentGateway = { ...testPayments(app), live: true }
    expect(await refusal(quoteCart({ ...app, payments: live }, [small]))).toMatchObject({
      code: 'gold_price_unavailable',
      status: 503,
    })
    expect((await quoteCart({ ...app, payments: testPayments(app) }, [small])).lines).toHaveLength(
      1,
    )

    const opened = await sellingShop(db, { payments: live })
    expect((await quoteCart(opened.shop, [small])).lines).toHaveLength(1)
    opened.pass(25 * 60)
    expect(await refusal(quoteCart(opened.shop, [small]))).toMatchObject({
      code: 'gold_price_unavailable',
    })
  })
})
