import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import { orderStates, wasPaid } from '../orders/order-state.ts'
import type { OrderPayment } from './payment-event.ts'
import {
  type RefundOrDispute,
  refundOrDisputeEffect,
  refundOrDisputeTypes,
} from './refund-or-dispute.ts'

const total = cents(211372)
const at = (second: number) => new Date(Date.UTC(2026, 2, 11, 16, 0, second))

const order = (more: Partial<OrderPayment> = {}): OrderPayment => ({
  state: 'paid',
  payBy: 'card',
  total,
  withTax: false,
  pageTax: null,
  received: total,
  paid: total,
  returned: cents(0),
  reversals: [],
  currency: 'usd',
  reference: 'pi_1',
  onHold: false,
  refunded: cents(0),
  refunds: [],
  disputeOccurredAt: null,
  ...more,
})
const event = (more: Partial<RefundOrDispute> = {}): RefundOrDispute => ({
  type: 'refunded',
  amount: total,
  currency: 'usd',
  reference: 'pi_1',
  occurredAt: at(0),
  ...more,
})

describe('what a refund or dispute does to its order', () => {
  it('what is given back stands in the history, and less than was known changes nothing [ORDER-02, REFUND-05]', () => {
    const part = event({ amount: cents(10000) })
    expect(refundOrDisputeEffect(order(), part)).toEqual({
      outcome: 'updated',
      why: '$100.00 USD was refunded.',
      changes: { refunded: 10000 },
    })
    expect(refundOrDisputeEffect(order({ refunded: cents(4000) }), part)).toMatchObject({
      why: '$60.00 USD was refunded.',
    })
    expect(refundOrDisputeEffect(order({ refunded: cents(10000) }), part).outcome).toBe('ignored')
    expect(refundOrDisputeEffect(order({ refunded: cents(20000) }), part).outcome).toBe('ignored')
  })

  it('one refund counts once, whether named by its id or within the sum of all [REFUND-05]', () => {
    const one = event({ type: 'refund succeeded', object: 're_1', amount: cents(10000) })
    expect(refundOrDisputeEffect(order(), one)).toMatchObject({ changes: { refunded: 10000 } })
    const counted = order({ refunded: cents(10000) })
    expect(refundOrDisputeEffect(counted, one).outcome).toBe('ignored')
    const refunds = [{ id: 're_1', amount: cents(10000), status: 'failed' as const }]
    const again = event({ type: 'refund pending', object: 're_2', amount: cents(10000) })
    expect(refundOrDisputeEffect({ ...counted, refunds }, again)).toMatchObject({
      changes: { refunded: 20000 },
    })
  })

  it('a refund that failed needs a person, once [ORDER-06, REFUND-06]', () => {
    const failed = event({ type: 'refund failed', object: 're_1' })
    expect(refundOrDisputeEffect(order(), failed)).toEqual({
      outcome: 'on hold',
      why: 'A refund of $2,113.72 USD failed at the payment provider (pi_1); the buyer is still owed it.',
    })
    const refunds = [{ id: 're_1', amount: total, status: 'failed' as const }]
    expect(refundOrDisputeEffect(order({ refunds }), failed).outcome).toBe('ignored')
  })

  it('of a payment not heard of yet wait for it; of one that is held they stand in the history [ORDER-05]', () => {
    const waiting = order({ state: 'pending', reference: null })
    for (const type of refundOrDisputeTypes) {
      expect(refundOrDisputeEffect(waiting, event({ type })).outcome).toBe('deferred')
      expect(refundOrDisputeEffect({ ...waiting, onHold: true }, event({ type })).outcome).not.toBe(
        'deferred',
      )
    }
  })

  it('of two events of a dispute the later counts, and of one second its end [ORDER-05]', () => {
    const effectOf = (type: RefundOrDispute['type'], second: number, known: number | null) =>
      refundOrDisputeEffect(
        order({ disputeOccurredAt: known === null ? null : at(known) }),
        event({ type, occurredAt: at(second) }),
      )
    expect(effectOf('dispute open', 1, null)).toMatchObject({
      changes: { dispute: { status: 'open' } },
    })
    expect(effectOf('dispute won', 2, 1)).toMatchObject({ changes: { dispute: { status: 'won' } } })
    expect(effectOf('dispute lost', 1, 1)).toMatchObject({
      changes: { dispute: { status: 'lost' } },
    })
    expect(effectOf('dispute open', 1, 1).outcome).toBe('ignored')
    expect(effectOf('dispute open', 1, 2).outcome).toBe('ignored')
  })

  it('take steps of the table alone, and only for the payment the order was paid by [ORDER-02, ORDER-06]', () => {
    const anyEvent = fc.record({
      type: fc.constantFrom(...refundOrDisputeTypes),
      amount: fc.option(fc.oneof(fc.constant(total), fc.nat().map(cents))),
      currency: fc.option(fc.constantFrom('usd', 'eur')),
      reference: fc.constantFrom('pi_1', 'pi_2'),
      occurredAt: fc.nat({ max: 5 }).map(at),
    })
    fc.assert(
      fc.property(fc.constantFrom(...orderStates), anyEvent, fc.boolean(), (state, each, held) => {
        const effect = refundOrDisputeEffect(order({ state, onHold: held }), each)
        const changes = 'changes' in effect ? Object.keys(effect.changes ?? {}) : []
        if (each.reference !== 'pi_1' || !wasPaid(state)) expect(changes).not.toContain('dispute')
        // Whether all of the order is refunded the ledger says.
        expect(effect.outcome).not.toBe('applied')
      }),
    )
  })
})
