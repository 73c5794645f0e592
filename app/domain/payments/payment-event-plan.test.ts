import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import type { CheckoutEvent, OrderPayment } from './payment-event.ts'
import { planPayment } from './payment-event-plan.ts'
import { type RefundOrDispute, refundOrDisputeTypes } from './refund-or-dispute.ts'

const total = cents(211372)
const pending: OrderPayment = {
  state: 'pending',
  payBy: 'card',
  total,
  withTax: false,
  pageTax: null,
  received: cents(0),
  paid: cents(0),
  returned: cents(0),
  reversals: [],
  currency: 'usd',
  reference: null,
  onHold: false,
  refunded: cents(0),
  refunds: [],
  disputeOccurredAt: null,
}
const paid: CheckoutEvent = { type: 'paid', amount: total, currency: 'usd', reference: 'pi_1' }
const alone = { isAnotherSession: false, wasReported: false, deferred: [] }

const anyEvents: fc.Arbitrary<RefundOrDispute[]> = fc.array(
  fc.record({
    type: fc.constantFrom(...refundOrDisputeTypes),
    amount: fc.option(fc.oneof(fc.constant(total), fc.nat({ max: total }).map(cents))),
    currency: fc.constant('usd'),
    reference: fc.constant('pi_1'),
    occurredAt: fc.nat({ max: 5 }).map((second) => new Date(second * 1000)),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('what is planned for an order', () => {
  it('is the same whether refunds and disputes come before their payment or after it [ORDER-05]', () => {
    fc.assert(
      fc.property(anyEvents, ([first, ...rest]) => {
        if (!first) return
        const before = planPayment(pending, paid, { ...alone, deferred: [first, ...rest] })
        const order: OrderPayment = { ...pending, state: 'paid', reference: 'pi_1' }
        const after = planPayment(order, first, { ...alone, deferred: rest })
        expect(before.effect).toMatchObject({ outcome: 'applied', becomes: 'paid' })
        expect(before.deferred).toEqual([after.effect, ...after.deferred])
      }),
    )
  })

  it('is applied to an order on hold, where the payment does not fit [ORDER-06]', () => {
    const dispute: RefundOrDispute = {
      ...paid,
      type: 'dispute open',
      reference: 'pi_1',
      occurredAt: new Date(0),
    }
    const less = { ...paid, amount: cents(1) }
    const plan = planPayment(pending, less, { ...alone, deferred: [dispute] })
    expect([plan.effect, ...plan.deferred].map(({ outcome }) => outcome)).toEqual([
      'on hold',
      'on hold',
    ])
  })

  it('is nothing for a payment that was put on hold before, or of another session unless it paid [STORM-03, ORDER-05]', () => {
    const less = { ...paid, amount: cents(1) }
    expect(planPayment(pending, less, { ...alone, wasReported: true }).effect.outcome).toBe(
      'ignored',
    )
    const expired = { ...paid, type: 'expired' } as const
    const another = { ...alone, isAnotherSession: true }
    expect(planPayment(pending, expired, another).effect.outcome).toBe('ignored')
    expect(planPayment(pending, paid, another).effect).toMatchObject({ becomes: 'paid' })
  })
})
