import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PricePerGram } from '../gold-price/rates.ts'
import { cents, parseDollars } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { priceItem } from '../pricing/price.ts'
import { type GoldSize, goldSizeAttribute, goldSizes } from './gold-size.ts'
import type { Attribute } from './product.ts'
import { priceToStore, startingPrice } from './starting-price.ts'

const perGram = 927_700 as PricePerGram
const attributes = [
  { id: '1', name: 'Gold Size: Large', option: 'Weight: 28.9g, Fee: $1250' },
  { id: '2', name: 'Gold Size: Small', option: 'Weight: 14.7g, Fee: $750' },
]

const anySizes: fc.Arbitrary<GoldSize[]> = fc.uniqueArray(
  fc.record({
    size: fc.stringMatching(/^[A-Z][a-z]{0,8}$/),
    weight: fc.integer({ min: 1, max: 1_000_000 }).map((mg) => mg as Milligrams),
    fee: fc.integer({ min: 0, max: 10_000_000 }).map(cents),
    checkoutLink: fc.constant(null),
  }),
  { selector: ({ size }) => size, minLength: 1, maxLength: 6 },
)
const anyRate = fc.integer({ min: 1, max: 100_000_000 }).map((rate) => rate as PricePerGram)

describe('the starting price of a card', () => {
  it("is the lightest size's current price, not the cheapest stored one [LIST-13]", () => {
    expect(startingPrice({ price: '2499.00', attributes }, perGram)).toEqual({
      amount: 211_372,
      excludesGold: false,
    })
  })

  it('moves with the price per gram, whatever was stored [LIST-13]', () => {
    fc.assert(
      fc.property(anySizes, anyRate, fc.integer({ min: 0 }), (sizes, rate, stored) => {
        const product = {
          price: (stored / 100).toFixed(2),
          attributes: sizes.map((size, index) => ({
            id: String(index),
            ...goldSizeAttribute(size),
          })),
        }
        const least = Math.min(...sizes.map(({ weight }) => weight))
        const first = sizes.find(({ weight }) => weight === least)
        const expected = first && priceItem(first.weight, first.fee, rate).unitPrice
        expect(startingPrice(product, rate)).toEqual({ amount: expected, excludesGold: false })
      }),
    )
  })

  it('is of the lightest size that is not sold; of the lightest where all are [LIST-22]', () => {
    const [large, small] = attributes as [Attribute, Attribute]
    const withStock = (ofLarge: number, ofSmall: number) => ({
      price: '2499.00',
      attributes: [
        { ...large, stock: { pieces: ofLarge, reserved: 0, counted: 3 } },
        { ...small, stock: { pieces: ofSmall, reserved: 0, counted: 3 } },
      ],
    })
    const amount = (ofLarge: number, ofSmall: number) =>
      startingPrice(withStock(ofLarge, ofSmall), perGram)?.amount
    // 28.9 × 92.77 = 2681.053, and 1250 for the work.
    expect(amount(2, 0)).toBe(393_105)
    expect(amount(2, 1)).toBe(211_372)
    expect(amount(0, 0)).toBe(211_372)
    // The other one is made to order.
    const made = {
      price: '2499.00',
      attributes: [large, withStock(0, 0).attributes[1] as Attribute],
    }
    expect(startingPrice(made, perGram)?.amount).toBe(393_105)
  })

  it('is the stored price where there are no sizes [LIST-14]', () => {
    const product = { price: '2499.00', attributes: [] }
    expect(startingPrice(product, perGram)).toEqual({ amount: 249_900, excludesGold: false })
  })

  it('is the stored price where there is no price per gram [LIST-14]', () => {
    expect(startingPrice({ price: '2499.00', attributes }, null)).toEqual({
      amount: 249_900,
      excludesGold: false,
    })
  })

  it('says that gold is not in it where only the fee was stored [LIST-14, FORM-18, D22]', () => {
    const price = priceToStore(goldSizes(attributes), null)
    expect(price).toBe('750.00')
    expect(startingPrice({ price: price ?? '', attributes }, null)).toEqual({
      amount: 75_000,
      excludesGold: true,
    })
  })

  it.each(['', 'ask', '1.005'])('is none where the stored price is %j [LIST-14]', (price) => {
    expect(startingPrice({ price, attributes: [] }, perGram)).toBeNull()
  })
})

describe('the price stored with a product', () => {
  it("is the lightest size's weight × price per gram + fee, two decimals [FORM-17, DATA-02]", () => {
    expect(priceToStore(goldSizes(attributes), perGram)).toBe('2113.72')
  })

  it('is just the fee, two decimals, while the price per gram is unknown [FORM-18, DATA-02]', () => {
    expect(priceToStore(goldSizes(attributes), null)).toBe('750.00')
  })

  it('always has two decimals and is what the card shows at that price [FORM-17, DATA-02, LIST-13]', () => {
    fc.assert(
      fc.property(anySizes, anyRate, (sizes, rate) => {
        const price = priceToStore(sizes, rate) ?? ''
        expect(price).toMatch(/^\d+\.\d{2}$/)
        const written = sizes.map((size, index) => ({
          id: String(index),
          ...goldSizeAttribute(size),
        }))
        expect(startingPrice({ price: '0.00', attributes: written }, rate)?.amount).toBe(
          parseDollars(price),
        )
      }),
    )
  })

  it('is none without a size', () => {
    expect(priceToStore([], perGram)).toBeNull()
  })
})
