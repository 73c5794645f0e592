import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCart, anyRate, price } from '#tests/support/quotes.ts'
import { lowerQuote, type QuoteLine } from './quote.ts'
import { hasSameItems } from './same-items.ts'

const line: QuoteLine = {
  productId: '7',
  size: 'Small',
  name: 'Pendant 7',
  weight: 14_700 as QuoteLine['weight'],
  perGram: 927_700 as QuoteLine['perGram'],
  metalValue: 136_372 as QuoteLine['metalValue'],
  fee: 75_000 as QuoteLine['fee'],
  unitPrice: 211_372 as QuoteLine['unitPrice'],
  quantity: 1,
  lineTotal: 211_372 as QuoteLine['lineTotal'],
}
const changed = fc.constantFrom<Partial<QuoteLine>>(
  { productId: '8' },
  { size: 'Large' },
  { weight: 14_800 as QuoteLine['weight'] },
  { quantity: 2 },
  { engraving: { text: 'Ada', fee: 6000 as QuoteLine['fee'] } },
)

describe('whether today’s prices are for the items that were quoted', () => {
  it('is true of a quote and itself at any gold price [QUOTE-04]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, anyRate, (cart, then, today) => {
        const at = (rate: number) => price(cart.lines, cart.products, rate).quote
        expect(hasSameItems(at(then), at(today))).toBe(true)
      }),
    )
  })

  it('is false where any one line differs in product, size, weight, quantity or engraving [QUOTE-04, ENGRAVE-04]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(), changed, (count, at, change) => {
        const lines = Array.from({ length: count }, () => line)
        const other = lines.with(at % count, { ...line, ...change })
        expect(hasSameItems({ lines }, { lines: other })).toBe(false)
        expect(hasSameItems({ lines: other }, { lines })).toBe(false)
      }),
    )
  })

  it('is false where a line is missing or one more is there [QUOTE-04, QUOTE-06]', () => {
    expect(hasSameItems({ lines: [line, line] }, { lines: [line] })).toBe(false)
    expect(hasSameItems({ lines: [line] }, { lines: [line, line] })).toBe(false)
    expect(hasSameItems({ lines: [] }, { lines: [line] })).toBe(false)
  })

  it('keeps the quote itself, with its own gold price, where both totals are equal [QUOTE-04]', () => {
    const { quote } = price([], new Map())
    const today = { ...quote, issuedAt: new Date(quote.issuedAt.getTime() + 60_000) }
    expect(lowerQuote(quote, today)).toBe(quote)
  })
})
