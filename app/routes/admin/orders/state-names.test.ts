import { expect, it } from 'vitest'
import { stateNames, stepName, stepNames } from './state-names.ts'

it('calls an order that left the shop shipped on every screen, the customer’s page too [DESK-01, CUST-02]', () => {
  expect(stateNames.fulfilled).toBe(stepNames.sent)
})

it('never calls an order that was picked up shipped or delivered [PICKUP-03]', () => {
  for (const step of ['sent', 'delivered'] as const) {
    expect(stepName(step, { isPickup: true })).toBe('Picked up')
    expect(stepName(step, { isPickup: false })).toBe(stepNames[step])
  }
  expect(stepName('ready', { isPickup: true })).toBe(stepNames.ready)
})
