import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPerGram, anyPerOunce } from '#tests/support/gold-prices.ts'
import { defaultGoldPrice } from './gold-price.ts'
import {
  formatExactRate,
  formatRate,
  parsePerGram,
  parsePerOunce,
  perGramOf,
  perOunceOf,
  rateToDecimal,
  rateToNumber,
} from './rates.ts'

describe('ounces and grams', () => {
  it('converts by 31.1035 exactly, where a pocket calculator can check it [GOLD-01]', () => {
    const perGram = parsePerGram('100')
    expect(perGram && rateToDecimal(perOunceOf(perGram))).toBe('3110.35')
    const perOunce = parsePerOunce('4083.199951')
    expect(perOunce && rateToDecimal(perOunce)).toBe('4083.20')
    expect(perOunce && rateToDecimal(perGramOf(perOunce))).toBe('131.2778')
  })

  it('comes back to the same price per gram through the ounce [GOLD-01]', () => {
    fc.assert(
      fc.property(anyPerGram, (perGram) => {
        expect(perGramOf(perOunceOf(perGram))).toBe(perGram)
      }),
    )
  })

  it('comes back to the ounce within half a unit of the gram price, times 31.1035 [GOLD-01]', () => {
    fc.assert(
      fc.property(anyPerOunce, (perOunce) => {
        expect(Math.abs(perOunceOf(perGramOf(perOunce)) - perOunce)).toBeLessThanOrEqual(16)
      }),
    )
  })

  it('never turns the order of two prices round [GOLD-01]', () => {
    fc.assert(
      fc.property(anyPerOunce, anyPerOunce, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        expect(perGramOf(low)).toBeLessThanOrEqual(perGramOf(high))
      }),
    )
  })

  it('keeps both constants of the default record as written, though they disagree [GOLD-16]', () => {
    expect(rateToDecimal(defaultGoldPrice.perOunce)).toBe('2886.32')
    expect(rateToDecimal(defaultGoldPrice.perGram)).toBe('92.77')
    expect(rateToDecimal(perGramOf(defaultGoldPrice.perOunce))).not.toBe('92.77')
  })
})

describe('rates as text', () => {
  it('reads what it wrote', () => {
    fc.assert(
      fc.property(anyPerOunce, (rate) => {
        expect(parsePerOunce(rateToDecimal(rate))).toBe(rate)
        expect(parsePerOunce(String(rateToNumber(rate)))).toBe(rate)
      }),
    )
  })

  it.each(['', '0', '-5', 'NaN', 'Infinity', '1,000', '4083.20 USD', '0.00001', '1e9'])(
    'takes %j for no price per ounce',
    (text) => {
      expect(parsePerOunce(text)).toBeNull()
    },
  )

  it('shows two decimals with thousands commas, and every place where a sum is to be checked [GOLD-04]', () => {
    const rate = parsePerOunce('4083.1999')
    expect(rate && formatRate(rate)).toBe('$4,083.20')
    expect(rate && formatExactRate(rate)).toBe('$4,083.1999')
    expect(formatRate(-297_700)).toBe('-$29.77')
  })
})
