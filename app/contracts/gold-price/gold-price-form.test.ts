import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type PricePerGram,
  parsePerGram,
  parsePerOunce,
  perGramOf,
  perOunceOf,
  rateToDecimal,
} from '#app/domain/gold-price/rates.ts'
import { anyPerGram, anyPerOunce } from '#tests/support/gold-prices.ts'
import { commaInPrice, inSync, perGramToSave } from './gold-price-form.ts'

describe('the two inputs of the gold price', () => {
  it('say the same price, whichever was typed: ounce = gram × 31.1035 [GADM-02]', () => {
    expect(inSync('perGram', '130')).toEqual({ perGram: '130', perOunce: '4043.455' })
    expect(inSync('perOunce', '4043.455')).toEqual({ perGram: '130.00', perOunce: '4043.455' })
    expect(inSync('perGram', '0.1')).toEqual({ perGram: '0.1', perOunce: '3.1104' })
    fc.assert(
      fc.property(anyPerGram, (perGram) => {
        const { perOunce } = inSync('perGram', rateToDecimal(perGram))
        expect(parsePerOunce(perOunce)).toBe(perOunceOf(perGram))
        expect(parsePerGram(inSync('perOunce', perOunce).perGram)).toBe(perGram)
      }),
    )
    fc.assert(
      fc.property(anyPerOunce, (perOunce) => {
        const { perGram } = inSync('perOunce', rateToDecimal(perOunce))
        expect(parsePerGram(perGram)).toBe(perGramOf(perOunce))
      }),
    )
  })

  it('leave the other empty where one is empty or no price [GADM-02, GADM-03]', () => {
    for (const text of ['', 'e', '-', '0', '-5', '1,5']) {
      expect(inSync('perGram', text)).toEqual({ perGram: text, perOunce: '' })
      expect(inSync('perOunce', text)).toEqual({ perGram: '', perOunce: text })
    }
  })
})

describe('the price that saving stores', () => {
  const current = 927_700 as PricePerGram
  const saved = (perGram: string, perOunce = '') => perGramToSave({ perGram, perOunce }, current)

  it('is the one typed, to four places', () => {
    expect(saved('131.27784', '9')).toBe(1_312_778)
  })

  it('is the current one where the gram value cannot be read [GADM-04]', () => {
    for (const text of ['', 'abc', '12e', 'NaN']) expect(saved(text)).toBe(current)
    expect(saved('abc', '4043.455')).toBe(current)
  })

  it('is refused where a comma may be a decimal one, and takes one between thousands [FORM-31]', () => {
    for (const text of ['92,77', '1,5', '131,277', '4.043,45']) {
      expect(saved(text)).toBeNull()
      expect(saved('', text)).toBeNull()
      expect(commaInPrice({ perGram: text, perOunce: '' })).toContain('Please enter')
    }
    expect(saved('', '4,043.455')).toBe(1_300_000)
    expect(inSync('perOunce', '4,043.455').perGram).toBe('130.00')
  })

  it('is that of the ounce where only the ounce was typed', () => {
    expect(saved('', '4043.455')).toBe(1_300_000)
  })

  it('is refused at 0 or below, and beyond all reason [GADM-15, D47]', () => {
    for (const text of ['0', '-0.01', '-130', '0.00001', '1e60']) expect(saved(text)).toBeNull()
  })
})
