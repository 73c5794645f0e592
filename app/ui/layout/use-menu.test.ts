import { expect, it } from 'vitest'
import { nextStop } from './use-menu.ts'

it('walks through a menu by arrow keys, round and round [A11Y-02]', () => {
  expect(nextStop('ArrowDown', 3, -1)).toBe(0)
  expect(nextStop('ArrowDown', 3, 2)).toBe(0)
  expect(nextStop('ArrowUp', 3, -1)).toBe(2)
  expect(nextStop('ArrowUp', 3, 0)).toBe(2)
  expect(nextStop('Home', 3, 1)).toBe(0)
  expect(nextStop('End', 3, 1)).toBe(2)
  expect(nextStop('a', 3, 1)).toBeNull()
})
