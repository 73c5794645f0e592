import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  costInCents,
  easyPostInsurance,
  formatTenths,
  type LabelRate,
  labelNote,
  parseTenths,
  serviceName,
  sortedRates,
  trackedBy,
} from './label.ts'

it('counts a cost in whole cents and never below what is charged [LABEL-01]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (fine) => {
      const text = `${Math.floor(fine / 100_000)}.${String(fine % 100_000).padStart(5, '0')}`
      const counted = costInCents(text) ?? -1
      expect(counted * 1000).toBeGreaterThanOrEqual(fine)
      expect(counted * 1000 - fine).toBeLessThan(1000)
    }),
  )
  expect(costInCents('5.93')).toBe(593)
  expect(costInCents('33.10')).toBe(3310)
  for (const text of ['', 'free', '-1', '1,5']) expect(costInCents(text)).toBeNull()
})

it('sorts rates by cost, then by days, and loses none [LABEL-01]', () => {
  const rate = fc.record({
    id: fc.uuid(),
    carrier: fc.constant('USPS'),
    service: fc.constant('Priority'),
    days: fc.option(fc.integer({ min: 1, max: 9 })),
    cost: fc.integer({ min: 0, max: 50 }).map(cents),
  })
  fc.assert(
    fc.property(fc.array(rate), (rates: LabelRate[]) => {
      const sorted = sortedRates(rates)
      expect(new Set(sorted)).toEqual(new Set(rates))
      for (const [index, each] of sorted.entries()) {
        const next = sorted[index + 1]
        if (next) expect(each.cost).toBeLessThanOrEqual(next.cost)
      }
    }),
  )
})

it('reads sizes and weights to a tenth, and writes them as they were typed [LABEL-01]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (tenths) => {
      expect(parseTenths(formatTenths(tenths))).toBe(tenths)
    }),
  )
  for (const text of ['', '0', '-1', '1.25', '1000.1', 'six', '8"']) {
    expect(parseTenths(text)).toBeNull()
  }
})

it('keeps the number of a label as a parcel keeps numbers, also one that fits no carrier [LABEL-04]', () => {
  expect(trackedBy('USPS', '9400111201080805483016')).toEqual({
    carrier: 'usps',
    tracking: '9400111201080805483016',
  })
  expect(trackedBy('UPSDAP', '1Z999AA10123456784')).toEqual({
    carrier: 'ups',
    tracking: '1Z999AA10123456784',
  })
  expect(trackedBy('USPS', '9400111201080805483017')).toEqual({
    carrier: 'other',
    tracking: 'USPS 9400111201080805483017',
  })
  expect(trackedBy('OnTrac', 'D10011354453707')).toEqual({
    carrier: 'other',
    tracking: 'OnTrac D10011354453707',
  })
  expect(serviceName({ carrier: 'USPS', service: 'GroundAdvantage' })).toBe('USPS Ground Advantage')
  expect(serviceName({ carrier: 'FedEx', service: 'FEDEX_2_DAY' })).toBe('FedEx FEDEX 2 DAY')
})

it('says in whole words which lines of the address differ [LABEL-13]', () => {
  const asked = { pieces: [], box: { length: 1, width: 1, height: 1, weight: 1 } }
  const request = { ...asked, declared: cents(0), signature: true, insured: false }
  expect(labelNote({ ...request, changed: ['second line of the address'] })).toBe(
    'Its second line of the address differs from the order’s address.',
  )
  expect(labelNote({ ...request, changed: ['name', 'street'] })).toBe(
    'Its name and street differ from the order’s address.',
  )
})

it('computes the insurance of EasyPost from its price list [LABEL-14]', () => {
  for (const [declared, fee] of [
    [0, 1_00],
    [50_00, 1_00],
    [2_596_00, 25_96],
    [2_596_01, 25_97],
    [20_000_00, 200_00],
  ] as const) {
    expect(easyPostInsurance(cents(declared)), `${declared}`).toBe(fee)
  }
})
