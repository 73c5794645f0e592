import { expect, it } from 'vitest'
import { stateNames, stepNames } from './state-names.ts'

it('calls an order that left the shop shipped on every screen, the customer’s page too [DESK-01, CUST-02]', () => {
  expect(stateNames.fulfilled).toBe(stepNames.sent)
})
