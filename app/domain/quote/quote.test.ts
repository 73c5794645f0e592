import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import { writeQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { anyBank, anyPayBy, anyShipping, anyTerms } from '#tests/support/any-quote.ts'
import { anyCart, anyRate, catalog, now, price, product } from '#tests/support/quotes.ts'
import type { DiscountTerms } from '../discounts/discount-code.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf, rateToDecimal } from '../gold-price/rates.ts'
import { centsToDecimal, sumCents } from '../money/cents.ts'
import { gramsToDecimal } from '../money/grams.ts'
import type { BankDiscount } from '../pricing/bank-discount.ts'
import {
  dueOf,
  isExpired,
  lowerQuote,
  priceCart,
  type Quote,
  quoteId,
  withShipping,
} from './quote.ts'
import { withCode } from './with-code.ts'

/** A decimal text as numerator over 10^places, apart from the shop's own arithmetic. */
function rational(text: string): { top: bigint; bottom: bigint } {
  const [whole = '', fraction = ''] = text.split('.')
  return { top: BigInt(whole + fraction), bottom: 10n ** BigInt(fraction.length) }
}

describe('a quote', () => {
  it('adds up to the cent for any cart and any gold price [QUOTE-02]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, ({ products, lines }, perGram) => {
        const { quote, notes } = price(lines, products, perGram)
        expect(notes).toEqual([])
        expect(quote.lines).toHaveLength(lines.length)
        expect(sumCents(quote.lines.map((line) => line.lineTotal))).toBe(quote.total)
        for (const line of quote.lines) {
          expect(line.lineTotal).toBe(line.unitPrice * line.quantity)
          expect(line.unitPrice).toBe(line.metalValue + line.fee)
        }
      }),
    )
  })

  it('rounds each unit price once, so ninety-nine of a piece cost ninety-nine times its price [QUOTE-02]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, ({ products, lines }, perGram) => {
        const one = price(
          lines.map((line) => ({ ...line, quantity: 1 })),
          products,
          perGram,
        ).quote
        const many = price(
          lines.map((line) => ({ ...line, quantity: 99 })),
          products,
          perGram,
        ).quote
        expect(many.total).toBe(one.total * 99)
      }),
    )
  })

  it('is what a pocket calculator says from the figures it shows [QUOTE-01, GOLD-03]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, ({ products, lines }, perGram) => {
        for (const line of price(lines, products, perGram).quote.lines) {
          const grams = rational(gramsToDecimal(line.weight))
          const rate = rational(rateToDecimal(line.perGram))
          const fee = rational(centsToDecimal(line.fee))
          const unit = rational(centsToDecimal(line.unitPrice))
          // |grams × rate + fee − unit price| is at most half a cent, over a common denominator.
          const bottom = grams.bottom * rate.bottom * fee.bottom * unit.bottom
          const exact =
            grams.top * rate.top * fee.bottom * unit.bottom +
            fee.top * grams.bottom * rate.bottom * unit.bottom
          const shown = unit.top * grams.bottom * rate.bottom * fee.bottom
          expect((shown - exact) * 200n <= bottom).toBe(true)
          expect((exact - shown) * 200n < bottom).toBe(true)
        }
      }),
    )
  })

  it('lists per line what the price is made of, and the gold price with source and time [QUOTE-01]', () => {
    const products = catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }]))
    const { quote, notes } = price(
      [{ productId: '7', size: 'Small', quantity: 2 }],
      products,
      1_312_778,
    )
    expect(writeQuoteResponse({ quote, notes }, 'the.token')).toEqual({
      quote: 'the.token',
      lines: [
        {
          productId: '7',
          size: 'Small',
          name: 'Pendant 7',
          grams: 14.7,
          pricePerGram: '131.2778',
          goldPart: '1929.78',
          fee: '750.00',
          unitPrice: '2679.78',
          quantity: 2,
          lineTotal: '5359.56',
        },
      ],
      total: '5359.56',
      goldPrice: {
        price: rateToDecimal(perOunceOf(1_312_778 as PricePerGram)),
        pricePerGram: '131.2778',
        source: 'gold-api',
        state: 'live',
        takenAt: defaultGoldPrice.takenAt.toISOString(),
      },
      issuedAt: '2026-03-01T12:00:00.000Z',
      expiresAt: '2026-03-01T12:10:00.000Z',
      notes: [],
    })
  })

  it('gives no time for the fallback price, which was never true [QUOTE-01]', () => {
    const priced = priceCart([], new Map(), defaultGoldPrice, 'indicative', now)
    expect(writeQuoteResponse(priced, '').goldPrice).toMatchObject({
      source: 'fallback',
      takenAt: null,
    })
  })

  it('keeps apart two lines of the same piece, as asked', () => {
    const products = catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }]))
    const small = { productId: '7', size: 'Small' }
    const { quote } = price(
      [
        { ...small, quantity: 1 },
        { ...small, quantity: 3 },
      ],
      products,
    )
    expect(quote.lines.map((line) => line.quantity)).toEqual([1, 3])
  })

  it('drops what is not sold with a note that names it, and prices the rest [QUOTE-06]', () => {
    const sizes = [{ size: 'Small', mg: 14_700, fee: 75_000 }]
    const products = catalog(
      product('7', sizes),
      product('8', sizes, { name: 'Hidden Wave', active: false }),
    )
    const ask = (productId: string, size: string) => ({ productId, size, quantity: 1 })
    const { quote, notes } = price(
      [
        ask('8', 'Small'),
        ask('7', 'Huge'),
        ask('7', 'Small'),
        ask('404', 'Small'),
        ask('404', 'Large'),
        ask('7', ''),
      ],
      products,
    )
    expect(quote.lines.map((line) => [line.productId, line.size])).toEqual([['7', 'Small']])
    expect(quote.total).toBe(quote.lines[0]?.unitPrice)
    expect(notes).toEqual([
      'Hidden Wave is no longer sold.',
      'Pendant 7 is no longer sold in size Huge.',
      'Piece 404 is no longer sold.',
      'Pendant 7 is sold by size. Please choose one.',
    ])
  })

  it('of nothing that is sold has no lines and costs nothing [QUOTE-06]', () => {
    const { quote } = price([{ productId: '404', size: 'Small', quantity: 1 }], catalog())
    expect(quote.lines).toEqual([])
    expect(centsToDecimal(quote.total)).toBe('0.00')
  })

  it('holds for ten minutes to the millisecond [QUOTE-01, QUOTE-04]', () => {
    const { quote } = price([], catalog())
    expect(isExpired(quote, new Date(now.getTime() + 599_999))).toBe(false)
    expect(isExpired(quote, new Date(now.getTime() + 600_000))).toBe(true)
  })

  it('comes back from JSON as it went, to the last unit [QUOTE-01]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, ({ products, lines }, perGram) => {
        const { quote } = price(lines, products, perGram)
        expect(quoteFromJson(JSON.parse(JSON.stringify(quoteToJson(quote))))).toEqual(quote)
      }),
    )
  })

  it('is not read from JSON with a field missing or of another kind [QUOTE-03]', () => {
    const products = catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }]))
    const { quote } = price([{ productId: '7', size: 'Small', quantity: 2 }], products)
    const json = quoteToJson(quote)
    const [line] = json.lines
    const { goldPriceId: _, bank: __, ...required } = json
    const wrong: unknown[] = [
      null,
      [],
      'quote',
      ...Object.keys(required).map((key) => ({ ...json, [key]: undefined })),
      ...Object.keys(json.goldPrice).map((key) => ({
        ...json,
        goldPrice: { ...json.goldPrice, [key]: undefined },
      })),
      ...Object.keys(line ?? {}).map((key) => ({
        ...json,
        lines: [{ ...line, [key]: undefined }],
      })),
      { ...json, total: '5359.56' },
      { ...json, total: 1.5 },
      { ...json, goldPriceId: '57' },
      { ...json, bank: { discount: 250 } },
      { ...json, bank: { discount: 250, saving: 0.5 } },
      { ...json, goldPrice: { ...json.goldPrice, state: 'certain' } },
    ]
    expect(quoteFromJson(json)).toEqual(quote)
    // One without the fields that may be left out.
    expect(quoteFromJson(required)).toEqual({ ...quote, goldPriceId: null })
    expect(wrong.map(quoteFromJson).filter((read) => read !== null)).toEqual([])
  })

  it('is named by the signature of its token [ORDER-08]', () => {
    expect(quoteId('eyJ2IjoxfQ.c2ln')).toBe('c2ln')
  })
})

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
