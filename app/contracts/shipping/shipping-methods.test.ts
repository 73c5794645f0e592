import { expect, it } from 'vitest'
import { fieldErrors } from '../platform/form-data.ts'
import { shippingMethodsForm } from './shipping-methods.ts'

const off = {
  ...{ express: false, expressRate: '0', expressDays: '1', expressText: '' },
  ...{ international: false, countries: [] as string[], internationalRate: '0', customsText: '' },
  ...{ pickup: false, pickupAddress: '', pickupHours: '' },
}

function errorsOf(form: object) {
  const { error } = shippingMethodsForm.safeParse({ ...off, ...form })
  return error ? fieldErrors(error) : {}
}

it('a country that is closed to jewelry is refused with the reason [SHIPPING-03]', () => {
  const countries = (...codes: string[]) =>
    errorsOf({ international: true, customsText: 'You pay duties.', countries: codes }).countries
  expect(countries('DE', 'FR')).toBeUndefined()
  expect(countries('DE', 'CU')).toBe(
    'Cuba can’t be offered. US sanctions forbid almost all trade with it.',
  )
  expect(countries('RU')).toContain('15 CFR 746.10')
  expect(countries('US')).toContain('United States can’t be offered.')
  expect(countries('nowhere')).toContain('nowhere can’t be offered.')
  expect(countries()).toBe('Please choose at least one country.')
})

it('a method is offered with all that buyers must know, at a rate in dollars [SHIPPING-02]', () => {
  expect(errorsOf({})).toEqual({})
  expect(Object.keys(errorsOf({ express: true, international: true, pickup: true }))).toEqual([
    ...['expressText', 'countries', 'customsText', 'pickupAddress', 'pickupHours'],
  ])
  for (const expressRate of ['', '-1', 'free', '10000.01', '1.005', '1e3', 'NaN']) {
    expect(errorsOf({ expressRate }), expressRate).toHaveProperty('expressRate')
  }
  for (const expressDays of ['-1', '61', '1.5', 'soon']) {
    expect(errorsOf({ expressDays }), expressDays).toHaveProperty('expressDays')
  }
  expect(errorsOf({ customsText: 'x'.repeat(301) })).toHaveProperty('customsText')
  const form = { ...off, countries: ['FR', 'DE', 'FR'], expressRate: '$35' }
  expect(shippingMethodsForm.parse(form)).toMatchObject({
    ...{ countries: ['DE', 'FR'], expressRate: 3500 },
  })
})
