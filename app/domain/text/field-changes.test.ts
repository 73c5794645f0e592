import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fieldChanges, whereTheyDiffer } from './field-changes.ts'

const anyForm = fc.record({
  name: fc.string(),
  fee: fc.integer(),
  active: fc.boolean(),
  taxCode: fc.option(fc.string()),
  colors: fc.array(fc.string(), { maxLength: 4 }),
})

it('nothing is changed where both are the same [PEOPLE-04]', () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      expect(fieldChanges(form, structuredClone(form))).toEqual([])
    }),
  )
})

it('the changes are the fields that differ, before and after, and turned round they undo it [PEOPLE-04]', () => {
  fc.assert(
    fc.property(anyForm, anyForm, (before, after) => {
      const changes = fieldChanges(before, after)
      const names = Object.keys(before).filter((name) => {
        const key = name as keyof typeof before
        return JSON.stringify(before[key]) !== JSON.stringify(after[key])
      })
      expect(changes.map(({ field }) => field)).toEqual(names)
      const back = fieldChanges(after, before)
      expect(back).toEqual(changes.map((one) => ({ ...one, before: one.after, after: one.before })))
    }),
  )
})

it('of long texts stands what differs, never more than a line or three [PEOPLE-04]', () => {
  const long = fc.string({ minLength: 0, maxLength: 2000, unit: 'grapheme' })
  fc.assert(
    fc.property(long, long, long, (start, one, other) => {
      const { before, after } = whereTheyDiffer(start + one, start + other)
      for (const text of [before, after]) {
        expect(text.length).toBeLessThanOrEqual(202)
        expect(text.isWellFormed()).toBe(true)
      }
      const isSame = start + one === start + other
      if (!isSame) expect([before, after].join('\n').length).toBeGreaterThan(1)
    }),
  )
  const text = 'Cast by hand. '.repeat(60)
  const { before, after } = whereTheyDiffer(`${text}Heavy.`, `${text}Light.`)
  expect([before, after].map((part) => part.slice(-14))).toEqual([
    'by hand. Heavy.'.slice(-14),
    'by hand. Light.'.slice(-14),
  ])
  expect(before).toHaveLength(1 + 40 + 'Heavy.'.length)
})

it('rows are told apart by their name: one changed, one new, one gone, or another order [PEOPLE-04]', () => {
  const keys = { sizes: 'size' }
  const small = { size: 'Small', weight: '14.7', fee: '750' }
  const large = { size: 'Large', weight: '28.9', fee: '1250' }
  const change = (before: object[], after: object[]) =>
    fieldChanges({ sizes: before }, { sizes: after }, keys)
  expect(change([small, large], [small, { ...large, fee: '1300' }])).toEqual([
    { field: 'sizes.fee', of: 'Large', before: '1250', after: '1300' },
  ])
  expect(change([small], [small, large])).toEqual([
    { field: 'sizes.weight', of: 'Large', before: null, after: '28.9' },
    { field: 'sizes.fee', of: 'Large', before: null, after: '1250' },
  ])
  expect(change([small, large], [large])).toHaveLength(2)
  expect(change([small, large], [large, small])).toEqual([
    { field: 'sizes', before: ['Small', 'Large'], after: ['Large', 'Small'] },
  ])
})

it('a form with more fields than anybody reads is counted, not listed [PEOPLE-04]', () => {
  const form = (value: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, field) => [`field ${field}`, value]))
  const changes = fieldChanges(form(1), form(2))
  expect(changes).toHaveLength(61)
  expect(changes.at(-1)).toEqual({ field: 'more', before: null, after: 40 })
})
