import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import { anyBank, anyPayBy, anyShipping, anyTerms } from '#tests/support/any-quote.ts'
import { anyCart, anyRate, now } from '#tests/support/quotes.ts'
import type { DiscountTerms } from '../discounts/discount-code.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf } from '../gold-price/rates.ts'
import type { BankDiscount } from '../pricing/bank-discount.ts'
import { dueOf, lowerQuote, priceCart, type Quote } from './quote.ts'
import { withCode } from './with-code.ts'
import { withShipping } from './with-shipping.ts'

type Cart = Pick<Parameters<typeof priceCart>, 0 | 1>

/** The goods with a code where it applies, at a gold price. */
function goodsAt(cart: Cart, perGram: number, bank: BankDiscount, terms: DiscountTerms): Quote {
  const rate = perGram as PricePerGram
  const gold = { ...defaultGoldPrice, perGram: rate, perOunce: perOunceOf(rate) }
  const { quote } = priceCart(cart[0], cart[1], gold, 'live', now, undefined, bank)
  const coded = withCode(quote, { id: 1, name: 'SUMMER-10', email: null }, terms)
  return 'quote' in coded ? coded.quote : quote
}

describe('a quote with shipping', () => {
  it('costs its rate more by each way to pay, with or without a code: neither a code nor the bank discount is taken off it [SHIPPING-05]', () => {
    fc.assert(
      fc.property(
        ...[anyCart, anyRate, anyTerms, anyBank, anyShipping, anyPayBy],
        ({ products, lines }, rate, terms, bank, shipping, payBy) => {
          const goods = goodsAt([lines, products], rate, bank, terms)
          const quote = withShipping(goods, shipping)
          expect(dueOf(quote, payBy)).toBe(dueOf(goods, payBy) + (shipping?.rate ?? 0))
          expect(quote.lines).toEqual(goods.lines)
          expect(quote.bank).toEqual(goods.bank)
          // Carried through the signed token without loss.
          expect(quoteFromJson(JSON.parse(JSON.stringify(quoteToJson(quote))))).toEqual(quote)
        },
      ),
    )
  })

  it('keeps the fair lock exact: the lower of the quote and of today is charged, each with its rate [SHIPPING-05, QUOTE-04]', () => {
    fc.assert(
      fc.property(
        ...[anyCart, fc.tuple(anyRate, anyRate), anyTerms, anyBank],
        ...[fc.tuple(anyShipping, anyShipping), anyPayBy],
        ({ products, lines }, [then, today], terms, bank, [before, after], payBy) => {
          const quoted = withShipping(goodsAt([lines, products], then, bank, terms), before)
          const fresh = withShipping(goodsAt([lines, products], today, bank, terms), after)
          const charged = lowerQuote(quoted, fresh, payBy)
          expect(dueOf(charged, payBy)).toBe(Math.min(dueOf(quoted, payBy), dueOf(fresh, payBy)))
          expect(charged.expiresAt).toEqual(quoted.expiresAt)
        },
      ),
    )
  })
})
