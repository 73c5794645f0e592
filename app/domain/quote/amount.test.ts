import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, centsToDecimal } from '../money/cents.ts'
import { parseAmount } from './amount.ts'

describe('the amount of a checkout', () => {
  it('is exact to the cent for every sum written with two decimals [PAY-08, PAY-15]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000_000 }), (sum) => {
        expect(parseAmount(JSON.parse(centsToDecimal(cents(sum))))).toBe(sum)
      }),
    )
  })

  it.each([
    undefined,
    null,
    '2113.72',
    'abc',
    true,
    [2113.72],
    { valueOf: () => 5 },
    0,
    -0,
    -1,
    -2113.72,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0.001,
    2113.725,
    2113.7200000000003,
    1e21,
    1e-7,
    Number.MAX_VALUE,
    2 ** 53,
  ])('is refused when it is %s [PAY-16]', (amount) => {
    expect(parseAmount(amount)).toBeNull()
  })

  it('may leave out zeros', () => {
    expect(parseAmount(2113.7)).toBe(211370)
    expect(parseAmount(5)).toBe(500)
    expect(parseAmount(0.01)).toBe(1)
  })
})
