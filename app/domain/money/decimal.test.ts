import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfUp, formatScaled, parseExact, parseScaled, toSafeInteger } from './decimal.ts'

const anyInteger = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const anyPlaces = fc.integer({ min: 0, max: 8 })

describe('reading decimals', () => {
  it('reads back every value it wrote, to the last place [DATA-02, D1]', () => {
    fc.assert(
      fc.property(anyInteger, anyPlaces, (value, places) => {
        expect(parseScaled(formatScaled(value, places), places)).toBe(value)
        expect(parseExact(formatScaled(value, places), places)).toBe(value)
      }),
    )
  })

  it('reads the same with zeros trimmed as with all of them', () => {
    fc.assert(
      fc.property(anyInteger, anyPlaces, anyPlaces, (value, places, keep) => {
        const trimmed = formatScaled(value, places, Math.min(keep, places))
        expect(parseExact(trimmed, places)).toBe(value)
      }),
    )
  })

  it('reads an exponent as a shift of the point, as JSON numbers may have it', () => {
    fc.assert(
      fc.property(anyInteger, fc.integer({ min: -20, max: 20 }), (value, exponent) => {
        const shifted = exponent >= 0 ? value * 10n ** BigInt(exponent) : null
        const places = Math.max(0, -exponent)
        expect(parseExact(`${value}e${exponent}`, places)).toBe(shifted ?? value)
      }),
    )
  })

  it.each([
    ['1.005', 2, 101n],
    ['2.675', 2, 268n],
    ['-2.675', 2, -268n],
    ['0.30000000000000004', 2, 30n],
    ['1.0049999999999999999999', 2, 100n],
    ['8.7', 3, 8700n],
    ['.5', 4, 5000n],
    ['+7', 0, 7n],
    ['1e-7', 6, 0n],
    ['5e-7', 6, 1n],
    [' 14.7 ', 3, 14700n],
  ])(
    'rounds %s at %i places half away from zero, as no binary fraction could [D1]',
    (text, places, value) => {
      expect(parseScaled(text, places)).toBe(value)
    },
  )

  it.each([
    '',
    ' ',
    '.',
    '-',
    '1.',
    '1,5',
    '1,250.00',
    '$5',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '1 000',
    'e3',
    '--1',
    '1e9999',
    '½',
    '٣',
    '9'.repeat(61),
  ])('takes %j for no number', (text) => {
    expect(parseScaled(text, 2)).toBeNull()
    expect(parseExact(text, 2)).toBeNull()
  })

  it('gives up on text that is no decimal, whatever it is, without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        if (parseScaled(text, 4) !== null) expect(text).toMatch(/\d/)
      }),
    )
  })
})

describe('parseExact', () => {
  it('refuses exactly the values that would have been rounded', () => {
    fc.assert(
      fc.property(anyInteger, fc.integer({ min: 1, max: 8 }), (value, more) => {
        const text = formatScaled(value, 2 + more)
        const isWhole = value % 10n ** BigInt(more) === 0n
        expect(parseExact(text, 2)).toBe(isWhole ? parseScaled(text, 2) : null)
      }),
    )
  })
})

describe('divideHalfUp', () => {
  it('is never further than a half from the quotient, and takes the half away from zero', () => {
    fc.assert(
      fc.property(anyInteger, fc.bigInt({ min: 1n, max: 10n ** 15n }), (numerator, denominator) => {
        const rounded = divideHalfUp(numerator, denominator)
        // Twice the distance, in units of the denominator, signed away from zero.
        const beyond = (rounded * denominator - numerator) * 2n * (numerator < 0n ? -1n : 1n)
        expect(beyond <= denominator).toBe(true)
        expect(beyond > -denominator).toBe(true)
      }),
    )
  })

  it('treats both signs alike', () => {
    fc.assert(
      fc.property(anyInteger, fc.bigInt({ min: 1n, max: 10n ** 15n }), (numerator, denominator) => {
        expect(divideHalfUp(-numerator, denominator)).toBe(-divideHalfUp(numerator, denominator))
      }),
    )
  })
})

describe('toSafeInteger', () => {
  it('holds a value exactly or says that it cannot', () => {
    fc.assert(
      fc.property(anyInteger, (value) => {
        const number = toSafeInteger(value)
        if (number !== null) expect(BigInt(number)).toBe(value)
        else expect(value > 2n ** 53n - 1n || value < -(2n ** 53n - 1n)).toBe(true)
      }),
    )
  })

  it('stops at the last number that has no double', () => {
    expect(toSafeInteger(9_007_199_254_740_991n)).toBe(9_007_199_254_740_991)
    expect(toSafeInteger(9_007_199_254_740_992n)).toBeNull()
    expect(toSafeInteger(9_007_199_254_740_993n)).toBeNull()
  })
})
