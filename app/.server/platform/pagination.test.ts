import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paginate } from './pagination.ts'

it('finds rows of the list whatever page is asked for, and each row on one page [LIVE-14]', () => {
  const asked = fc.oneof(fc.double(), fc.integer())
  fc.assert(
    fc.property(
      asked,
      fc.nat({ max: 500 }),
      fc.integer({ min: 1, max: 60 }),
      (number, total, limit) => {
        const { page, pages, offset } = paginate(number, total, limit)
        expect(Number.isInteger(page) && page >= 1 && page <= pages).toBe(true)
        expect(offset).toBe((page - 1) * limit)
        expect(total === 0 ? offset === 0 : offset < total).toBe(true)
        expect(pages * limit).toBeGreaterThanOrEqual(total)
        if (number >= 1 && number <= pages) expect(page).toBe(Math.trunc(number))
      },
    ),
  )
  expect(
    [Number.NaN, Number.POSITIVE_INFINITY, -3, 2.9].map((n) => paginate(n, 45, 20).page),
  ).toEqual([1, 3, 1, 2])
})
