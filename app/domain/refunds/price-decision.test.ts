import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sendProblem } from '../fulfillment/fulfillment-block.ts'
import { orderStates } from '../orders/order-state.ts'
import { awaitsPriceDecision } from './price-decision.ts'

const anyTime = fc.constantFrom(null, new Date('2026-03-11T16:00:00Z'))

it('waits exactly while it is paid at a withdrawn price and neither honored nor refunded; it is not sent then [WITHDRAW-03]', () => {
  const anyOrder = fc.record({
    state: fc.constantFrom(...orderStates),
    priceWithdrawnAt: anyTime,
    priceHonoredAt: anyTime,
  })
  fc.assert(
    fc.property(anyOrder, (order) => {
      const { state, priceWithdrawnAt, priceHonoredAt } = order
      const isPaid = state === 'paid' || state === 'fulfilled'
      const waits = isPaid && priceWithdrawnAt !== null && priceHonoredAt === null
      expect(awaitsPriceDecision(order)).toBe(waits)
      const why = sendProblem(
        { ...order, livemode: true, editWaiting: false },
        { shopIsLive: true },
      )
      expect(why?.includes('Its price was withdrawn') ?? false).toBe(waits)
    }),
  )
})
