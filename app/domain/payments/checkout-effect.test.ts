import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SaleParts, totalOf } from '../ledger/ledger.ts'
import { type Cents, cents } from '../money/cents.ts'
import {
  canTransition,
  hadBecome,
  type OrderState,
  orderStates,
  wasPaid,
} from '../orders/order-state.ts'
import { checkoutEffect } from './checkout-effect.ts'
import { type CheckoutEvent, type CheckoutEventType, checkoutEventTypes } from './payment-event.ts'

const total = cents(211372)

function order(state: OrderState, reference: string | null = wasPaid(state) ? 'pay_1' : null) {
  const card = {
    withTax: false,
    pageTax: null,
    payBy: 'card',
    received: cents(0),
    paid: cents(0),
    returned: cents(0),
    reversals: [],
  } as const
  return { state, total, currency: 'usd', reference, ...card }
}

function event(type: CheckoutEventType, more: Partial<CheckoutEvent> = {}): CheckoutEvent {
  return { type, amount: total, currency: 'usd', reference: 'pay_1', ...more }
}

const anyEvent: fc.Arbitrary<CheckoutEvent> = fc.record({
  type: fc.constantFrom(...checkoutEventTypes),
  amount: fc.option(fc.oneof(fc.constant(total), fc.nat().map(cents))),
  currency: fc.option(fc.constantFrom('usd', 'USD', 'eur', '')),
  reference: fc.option(fc.constantFrom('pay_1', 'pay_2')),
})

