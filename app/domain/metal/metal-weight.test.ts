import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatMetal, formatMetalShort, metalToDecimal, parseMetal } from './metal-weight.ts'

it.each([
  ['86.4', 'g', 86_400],
  [' 28.90 g ', 'g', 28_900],
  ['100000', 'g', 100_000_000],
  ['1', 'ozt', 31_104],
  ['1.5 ozt', 'ozt', 46_655],
  ['10 oz t', 'ozt', 311_035],
  ['0.001', 'ozt', 31],
] as const)('reads %s in %s [METAL-05]', (text, unit, mg) => {
  expect(parseMetal(text, unit)).toBe(mg)
})

it.each([
  ...['0', '0.00', '-1', '+1', '1e9', '28,9', '28.905', '', ' ', 'g', '1 kg', '1 oz', '28.9 dwt'],
  ...['100000.01', '999999999', '1 000', '１２', 'NaN', '28.', '.5', '0x10'],
])('refuses %s as grams [METAL-05]', (text) => {
  expect(parseMetal(text, 'g')).toBeNull()
})

it.each(['0', '-1', '1e3', '1,5', '1.0001', '28.9 g', '1 kg', '999999'])(
  'refuses %s as troy ounces [METAL-05]',
  (text) => {
    expect(parseMetal(text, 'ozt')).toBeNull()
  },
)

it('reads what it writes [METAL-05]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), (hundredths) => {
      const mg = hundredths * 10
      expect(parseMetal(metalToDecimal(mg).slice(0, -1), 'g')).toBe(mg)
    }),
  )
  expect(formatMetal(1_234_500)).toBe('1,234.50 g')
  expect(formatMetal(-31_104)).toBe('−31.104 g')
  expect(formatMetalShort(86_400)).toBe('86.4 g')
  expect(formatMetalShort(0)).toBe('0 g')
})
