import { expect, it } from 'vitest'
import { madeOf } from '#app/domain/text/spreadsheet-value.ts'
import { readFee, readWeight, Wrong } from './amounts.ts'
import { headingOf } from './heading.ts'

const shown = (value: number | Wrong | null) => (value instanceof Wrong ? value.why : value)

it.each([
  ['$1,234.50', false, 123_450],
  ['US$ 1,234', false, 123_400],
  ['1 234,50', true, 123_450],
  ['1\u202f234,50', true, 123_450],
  ['1’234.50', true, 123_450],
  ['1.234,50', false, 123_450],
  ['750 USD', false, 75_000],
  ['７５０', false, 75_000],
  ['0,5', true, 50],
  ['-0', false, 0],
  ['$-750', false, 'It’s below 0. The fee must be 0 or more.'],
  ['−750', false, 'It’s below 0. The fee must be 0 or more.'],
  ['(750)', false, 'It’s below 0. The fee must be 0 or more.'],
  ['5%', false, 'It’s a percentage. Fees are in dollars.'],
  ['750 €', false, 'It’s in another currency. Fees are in U.S. dollars.'],
  ['C$750', false, 'It’s in another currency. Fees are in U.S. dollars.'],
  ['750,50', false, 'It has a comma instead of a decimal point. Please enter 750.50.'],
  ['1,234', true, 'It could mean 1234 or 1.234. Please enter it with two decimals, like 1234.00.'],
  ['1.005', false, 'The fee must be in whole cents, like 750.50.'],
  ['7.5E+02', false, 'The spreadsheet shortened this number. Please enter all its digits.'],
  ['14. Jul', false, 'The spreadsheet turned this into a date. Please enter the number again.'],
  ['12 50', false, null],
  ['seven', false, null],
  ['750,-', false, 'It ends in a comma and a dash. Please enter 750.00.'],
  ['$750,--', true, 'It ends in a comma and a dash. Please enter 750.00.'],
  ['750.–', false, 'It ends in a point and a dash. Please enter 750.00.'],
  ['44562.50', false, 4_456_250],
])('a fee of %s (decimal comma: %s) is %s [CSV-07]', (cell, decimalComma, expected) => {
  expect(shown(readFee(cell, { decimalComma }))).toBe(expected)
})

it.each([
  ['14.7', 14_700],
  ['14.70 g', 14_700],
  ['14.7grams', 14_700],
  ['0.5 oz', 'It’s in ounces. Weights are in grams.'],
  ['1 kg', 'It’s in kilograms. Weights are in grams.'],
  ['0', 'The weight must be above 0 g.'],
  ['-1', 'The weight must be above 0 g.'],
  ['14.75', 14_750],
  ['14.755', 'Enter the weight to the nearest 0.01 g, like 14.73.'],
  ['heavy', null],
  ['14,2', 'It has a comma instead of a decimal point. Please enter 14.2.'],
  ['14,200', 'It could mean 14200 or 14.200. Please enter it with two decimals, like 14200.00.'],
  ['1,234.50', 1_234_500],
  ['14 mm', null],
])('a weight of %s is %s [CSV-07]', (cell, expected) => {
  expect(shown(readWeight(cell, { decimalComma: false }))).toBe(expected)
})

it.each([
  ['Weight (g)', 'weight_g'],
  ['WEIGHT', 'weight_g'],
  ['weight_g', 'weight_g'],
  ['Weight in grams', 'weight_g'],
  ['Weight\u00a0[g]', 'weight_g'],
  ['WeightG', 'weight_g'],
  ['Web Address', 'web_address'],
  ['webAddress', 'web_address'],
  ['Short-description', 'short_description'],
  ['Fee ($)', 'fee'],
  ['Flat fee (US$)', 'fee'],
  ['Making fee (US$)', 'fee'],
  ['Fee USD', 'fee'],
  ['ID', 'id'],
  ['Price', null],
  ['Gewicht', null],
])('the column %s is %s [CSV-07]', (heading, column) => {
  expect(headingOf(heading)).toBe(column)
})

it.each(['44562', '44562.5', '44562,75', '1月2日', '2026年1月2日', '1월 2일'])(
  'a size of %s is the date that a spreadsheet made of one [CSV-06]',
  (cell) => {
    expect(madeOf([])(cell)).toMatchObject({
      why: expect.stringContaining('turned this into a date.'),
    })
    expect(madeOf(['1/2', '7'])(cell)).toMatchObject(
      cell.startsWith('445') ? { why: expect.stringContaining('date') } : { was: '1/2' },
    )
  },
)
