import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCart, anyRate, now, price } from '#tests/support/quotes.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf } from '../gold-price/rates.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { dueOf, lowerQuote, priceCart } from '../quote/quote.ts'
import {
  type BankDiscount,
  discountOfLine,
  formatBankDiscount,
  needsReauthForDiscount,
  parseBankDiscount,
} from './bank-discount.ts'

const discount = (hundredths: number) => hundredths as BankDiscount
const anyDiscount = fc.integer({ min: 0, max: 1000 }).map(discount)

describe('the bank discount', () => {
  it.each([
    ['0', 0],
    ['2.5', 250],
    ['2.50', 250],
    [' 10 ', 1000],
    ['10.00', 1000],
    ['0.01', 1],
  ])('is read from %s percent exactly [BANK-01]', (text, hundredths) => {
    expect(parseBankDiscount(text)).toBe(hundredths)
  })

  it.each(['100', '-1', 'abc', '', '2.555', '10.01', '11', '2,5', '1e1', '.5', '2.', 'NaN', '٢'])(
    'is never %j [BANK-01]',
    (text) => {
      expect(parseBankDiscount(text)).toBeNull()
    },
  )

  it('is written as it is read, and above 5 percent asks for a fresh code [BANK-01]', () => {
    fc.assert(
      fc.property(anyDiscount, (each) => {
        expect(parseBankDiscount(formatBankDiscount(each))).toBe(each)
        expect(needsReauthForDiscount(each)).toBe(each > 500)
      }),
    )
  })

  it('is taken off a line once, rounded half up to a cent [BANK-02]', () => {
    const of = (line: number, hundredths: number) =>
      discountOfLine(cents(line), discount(hundredths))
    expect(of(211_372, 250)).toBe(5284)
    // 2.5 percent of 20 cents is half a cent.
    expect(of(20, 250)).toBe(1)
    expect(of(19, 250)).toBe(0)
    expect(of(211_372, 0)).toBe(0)
  })
})

describe('the bank price of a cart', () => {
  it('is never above the card price, is its lines, and with no discount is the same [BANK-02]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, anyDiscount, ({ products, lines }, rate, each) => {
        const { quote } = quoteAt(lines, products, rate, each)
        const asLines = sumCents(
          quote.lines.map(({ lineTotal }) => cents(lineTotal - discountOfLine(lineTotal, each))),
        )
        const due = dueOf(quote, 'wire')
        expect(due).toBe(asLines)
        expect(due).toBe(dueOf(quote, 'debit'))
        expect(due).toBeLessThanOrEqual(quote.total)
        expect(due).toBeGreaterThanOrEqual(Math.floor(quote.total * 0.9) - quote.lines.length)
        expect(dueOf(quote, 'card')).toBe(quote.total)
        if (each === 0) expect(quote).toEqual(price(lines, products, rate).quote)
      }),
    )
  })

  it('is the lower of the quote and of today, each by its own discount [BANK-02, QUOTE-04]', () => {
    fc.assert(
      fc.property(
        anyCart,
        fc.tuple(anyRate, anyRate),
        fc.tuple(anyDiscount, anyDiscount),
        fc.constantFrom('card' as const, 'debit' as const, 'wire' as const),
        ({ products, lines }, [then, today], [before, after], payBy) => {
          const quoted = quoteAt(lines, products, then, before).quote
          const fresh = quoteAt(lines, products, today, after).quote
          const charged: Cents = dueOf(lowerQuote(quoted, fresh, payBy), payBy)
          expect(charged).toBe(Math.min(dueOf(quoted, payBy), dueOf(fresh, payBy)))
        },
      ),
    )
  })
})

function quoteAt(
  lines: Parameters<typeof priceCart>[0],
  products: Parameters<typeof priceCart>[1],
  perGram: number,
  each: BankDiscount,
) {
  const rate = perGram as PricePerGram
  const gold = {
    ...defaultGoldPrice,
    perGram: rate,
    perOunce: perOunceOf(rate),
    source: 'gold-api',
  }
  return priceCart(lines, products, gold, 'live', now, undefined, each)
}
