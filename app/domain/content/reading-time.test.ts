import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readingMinutes } from './reading-time.ts'

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
