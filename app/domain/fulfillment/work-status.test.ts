import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canMove,
  isBeforeSending,
  nextStep,
  type OrderStep,
  orderSteps,
  stepBefore,
} from './work-status.ts'

/** Written out, so that no change of the table goes unseen. */
const allowed: readonly (readonly [OrderStep, OrderStep])[] = [
  ['paid', 'making'],
  ['paid', 'ready'],
  ['paid', 'sent'],
  ['making', 'ready'],
  ['making', 'paid'],
  ['making', 'sent'],
  ['ready', 'sent'],
  ['ready', 'making'],
  ['ready', 'paid'],
  ['sent', 'delivered'],
  ['delivered', 'sent'],
]

describe('the steps of an order', () => {
  it('are one table, and nothing else is a step [DESK-01]', () => {
    const all = orderSteps.flatMap((from) => orderSteps.map((to) => [from, to] as const))
    expect(
      all
        .filter(([from, to]) => canMove(from, to))
        .map(String)
        .sort(),
    ).toEqual(allowed.map(String).sort())
  })

  it('whatever is pressed, what was sent never comes back to the bench [DESK-01]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...orderSteps)), (pressed) => {
        let step: OrderStep = 'paid'
        let left = false
        for (const to of pressed) {
          if (canMove(step, to)) step = to
          left ||= step === 'sent'
          expect(isBeforeSending(step)).toBe(!left)
        }
      }),
    )
  })

  it('lead one by one to the buyer, and each but the sending is undone by one tap [DESK-01, DESK-05]', () => {
    const way: OrderStep[] = []
    for (let step: OrderStep | null = 'paid'; step; step = nextStep(step)) way.push(step)
    expect(way).toEqual(['paid', 'making', 'ready', 'sent', 'delivered'])
    for (const step of orderSteps) {
      const [next, before] = [nextStep(step), stepBefore(step)]
      if (next) expect(canMove(step, next)).toBe(true)
      if (before) expect(nextStep(before)).toBe(step)
    }
    expect(orderSteps.filter((step) => stepBefore(step) === null)).toEqual(['paid', 'sent'])
  })
})
