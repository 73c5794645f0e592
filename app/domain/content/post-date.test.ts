import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postDate, readingMinutes } from './post-date.ts'

const isoDay = (date: Date) => date.toISOString().slice(0, 10)
const anyDay = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2090-12-31T23:59:59Z'),
  noInvalidDate: true,
})

describe('the date of a post', () => {
  it('is the day at its site, late at night too [BLOG-10]', () => {
    expect(postDate('2024-07-01T23:30:00')).toBe('July 1, 2024')
    expect(postDate('2024-07-01T00:00:00')).toBe('July 1, 2024')
    expect(postDate('2026-12-31T23:59:59')).toBe('December 31, 2026')
  })

  it('says its own digits, for every day there is [BLOG-10]', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const shown = postDate(`${isoDay(day)}T12:00:00`)
        expect(isoDay(new Date(`${shown} UTC`))).toBe(isoDay(day))
      }),
    )
  })

  it('stays as it is where it is no date', () => {
    expect(postDate('0000-00-00T00:00:00')).toBe('0000-00-00')
    expect(postDate('2024-13-01T00:00:00')).toBe('2024-13-01')
  })
})

const words = (count: number) => Array.from({ length: count }, () => 'gold').join(' ')

describe('reading time', () => {
  it.each([
    [0, 0],
    [1, 1],
    [199, 1],
    [200, 1],
    [201, 2],
    [400, 2],
    [401, 3],
  ])('of %i words is %i minutes [BLOG-11]', (count, minutes) => {
    expect(readingMinutes(words(count))).toBe(minutes)
  })

  it('is words / 200 rounded up, however they are spaced [BLOG-11]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^\S{1,8}$/), { maxLength: 900 }),
        fc.constantFrom(' ', '\n', ' \t\n ', '\u00a0'),
        (list, space) => {
          expect(readingMinutes(`${space}${list.join(space)}${space}`)).toBe(
            Math.ceil(list.length / 200),
          )
        },
      ),
    )
  })
})
