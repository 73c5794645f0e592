import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import { orderNumber } from '../orders/number.ts'
import { formatDateTime } from '../time/date-time.ts'
import { checkoutEffect } from './checkout-effect.ts'
import type { CheckoutEventType, OrderPayment } from './payment-event.ts'
import { isRefundOrDispute, refundOrDisputeEffect } from './refund-or-dispute.ts'

const total = cents(211372)
const order = (state: OrderPayment['state'], more: Partial<OrderPayment> = {}): OrderPayment => ({
  state,
  payBy: 'card',
  total,
  withTax: false,
  pageTax: null,
  received: cents(0),
  paid: cents(0),
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
const checkoutEvent = (type: CheckoutEventType, reference: string | null = 'pi_1') => ({
  type,
  amount: total,
  currency: 'usd',
  reference,
})
const why = (state: OrderPayment['state'], type: CheckoutEventType) =>
  checkoutEffect(order(state), checkoutEvent(type))

describe('what the history of an order says', () => {
  it.each([
    ['pending', 'paid', 'applied', 'The payment was confirmed.'],
    ['pending', 'declined', 'ignored', 'The payment was declined.'],
    ['pending', 'expired', 'applied', 'The payment page expired unpaid.'],
    ['pending', 'cancelled', 'applied', 'The payment page was canceled.'],
    ['pending', 'failed', 'applied', 'The payment didn’t arrive.'],
    ['paid', 'expired', 'ignored', 'The payment page expired unpaid. The order was paid.'],
    ['paid', 'processing', 'ignored', 'The payment is on its way; the order was paid.'],
    ['paid', 'paid', 'ignored', 'This payment was already recorded.'],
  ] as const)('%s, then %s: %s, %s [ORDER-02, ORDER-05]', (state, type, outcome, message) => {
    expect(why(state, type)).toMatchObject({ outcome, why: message })
  })

  it('takes a payment without a reference for the one that is known [ORDER-05]', () => {
    expect(checkoutEffect(order('paid'), checkoutEvent('paid', null)).outcome).toBe('ignored')
    expect(
      checkoutEffect(order('paid', { reference: null }), checkoutEvent('paid', 'pi_2')).outcome,
    ).toBe('ignored')
    expect(checkoutEffect(order('paid'), checkoutEvent('paid', 'pi_2')).outcome).toBe('on hold')
  })

  it('reports a refund or dispute of another payment than the order’s own [ORDER-06]', () => {
    const event = {
      amount: cents(10000),
      currency: 'usd',
      reference: 'pi_2',
      occurredAt: new Date(0),
    }
    expect(refundOrDisputeEffect(order('paid'), { ...event, type: 'refunded' })).toEqual({
      outcome: 'updated',
      why: '$100.00 USD of payment pi_2 was refunded, which isn’t the payment for this order.',
      changes: { refunded: 10000 },
    })
    expect(refundOrDisputeEffect(order('paid'), { ...event, type: 'dispute open' })).toEqual({
      outcome: 'on hold',
      why: 'The buyer’s bank is disputing $100.00 USD (pi_2).',
    })
    expect(refundOrDisputeEffect(order('paid'), { ...event, type: 'dispute won' })).toEqual({
      outcome: 'updated',
      why: 'We won a dispute over $100.00 USD (pi_2).',
      changes: {},
    })
  })

  it('changes nothing by a refund without an amount, or of no more than is known [ORDER-02]', () => {
    const event = { type: 'refunded', currency: 'usd', reference: 'pi_1', occurredAt: new Date(0) }
    const refunded = order('paid', { refunded: cents(10000) })
    for (const amount of [null, cents(10000)]) {
      expect(refundOrDisputeEffect(refunded, { ...event, type: 'refunded', amount })).toMatchObject(
        {
          outcome: 'ignored',
          why: expect.stringMatching(/^A refund of .+ was already recorded\.$/),
        },
      )
    }
  })

  it('keeps the later event of a dispute, whichever comes first [ORDER-05]', () => {
    const known = order('paid', { disputeOccurredAt: new Date(2000) })
    const event = { amount: total, currency: 'usd', reference: 'pi_1' }
    const at = (ms: number, type: 'dispute open' | 'dispute won') =>
      refundOrDisputeEffect(known, { ...event, type, occurredAt: new Date(ms) })
    expect(at(3000, 'dispute open')).toMatchObject({ changes: { dispute: { status: 'open' } } })
    expect(at(1000, 'dispute won')).toMatchObject({
      outcome: 'ignored',
      why: expect.stringContaining('A later update was already recorded.'),
    })
  })

  it('knows refunds and disputes from events of a checkout session', () => {
    expect(['refunded', 'refund failed', 'dispute lost'].every(isRefundOrDispute)).toBe(true)
    expect(['paid', 'expired', ''].some(isRefundOrDispute)).toBe(false)
  })
})

describe('what a buyer reads of an order', () => {
  it('its time in UTC, with its year', () => {
    expect(formatDateTime(new Date('2026-03-11T16:05:00Z'), 'UTC')).toBe(
      'March 11, 2026, at 4:05 PM UTC',
    )
    expect(formatDateTime(new Date('2026-03-11T16:05:00Z'), 'America/Los_Angeles')).toBe(
      'March 11, 2026, at 9:05 AM PDT',
    )
  })

  it('its number needs enough random bytes [ORDER-04]', () => {
    expect(() => orderNumber('Four Nines', new Uint8Array(7), { livemode: true })).toThrow(
      'needs 8 random bytes',
    )
    expect(orderNumber('Four Nines', new Uint8Array(8), { livemode: true })).toBe('FN-0000-0000')
  })
})
