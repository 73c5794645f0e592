import { expect, it } from 'vitest'
import { dueVisibility } from '#app/.server/catalog/jobs/show-and-hide.ts'

it('of two times that are both over the later one holds [BULK-09]', () => {
  const [one, two, three] = [1, 2, 3].map((hour) => new Date(hour * 3_600_000))
  if (!one || !two || !three) throw new Error('three times')
  expect(dueVisibility({ from: one, until: two }, one)).toBe(true)
  expect(dueVisibility({ from: one, until: two }, three)).toBe(false)
  expect(dueVisibility({ from: two, until: null }, one)).toBeNull()
  expect(dueVisibility({ from: null, until: null }, one)).toBeNull()
})
