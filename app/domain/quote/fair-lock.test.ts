import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCart, anyRate, catalog, price, product, type Size } from '#tests/support/quotes.ts'
import type { Product } from '../catalog/product.ts'
import { sumCents } from '../money/cents.ts'
import { lowerQuote, type Quote, type QuoteRequestLine } from './quote.ts'
import { hasSameItems } from './same-items.ts'

describe('the fair lock', () => {
  const quoted = (
    cart: { lines: QuoteRequestLine[]; products: Map<string, Product> },
    rate: number,
  ) => price(cart.lines, cart.products, rate).quote

  it('never charges more than was quoted, nor more than today’s price [QUOTE-04]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, anyRate, (cart, then, today) => {
        const quote = quoted(cart, then)
        const charged = lowerQuote(quote, quoted(cart, today))
        expect(charged.total).toBe(Math.min(quote.total, quoted(cart, today).total))
        expect(sumCents(charged.lines.map((line) => line.lineTotal))).toBe(charged.total)
        expect(charged.expiresAt).toEqual(quote.expiresAt)
        expect(hasSameItems(quote, charged)).toBe(true)
      }),
    )
  })

  it('names the gold price that was in fact charged [QUOTE-04]', () => {
    const cart = {
      products: catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }])),
      lines: [{ productId: '7', size: 'Small', quantity: 1 }],
    }
    expect(lowerQuote(quoted(cart, 927_700), quoted(cart, 900_000)).goldPrice.perGram).toBe(900_000)
    expect(lowerQuote(quoted(cart, 927_700), quoted(cart, 950_000)).goldPrice.perGram).toBe(927_700)
  })

  it('holds for the very pieces that were quoted alone [QUOTE-04, QUOTE-06]', () => {
    const lines = [{ productId: '7', size: 'Small', quantity: 1 }]
    const size = { size: 'Small', mg: 14_700, fee: 75_000 }
    const quote: Quote = price(lines, catalog(product('7', [size]))).quote
    const today = (...sizes: Size[]) => price(lines, catalog(product('7', sizes))).quote
    expect(hasSameItems(quote, today(size))).toBe(true)
    expect(hasSameItems(quote, today({ ...size, fee: 80_000 }))).toBe(true)
    expect(hasSameItems(quote, today({ ...size, mg: 14_000 }))).toBe(false)
    expect(hasSameItems(quote, today({ ...size, size: 'Large' }))).toBe(false)
    expect(
      hasSameItems(quote, { lines: quote.lines.map((line) => ({ ...line, quantity: 2 })) }),
    ).toBe(false)
  })
})
