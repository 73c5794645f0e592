import { expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import { whyTaxIsDoubted } from './expected-tax.ts'

const sale = {
  withTax: true,
  goods: cents(211372),
  charged: cents(0),
  state: 'CA',
  registered: ['WA', 'CA'],
  isTaxable: true,
  status: 'complete',
}

it('is doubted where none was charged in a state of the shop [TAX-09]', () => {
  expect(whyTaxIsDoubted(sale)).toMatch(/^No sales tax was charged on goods of \$2,113\.72 to CA,/)
  expect(whyTaxIsDoubted({ ...sale, state: ' california ' })).toContain(' to CA,')
  expect(whyTaxIsDoubted({ ...sale, charged: cents(1) })).toBeNull()
  expect(whyTaxIsDoubted({ ...sale, state: 'OR' })).toBeNull()
  expect(whyTaxIsDoubted({ ...sale, state: null })).toBeNull()
  expect(whyTaxIsDoubted({ ...sale, isTaxable: false })).toBeNull()
  expect(whyTaxIsDoubted({ ...sale, withTax: false, status: 'failed' })).toBeNull()
  expect(whyTaxIsDoubted({ ...sale, charged: cents(9), status: undefined })).toBeNull()
})

it('is doubted where the provider could not compute it, wherever the goods go [TAX-09]', () => {
  expect(whyTaxIsDoubted({ ...sale, state: 'OR', status: 'requires_location_inputs' })).toBe(
    'The payment provider couldn’t calculate the sales tax (requires location inputs). None was charged on goods of $2,113.72.',
  )
  expect(whyTaxIsDoubted({ ...sale, charged: cents(900), status: 'failed' })).toContain(
    '(failed). $9.00 was charged on goods',
  )
})
