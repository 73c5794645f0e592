import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import {
  formatPercent,
  howTaxed,
  isTaxCode,
  partsOf,
  sumOfTaxes,
  tangibleGoods,
  taxLabel,
  trialTaxes,
} from './sales-tax.ts'

const anyTotals = fc.array(fc.nat({ max: 99_999_999 }).map(cents), { maxLength: 20 })

describe('the tax of a test payment', () => {
  it('is 8.25% of each line, half a cent up, in a state of the shop and nowhere else [TAX-07]', () => {
    fc.assert(
      fc.property(anyTotals, (totals) => {
        const taxes = trialTaxes(totals, { state: 'WA' }, ['OR', 'WA'])
        expect(taxes).toHaveLength(totals.length)
        for (const [line, { tax, taxable }] of taxes.entries()) {
          expect(taxable).toBe(totals[line])
          // In ten-thousandths of a cent, without a fraction anywhere.
          const off = BigInt(tax) * 10_000n - BigInt(taxable) * 825n
          expect(off > -5_000n && off <= 5_000n).toBe(true)
        }
        expect(trialTaxes(totals, { state: 'CA' }, ['OR', 'WA'])).toEqual([])
      }),
    )
  })
})

describe('what is said of a tax', () => {
  it('adds up by jurisdiction to the tax of all lines, those without any left out [TAX-05]', () => {
    const anyTax = fc.record({
      line: fc.nat({ max: 5 }),
      state: fc.constant('WA'),
      level: fc.constantFrom('state', 'city'),
      name: fc.constantFrom('Washington', 'Seattle'),
      rate: fc.constantFrom('6.5000', '3.8500'),
      taxable: fc.nat().map(cents),
      tax: fc.nat({ max: 9_999_999 }).map(cents),
    })
    fc.assert(
      fc.property(fc.array(anyTax), (taxes) => {
        const parts = partsOf(taxes)
        expect(sumCents(parts.map(({ amount }) => amount as Cents))).toBe(sumOfTaxes(taxes))
        expect(parts.every(({ amount }) => amount > 0)).toBe(true)
      }),
    )
  })

  it('names the state, the places with their rates, and a trial [TAX-05, TAX-07]', () => {
    const part = { name: 'Washington', rate: '6.5000', amount: cents(1) }
    const parts = [part, { ...part, name: 'Seattle', rate: '3.85' }]
    expect(howTaxed({ parts })).toBe('Washington 6.5%, Seattle 3.85%')
    expect(howTaxed({ parts: [] })).toBe('')
    expect(taxLabel({ state: 'WA', isTrial: false })).toBe('Sales tax (WA)')
    expect(taxLabel({ state: null, isTrial: false })).toBe('Sales tax')
    expect(taxLabel({ state: 'WA', isTrial: true })).toBe('Sales tax (WA), trial rate')
    expect(['8.25', '10.0000', '0', '0.0001'].map(formatPercent)).toEqual([
      '8.25%',
      '10%',
      '0%',
      '0.0001%',
    ])
  })

  it('knows a tax code by its form [TAX-01]', () => {
    expect(isTaxCode(tangibleGoods)).toBe(true)
    for (const wrong of ['', 'txcd_9999999', 'txcd_999999990', 'TXCD_99999999', ' txcd_99999999']) {
      expect(isTaxCode(wrong)).toBe(false)
    }
  })
})
