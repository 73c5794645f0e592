import { expect, it } from 'vitest'
import { routeRights } from '#app/.server/auth/route-rights.ts'
import { may, roles } from '#app/domain/access/rights.ts'
import { findScreens } from './screens.ts'

it('leads to screens by their names and other words, and only to those a role may open [HELP-05, HELP-07]', () => {
  const labels = (input: string) => findScreens(input, 'owner').map(({ label }) => label)
  expect(labels('backup')).toEqual(['Setup', 'System'])
  expect(labels('sales TAX rep')).toEqual(['Sales tax report'])
  expect(labels('no such screen')).toEqual([])
  for (const role of roles) {
    const found = findScreens('', role)
    expect(found.length).toBeGreaterThan(3)
    for (const { to } of found) {
      const right = routeRights[to]
      expect(right && may(role, right.read), `${role} ${to}`).toBe(true)
    }
  }
  // Every screen of the area that needs no id is among them.
  const listed = findScreens('', 'owner').map(({ to }) => to)
  const own = Object.keys(routeRights).filter(
    (path) => !/[:.]|\/(search|bulk|changes|confirm|alerts|passkey|upload|backup)$/.test(path),
  )
  expect(own.filter((path) => !listed.includes(path))).toEqual([])
})