describe('what an event of a checkout session does to its order', () => {
  it('pays a pending order with its very sum and currency, in either case of letters [ORDER-05]', () => {
    expect(checkoutEffect(order('pending'), event('paid'))).toMatchObject({ becomes: 'paid' })
    expect(checkoutEffect(order('pending'), event('paid', { currency: 'USD' }))).toMatchObject({
      outcome: 'applied',
      becomes: 'paid',
    })
  })

  it.each([
    ['a cent too little', { amount: cents(total - 1) }, '$2,113.71 USD'],
    ['a cent too much', { amount: cents(total + 1) }, '$2,113.73 USD'],
    ['nothing', { amount: cents(0) }, '$0.00 USD'],
    ['no amount at all', { amount: null }, 'an unknown amount USD'],
    ['another currency', { currency: 'eur' }, '$2,113.72 EUR'],
    ['no currency', { currency: null }, '$2,113.72'],
  ])('holds an order paid with %s, and names both sums [ORDER-06]', (_what, more, sum) => {
    expect(checkoutEffect(order('pending'), event('paid', more))).toEqual({
      outcome: 'on hold',
      why: `A payment of ${sum} arrived, but $2,113.72 USD was due.`,
    })
  })

  const taxed = { ...order('pending'), withTax: true }
  const withParts = (more: Partial<SaleParts> = {}, amount?: Cents) => {
    const parts = { goods: total, tax: cents(0), shipping: cents(0), discount: cents(0), ...more }
    return event('paid', { parts, amount: amount ?? totalOf(parts) })
  }

  it('takes any tax on top of the very goods, where the order was placed with tax [TAX-03]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 9_999_999 }).map(cents), (tax) => {
        const effect = checkoutEffect(taxed, withParts({ tax }))
        expect(effect).toMatchObject({ outcome: 'applied', becomes: 'paid' })
      }),
    )
  })

  it('holds a payment whose goods differ, or whose parts do not add up to it [TAX-03]', () => {
    const part = fc.integer({ min: -500, max: 500 })
    fc.assert(
      fc.property(fc.boolean(), part, part, part, part, part, (withTax, ...parts) => {
        const [goodsOff = 0, tax = 0, shipping = 0, discount = 0, off = 0] = parts
        const given = {
          goods: cents(total + goodsOff),
          tax: cents(tax),
          shipping: cents(shipping),
          discount: cents(discount),
        }
        const paid = withParts(given, cents(totalOf(given) + off))
        const isRight =
          goodsOff === 0 &&
          off === 0 &&
          shipping === 0 &&
          discount === 0 &&
          tax >= 0 &&
          (withTax || tax === 0)
        const { outcome } = checkoutEffect({ ...taxed, withTax }, paid)
        expect(outcome).toBe(isRight ? 'applied' : 'on hold')
      }),
    )
  })

  it.each([
    [
      'a tax that is not in the sum',
      withParts({ tax: cents(100) }, total),
      'A payment of $2,113.72 USD arrived, but $2,114.72 USD was due; the parts don’t add up: goods $2,113.72, tax $1.00, shipping $0.00, discount $0.00.',
    ],
    [
      'other goods, though the sum is right',
      withParts({ goods: cents(total - 100), tax: cents(100) }),
      'A payment of $2,113.72 USD arrived with goods of $2,112.72, but $2,113.72 USD was due.',
    ],
    [
      'a discount nobody gave',
      withParts({ tax: cents(100), discount: cents(100) }),
      'A payment of $2,113.72 USD arrived with shipping of $0.00 and a discount of $1.00; the order has neither.',
    ],
  ])('says what does not fit: %s [TAX-03]', (_what, paid, why) => {
    expect(checkoutEffect(taxed, paid)).toEqual({ outcome: 'on hold', why })
  })

  it('takes no tax for an order that was placed without [TAX-03]', () => {
    expect(checkoutEffect(order('pending'), withParts({ tax: cents(100) }))).toEqual({
      outcome: 'on hold',
      why: 'A payment of $2,114.72 USD arrived with sales tax of $1.00, but the order was placed without sales tax.',
    })
  })

  it.each(['paid', 'fulfilled', 'refunded'] as const)(
    'holds an order that is %s where its payment failed after all, and no other [BANK-10]',
    (state) => {
      const paid = { ...order(state), reference: 'pi_1' }
      const failed = (reference: string | null) => ({ ...event('failed'), reference })
      expect(checkoutEffect(paid, failed('pi_1'))).toEqual({
        outcome: 'on hold',
        why: 'The payment provider reported that the payment failed (pi_1)after it had confirmed it. Check with the provider that the money is there before you ship anything.',
      })
      expect(checkoutEffect(paid, failed(null)).outcome).toBe('on hold')
      expect(checkoutEffect(paid, failed('pi_2'))).toEqual({
        outcome: 'ignored',
        why: 'Another payment (pi_2) failed; the order was paid by pi_1.',
      })
    },
  )

  it.each(['expired', 'cancelled'] as const)(
    'holds an %s order that is paid after all, and never revives it [ORDER-06]',
    (state) => {
      expect(checkoutEffect(order(state), event('paid'))).toEqual({
        outcome: 'on hold',
        why: `A payment of $2,113.72 USD arrived after the order ${hadBecome[state]}.`,
      })
    },
  )

  it.each(['paid', 'fulfilled', 'refunded'] as const)(
    'changes nothing where the payment of a %s order is event again [ORDER-05]',
    (state) => {
      expect(checkoutEffect(order(state), event('paid'))).toMatchObject({ outcome: 'ignored' })
      expect(checkoutEffect(order(state), event('expired'))).toMatchObject({ outcome: 'ignored' })
      expect(checkoutEffect(order(state), event('cancelled'))).toMatchObject({ outcome: 'ignored' })
    },
  )

  it('holds a second payment of one order, which is money to give back [ORDER-06]', () => {
    expect(checkoutEffect(order('paid'), event('paid', { reference: 'pay_2' }))).toEqual({
      outcome: 'on hold',
      why: 'A second payment of $2,113.72 USD arrived (pay_2).',
    })
  })

  it('leaves a declined order pending, to be tried again', () => {
    expect(checkoutEffect(order('pending'), event('declined'))).toMatchObject({
      outcome: 'ignored',
    })
  })

  it('lets an order wait whose payment is on its way, and cancels it where none arrives [ORDER-05]', () => {
    expect(checkoutEffect(order('pending'), event('processing'))).toEqual({
      outcome: 'updated',
      why: 'The payment is on its way.',
      changes: { processing: true },
    })
    expect(checkoutEffect(order('pending'), event('failed'))).toMatchObject({
      becomes: 'cancelled',
    })
    for (const state of ['paid', 'cancelled', 'expired'] as const) {
      expect(checkoutEffect(order(state), event('processing')).outcome).toBe('ignored')
      if (state === 'paid') continue
      expect(checkoutEffect(order(state), event('failed')).outcome).toBe('ignored')
    }
  })

  it('only ever takes steps of the table, and pays only for the right sum [ORDER-02, ORDER-06]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStates), anyEvent, (state, event) => {
        const effect = checkoutEffect(order(state), event)
        if (effect.outcome !== 'applied') return
        expect(canTransition(state, effect.becomes)).toBe(true)
        if (effect.becomes !== 'paid') return
        expect(event).toMatchObject({ type: 'paid', amount: total })
        expect(event.currency?.toLowerCase()).toBe('usd')
      }),
    )
  })
})
