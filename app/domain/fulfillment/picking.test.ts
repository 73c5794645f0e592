import { expect, it } from 'vitest'
import { orderStates } from '../orders/order-state.ts'
import { packingSlipProblem } from './picking.ts'

it('a packing slip is made of a paid or sent order with an address, else a sentence says why not [PARCEL-13]', () => {
  const made = orderStates.filter((state) => packingSlipProblem(state, true) === null)
  expect(made).toEqual(['paid', 'fulfilled'])
  expect(packingSlipProblem('pending', true)).toMatch(/^This order isn’t paid yet\./)
  expect(packingSlipProblem('refunded', true)).toMatch(
    /was refunded, so there’s nothing to pack\.$/,
  )
  for (const state of orderStates) expect(packingSlipProblem(state, false)).not.toBeNull()
})
