import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { customsLabels, customsOf, exportFilingRequired, ouncesOf } from './customs.ts'

const lines = [{ weight: 14_700 as Milligrams }, { weight: 28_900 as Milligrams }]
const pieces = [
  { line: 0, quantity: 2 },
  { line: 1, quantity: 1 },
]
const of = (state: string, declared = 2_113_72) =>
  customsOf({ state, lines, pieces, declared: cents(declared) })

describe('a customs form', () => {
  it.each(['AA', 'AE', 'AP', 'AS', 'GU', 'MP', 'FM', 'MH', 'PW'])(
    'goes with a parcel to %s: what, how many, worth, grams, tariff and origin [LABEL-11]',
    (state) =>
      expect(of(state)).toEqual({
        ...{ description: 'Gold jewelry', tariff: '7113.19', origin: 'US', quantity: 3 },
        ...{ value: 211_372, weight: 58_300, exemption: 'NOEEI 30.37(a)' },
      }),
  )

  it.each(['WA', 'DC', 'HI', 'PR', 'VI'])('is not asked for %s [LABEL-11]', (state) =>
    expect(of(state)).toBeNull(),
  )

  it('names the exemption of its place above $2,500 [LABEL-11]', () => {
    expect(of('GU', 2_500_01)?.exemption).toBe('NOEEI 30.2(d)(2)')
    expect(of('AE', 2_500_01)?.exemption).toBeNull()
    expect(exportFilingRequired({ state: 'AE' }, cents(9_999_00))).toBeNull()
    expect(exportFilingRequired({ state: 'GU' }, cents(9_999_00))).toBeNull()
  })

  it.each([
    ['PW', 'Palau'],
    ['PR', 'Puerto Rico'],
    ['VI', 'U.S. Virgin Islands'],
  ])('is not all for %s above $2,500: an export is filed first [LABEL-11]', (state, name) => {
    expect(exportFilingRequired({ state }, cents(2_500_00))).toBeNull()
    const why = exportFilingRequired({ state }, cents(2_500_01))
    expect(why).toContain(`Goods over $2,500.00 to ${name} need an export filing (EEI)`)
  })

  it('goes with every parcel to another country, whatever its region is called [CUSTOMS-01]', () => {
    const abroad = (country: string, declared: number) =>
      customsOf({ state: 'WA', country, lines, pieces, declared: cents(declared) })
    expect(abroad('DE', 2_113_72)).toMatchObject({
      ...{ tariff: '7113.19', origin: 'US', quantity: 3, value: 211_372, weight: 58_300 },
      exemption: 'NOEEI 30.37(a)',
    })
    expect(abroad('CA', 9_999_00)?.exemption).toBe('NOEEI 30.36')
  })

  it('is not all above $2,500 for another country but Canada: an export is filed first [CUSTOMS-02]', () => {
    const why = (country: string, declared: number) =>
      exportFilingRequired({ state: 'AE', country }, cents(declared))
    expect(why('DE', 2_500_00)).toBeNull()
    expect(why('DE', 2_500_01)).toContain('Goods over $2,500.00 to Germany need an export filing')
    expect(why('CA', 2_500_01)).toBeNull()
  })

  it('is shown as it is sent [LABEL-11]', () => {
    const customs = of('AE')
    expect(customs && customsLabels(customs)).toBe(
      '3 × Gold jewelry, $2,113.72, 58.3 g, HS 7113.19, made in the United States, NOEEI 30.37(a)',
    )
    expect(ouncesOf(58_300 as Milligrams)).toBe(2.056)
  })
})
