import { expect, it } from 'vitest'
import { nextLink } from './use-menu.ts'

it('moves through a menu by arrow keys, from the last link to the first as well [A11Y-02]', () => {
  expect(nextLink('ArrowDown', 3, -1)).toBe(0)
  expect(nextLink('ArrowDown', 3, 2)).toBe(0)
  expect(nextLink('ArrowUp', 3, -1)).toBe(2)
  expect(nextLink('ArrowUp', 3, 0)).toBe(2)
  expect(nextLink('Home', 3, 1)).toBe(0)
  expect(nextLink('End', 3, 1)).toBe(2)
  expect(nextLink('a', 3, 1)).toBeNull()
})
