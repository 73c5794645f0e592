import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PricePerGram } from '../gold-price/rates.ts'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { largestBeyond, movesBeyond, priceChanges } from './price-change.ts'
import type { SizeFacts } from './product-facts.ts'

const perGram = 1_300_000 as PricePerGram
const anySize: fc.Arbitrary<SizeFacts> = fc.record({
  size: fc.string({ minLength: 1, maxLength: 8 }),
  weight: fc.integer({ min: 1, max: 1_000_000 }).map((mg) => mg as Milligrams),
  fee: fc.integer({ min: 0, max: 10_000_000 }).map(cents),
})
const anySizes = fc.uniqueArray(anySize, { selector: ({ size }) => size, maxLength: 5 })
const small = { size: 'Small', weight: 14_700 as Milligrams, fee: cents(750_00) }
const toATenth = { before: 100_000, after: 100 }
const heavy = { size: 'Large', weight: 100_000 as Milligrams, fee: cents(0) }

describe('the prices that a save changes', () => {
  it('are none where nothing is changed, whatever the order of the sizes [FRESH-06]', () => {
    fc.assert(
      fc.property(anySizes, (sizes) => {
        expect(priceChanges({ sizes }, { sizes: sizes.toReversed() }, perGram)).toEqual([])
      }),
    )
  })

  it('are those of each size whose weight or fee moves its price, and of the engraving [FRESH-06]', () => {
    const engraving = { fee: cents(40_00), max: 20 }
    expect(
      priceChanges(
        { sizes: [small, heavy], engraving },
        {
          sizes: [
            { ...small, fee: cents(0) },
            { ...heavy, weight: 100 as Milligrams },
          ],
          engraving: { ...engraving, fee: cents(0) },
        },
        perGram,
      ),
    ).toEqual([
      { of: 'Small', before: 266_100, after: 191_100, fee: { before: 75_000, after: 0 } },
      { ...{ of: 'Large', before: 1_300_000, after: 1_300 }, weight: toATenth },
      { of: 'Engraving', before: 4_000, after: 0 },
    ])
  })

  it('follow a size to its new name, and count one that is added as new [FRESH-06]', () => {
    const renamed = { ...heavy, size: 'Large.', weight: 100 as Milligrams }
    expect(priceChanges({ sizes: [small, heavy] }, { sizes: [small, renamed] }, perGram)).toEqual([
      { ...{ of: 'Large.', before: 1_300_000, after: 1_300 }, weight: toATenth },
    ])
    expect(
      priceChanges({ sizes: [heavy] }, { sizes: [{ ...heavy, size: 'Big' }] }, perGram),
    ).toEqual([])
    const [added] = priceChanges({ sizes: [small] }, { sizes: [small, renamed] }, perGram)
    expect(added).toEqual({ of: 'Large.', before: null, after: 1_300 })
    expect(added && movesBeyond(added, 1_000_000)).toBe(true)
  })

  it('are changed too where weight and fee move at the same price, each as far as it moves [FRESH-07]', () => {
    const sold = { size: 'Small', weight: 10_000 as Milligrams, fee: cents(1_300_00) }
    const twice = { ...sold, weight: 20_000 as Milligrams, fee: cents(0) }
    const [change] = priceChanges({ sizes: [sold] }, { sizes: [twice] }, perGram)
    expect(change).toMatchObject({ before: 260_000, after: 260_000 })
    expect(change && movesBeyond(change, 99)).toBe(true)
    const other = { of: 'Other', before: cents(100_00), after: cents(130_00) }
    expect(change && largestBeyond([other, change], 20)).toMatchObject({ of: 'Small' })
    const little = { ...sold, weight: 10_400 as Milligrams, fee: cents(1_248_00) }
    const [small] = priceChanges({ sizes: [sold] }, { sizes: [little] }, perGram)
    expect(small && [movesBeyond(small, 5), movesBeyond(small, 3)]).toEqual([false, true])
  })

  it('are beyond a limit by more than that part of what they were, up or down [FRESH-06, ALERT-06]', () => {
    const amount = fc.integer({ min: 0, max: 100_000_000 })
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 100 }), (before, after, percent) => {
        const change = { of: 'Small', before: cents(before), after: cents(after) }
        const exact = BigInt(Math.abs(after - before)) * 100n > BigInt(percent) * BigInt(before)
        expect(movesBeyond(change, percent)).toBe(exact)
        expect(largestBeyond([change], percent)).toEqual(exact ? change : null)
      }),
    )
    expect(movesBeyond({ of: 'S', before: cents(100_00), after: cents(105_00) }, 5)).toBe(false)
    expect(movesBeyond({ of: 'S', before: cents(100_00), after: cents(94_99) }, 5)).toBe(true)
  })
})
