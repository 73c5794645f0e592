import { describe, expect, it } from 'vitest'
import { canTransition, orderStates, wasPaid } from './order-state.ts'

describe('the life of an order', () => {
  it('takes the steps of the table and no other [ORDER-02]', () => {
    const steps = orderStates.flatMap((from) =>
      orderStates.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(steps).toEqual([
      'pending → paid',
      'pending → expired',
      'pending → cancelled',
      'paid → fulfilled',
      'paid → refunded',
      'fulfilled → refunded',
    ])
  })

  it('says which orders were paid once [ORDER-08]', () => {
    expect(orderStates.filter(wasPaid)).toEqual(['paid', 'fulfilled', 'refunded'])
  })
})
