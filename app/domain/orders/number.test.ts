import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formsOfCode } from '#tests/support/code-forms.ts'
import { orderNumber, orderNumberStarts } from './number.ts'

const live = { livemode: true }

describe('an order number', () => {
  it('is the initials and eight letters that are not mistaken for others [ORDER-04]', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (random) => {
        expect(orderNumber('Four Nines', random, live)).toMatch(
          /^FN-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/,
        )
      }),
    )
  })

  it('differs wherever five bits of the draw differ, and asks for enough of them [ORDER-04]', () => {
    const numbers = new Set(
      Array.from({ length: 32 }, (_, last) =>
        orderNumber('Four Nines', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, last), live),
      ),
    )
    expect(numbers.size).toBe(32)
    expect(() => orderNumber('Four Nines', new Uint8Array(7), live)).toThrow(RangeError)
  })

  it('of a test order begins with T, and says the rest as any other [MODE-01]', () => {
    const random = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7)
    const test = { livemode: false }
    expect(orderNumber('Four Nines', random, test)).toBe('T-FN-0123-4567')
    expect(orderNumber('金工房', random, test)).toBe('T-0123-4567')
    // No number of a real order looks like one of a test.
    expect(orderNumber('Tiger', random, live)).toBe('TI-0123-4567')
  })

  it('does without initials where the name has none, and keeps to three', () => {
    const random = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7)
    expect(orderNumber('金工房', random, live)).toBe('0123-4567')
    expect(orderNumber('The Old Gold Smith', random, live)).toBe('TOG-0123-4567')
  })

  it('is found by any beginning of it, or of its drawn letters, as it is read aloud [HELP-05, DOM-09]', () => {
    const typing = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toLowerCase(),
      (text: string) => text.replaceAll('-', ''),
      (text: string) => text.replaceAll('-', ' '),
      ...Object.values(formsOfCode),
      (text: string) => text.replace(/^(T-)?FN-/, ''),
    )
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        fc.boolean(),
        fc.integer({ min: 6, max: 14 }),
        typing,
        (random, livemode, length, as) => {
          const number = orderNumber('Four Nines', random, { livemode })
          const starts = orderNumberStarts(as(number.slice(0, length)), 'Four Nines')
          expect(starts.some((start) => number.startsWith(start))).toBe(true)
        },
      ),
    )
    expect(orderNumberStarts('ada@example.com', 'Four Nines')).toEqual([])
    expect(orderNumberStarts('0123-4', '金工房')).toContain('0123-4')
  })
})
