import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDollarInput } from './cents.ts'
import { commaProblem, stepped, withoutThousands } from './typed-number.ts'

it('a comma counts between thousands alone; where it may be a decimal one, a sentence says so [FORM-31]', () => {
  expect(commaProblem('750,50')).toBe(
    'It has a comma instead of a decimal point. Please enter 750.50.',
  )
  expect(commaProblem('14,200')).toBe(
    'It could mean 14200 or 14.200. Please enter it with two decimals, like 14200.00.',
  )
  expect(commaProblem('14,200', 'dollars')).toBeNull()
  expect(commaProblem('0,500', 'dollars')).toContain('enter 0.500')
  expect(parseDollarInput('0,500')).toBeNull()
  for (const wrong of ['1.234,50', '1,23,4', ',5', '1,5 g'])
    expect(commaProblem(wrong)).not.toBeNull()
  for (const right of ['', '750', '750.50', '1,234.50', '12,345,678']) {
    expect(commaProblem(right)).toBeNull()
  }
  expect(withoutThousands('1,234.50')).toBe('1234.50')
  for (const kept of ['750,50', '14,200', '1.234,50', '14.7']) {
    expect(withoutThousands(kept)).toBe(kept)
  }
})

it('no digits are joined over a comma that may be a decimal one [FORM-31]', () => {
  const digits = fc.stringMatching(/^\d{1,5}$/)
  fc.assert(
    fc.property(digits, digits, (whole, rest) => {
      expect(withoutThousands(`${whole},${rest}`)).toBe(`${whole},${rest}`)
      expect(commaProblem(`${whole},${rest}`)).not.toBeNull()
    }),
  )
})

it.each([
  ['14.7', 1, '14.71'],
  ['749.99', 1, '750'],
  ['', 1, '0.01'],
  ['0', -1, '0'],
  ['1,234.50', -1, '1234.49'],
  ['14,2', 1, null],
  ['x', 1, null],
] as const)('an arrow key makes of %s, by %s, %s [DOM-04]', (text, direction, expected) => {
  expect(stepped(text, direction, { by: '0.01' })).toBe(expected)
})

it('an arrow key stays within what may be chosen [DOM-04]', () => {
  expect(stepped('5', 1, { by: '1', min: 1, max: 5 })).toBe('5')
  expect(stepped('1', -1, { by: '1', min: 1, max: 5 })).toBe('1')
})
