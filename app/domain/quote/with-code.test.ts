import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import { anyCart, anyRate, catalog, now, price, product } from '#tests/support/quotes.ts'
import type { DiscountPercent, DiscountTerms } from '../discounts/discount-code.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf } from '../gold-price/rates.ts'
import { cents, sumCents } from '../money/cents.ts'
import type { BankDiscount } from '../pricing/bank-discount.ts'
import { bankSavingOfLine, dueOf, lowerQuote, priceCart, type Quote } from './quote.ts'
import { codeSavingOf, withCode } from './with-code.ts'

const code = { id: 1, name: 'SUMMER-10', email: null }
const anyTerms: fc.Arbitrary<DiscountTerms> = fc.record({
  off: fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map((value) => ({ percent: value as DiscountPercent })),
    fc.integer({ min: 1, max: 5_000_000 }).map((amount) => ({ amount: cents(amount) })),
  ),
  offMetal: fc.boolean(),
  productIds: fc.constantFrom(null, ['1']),
  minTotal: fc.constant(cents(0)),
})
const anyBank = fc.integer({ min: 0, max: 1000 }).map((value) => value as BankDiscount)

type Cart = Pick<Parameters<typeof priceCart>, 0 | 1>
function quoteAt(cart: Cart, perGram: number, bank: BankDiscount): Quote {
  const rate = perGram as PricePerGram
  const gold = { ...defaultGoldPrice, perGram: rate, perOunce: perOunceOf(rate) }
  return priceCart(cart[0], cart[1], gold, 'live', now, undefined, bank).quote
}

/** With the code where it applies. */
function coded(quote: Quote, terms: DiscountTerms): Quote {
  const applied = withCode(quote, code, terms)
  return 'quote' in applied ? applied.quote : quote
}

describe('a quote with a code', () => {
  it('adds up: the discounts of its lines are the discount shown, and the total is less by it [CODE-01, CODE-03]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, anyTerms, anyBank, ({ products, lines }, rate, terms, bank) => {
        const full = quoteAt([lines, products], rate, bank)
        const quote = coded(full, terms)
        expect(quote.total).toBe(full.total - codeSavingOf(quote))
        for (const line of quote.lines) {
          const { metalValue, fee, quantity, codeDiscount = 0 } = line
          const most = (terms.offMetal ? metalValue + fee : fee) * quantity
          expect(codeDiscount).toBeLessThanOrEqual(most)
          const left = line.lineTotal - codeDiscount
          if (!terms.offMetal) expect(left).toBeGreaterThanOrEqual(metalValue * quantity)
        }
      }),
    )
  })

  it('with the bank discount never goes below metal value where neither would alone, nor costs more than without [CODE-02]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, anyTerms, anyBank, ({ products, lines }, rate, terms, bank) => {
        const full = quoteAt([lines, products], rate, bank)
        const quote = coded(full, terms)
        const saved = quote.lines.map((line) => bankSavingOfLine(line, bank))
        expect(dueOf(quote, 'debit')).toBe(quote.total - sumCents(saved))
        expect(dueOf(quote, 'debit')).toBeLessThanOrEqual(
          Math.min(quote.total, dueOf(full, 'debit')),
        )
        for (const [at, line] of quote.lines.entries()) {
          const { lineTotal, codeDiscount = cents(0), metalValue, quantity } = line
          const due = lineTotal - codeDiscount - (saved[at] ?? 0)
          const bankAlone = lineTotal - bankSavingOfLine({ ...line, codeDiscount: cents(0) }, bank)
          const codeAlone = lineTotal - codeDiscount
          expect(due).toBeGreaterThanOrEqual(Math.min(metalValue * quantity, bankAlone, codeAlone))
        }
      }),
    )
  })

  it('keeps the fair lock exact: the lower of the quote and of today is charged [CODE-08, QUOTE-04]', () => {
    fc.assert(
      fc.property(
        ...[anyCart, fc.tuple(anyRate, anyRate), fc.tuple(anyTerms, anyTerms), anyBank],
        fc.constantFrom('card' as const, 'debit' as const),
        ({ products, lines }, [then, today], [before, after], bank, payBy) => {
          const quoted = coded(quoteAt([lines, products], then, bank), before)
          const fresh = coded(quoteAt([lines, products], today, bank), after)
          const charged = lowerQuote(quoted, fresh, payBy)
          expect(dueOf(charged, payBy)).toBe(Math.min(dueOf(quoted, payBy), dueOf(fresh, payBy)))
          // Carried through the signed token without loss.
          expect(quoteFromJson(JSON.parse(JSON.stringify(quoteToJson(quoted))))).toEqual(quoted)
        },
      ),
    )
  })

  it('says why a code takes nothing off [CODE-05]', () => {
    const pieces = [
      product('1', [{ size: 'Small', mg: 10_000, fee: 5000 }]),
      product('2', [{ size: 'Small', mg: 10_000, fee: 0 }]),
    ]
    const cart = (...ids: string[]) =>
      price(
        ids.map((productId) => ({ productId, size: 'Small', quantity: 1 })),
        catalog(...pieces),
      ).quote
    const off = { percent: 10_000 as DiscountPercent }
    const terms = { off, offMetal: false, productIds: ['1'], minTotal: cents(0) }
    expect(withCode(cart('2'), code, terms)).toEqual({ problem: { is: 'other pieces' } })
    expect(withCode(cart('2'), code, { ...terms, productIds: null })).toEqual({
      problem: { is: 'nothing to take off' },
    })
    expect(withCode(cart('1'), code, { ...terms, minTotal: cents(97_771) })).toEqual({
      problem: { is: 'below minimum', minTotal: 97_771 },
    })
    // 100% of the fee: the metal value is left.
    expect(withCode(cart('1'), code, { ...terms, minTotal: cents(97_770) })).toMatchObject({
      quote: { total: 92_770 },
    })
    expect(withCode(cart('1'), code, { ...terms, offMetal: true })).toEqual({
      problem: { is: 'total too low', least: 50 },
    })
  })
})
