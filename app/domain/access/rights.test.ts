import { expect, it } from 'vitest'
import { isRole, may, type Right, rights, roles } from './rights.ts'

/** Written out, so that no change of the table goes unseen: owner, manager, bench. */
const matrix: Record<Right, [boolean, boolean, boolean]> = {
  account: [true, true, true],
  'orders.read': [true, true, true],
  'orders.make': [true, true, true],
  'orders.send': [true, true, true],
  'orders.decide': [true, true, false],
  sales: [true, true, false],
  'orders.sell': [true, true, false],
  customers: [true, true, false],
  messages: [true, true, false],
  privacy: [true, false, false],
  products: [true, true, false],
  'gold-price': [true, true, false],
  metal: [true, true, false],
  settings: [true, true, false],
  log: [true, true, false],
  discounts: [true, false, false],
  'pickup.override': [true, false, false],
  risk: [true, false, false],
  'returns.terms': [true, false, false],
  setup: [true, false, false],
  staff: [true, false, false],
}

it.each(Object.entries(matrix))(
  '%s is for these roles and no other [ROLE-01]',
  (right, allowed) => {
    expect(roles.map((role) => may(role, right as Right))).toEqual(allowed)
  },
)

it('leaves out no right, and an owner may everything [ROLE-01]', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(rights).sort())
  expect(Object.values(rights).every((allowed) => allowed.some((role) => role === 'owner'))).toBe(
    true,
  )
})

it('knows a role from any other word [ROLE-01]', () => {
  expect(roles.every(isRole)).toBe(true)
  expect(['Owner', 'admin', '', 'toString'].some(isRole)).toBe(false)
})
