import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCart, anyRate, catalog, product } from '#tests/support/quotes.ts'
import type { PricePerGram } from '../gold-price/rates.ts'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { metalValue } from '../pricing/price.ts'
import { listedText, priceStaffLines } from './draft-order.ts'

const asListed = { weight: null, fee: null }
const anyWeight = fc.integer({ min: 1, max: 1_000_000 }).map((mg) => mg as Milligrams)
const anyFee = fc.integer({ min: 0, max: 1_000_000 }).map(cents)
const perGramOf = (rate: number) => ({ perGram: rate as PricePerGram })

describe('a product of the catalog that staff sell', () => {
  it('keeps product, size and flat fee at any weight, and costs its own metal and that fee [SALE-31]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, anyWeight, ({ products, lines }, rate, weight) => {
        const gold = perGramOf(rate)
        const price = (own: { weight: Milligrams | null; fee: null }) =>
          priceStaffLines(
            lines.map((line) => ({ ...line, ...own })),
            products,
            gold,
          )
        const listed = price(asListed)
        price({ weight, fee: null }).forEach((line, at) => {
          const other = listed[at]
          if ('refused' in line || !other || 'refused' in other) throw new Error('refused')
          const { productId, size, name, fee, quantity } = other
          expect(line).toMatchObject({ productId, size, name, fee, quantity, weight })
          expect(line.metalValue).toBe(metalValue(weight, gold.perGram))
          expect(line.unitPrice).toBe(line.metalValue + fee)
          expect(line.lineTotal).toBe(line.unitPrice * quantity)
          const { listed: difference } = line
          if (weight === other.weight) expect(difference).toBeUndefined()
          else expect(difference).toEqual({ weight: other.weight, fee, unitPrice: other.unitPrice })
        })
      }),
    )
  })

  it('has another fee only where one is entered, and zero only where 0 is [SALE-31]', () => {
    fc.assert(
      fc.property(anyCart, anyRate, fc.option(anyFee), ({ products, lines }, rate, fee) => {
        const priced = priceStaffLines(
          lines.map((line) => ({ ...line, weight: null, fee })),
          products,
          perGramOf(rate),
        )
        const before = priceStaffLines(
          lines.map((line) => ({ ...line, ...asListed })),
          products,
          perGramOf(rate),
        )
        priced.forEach((line, at) => {
          const listed = before[at]
          if ('refused' in line || !listed || 'refused' in listed) throw new Error('refused')
          expect(line.fee).toBe(fee ?? listed.fee)
          expect(line.weight).toBe(listed.weight)
        })
      }),
    )
  })

  it('is read back with its listed grams, fee and price where they differ [SALE-31]', () => {
    const products = catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 333_33 }]))
    const textOf = (own: { weight: number | null; fee: number | null }) => {
      const asked = { productId: '7', size: 'Small', quantity: 2 }
      const weight = own.weight as Milligrams | null
      const fee = own.fee === null ? null : cents(own.fee)
      const [line] = priceStaffLines([{ ...asked, weight, fee }], products, perGramOf(1_300_000))
      if (!line || 'refused' in line) throw new Error('refused')
      return listedText(line)
    }
    expect(textOf({ weight: null, fee: null })).toBeNull()
    expect(textOf({ weight: 14_700, fee: 333_33 })).toBeNull()
    expect(textOf({ weight: 14_500, fee: null })).toBe(
      'Different from listed: 14.5 g instead of 14.7 g, $2,218.33 each instead of $2,244.33.',
    )
    expect(textOf({ weight: null, fee: 0 })).toBe(
      'Different from listed: a fee of $0.00 instead of $333.33, $1,911.00 each instead of $2,244.33.',
    )
  })
})
