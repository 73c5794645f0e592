import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents } from '../money/cents.ts'
import type { OrderShipping } from '../shipping/shipping-method.ts'
import { whyPartsDoNotFit } from './parts-of-payment.ts'
import type { CheckoutEvent } from './payment-event.ts'

const any = (max: number) => fc.integer({ min: 0, max }).map(cents)
const order = (goods: number, shipping: OrderShipping) => ({
  ...{ total: cents(goods + shipping.rate), shipping, currency: 'usd', withTax: true },
})
const express = (rate: Cents): OrderShipping => ({ method: 'express', country: 'US', rate })

const paid = (parts: { goods: number; tax: number; shipping: number }): CheckoutEvent => ({
  type: 'paid',
  amount: cents(parts.goods + parts.tax + parts.shipping),
  parts: { ...(parts as { goods: Cents; tax: Cents; shipping: Cents }), discount: cents(0) },
  currency: 'usd',
  reference: 'pi_1',
})

const inCountry = (country: string) => ({
  ...{ name: 'Ada', line1: '1', line2: '', city: 'A', state: '', postalCode: '', country },
})

describe('a payment with shipping', () => {
  it('fits with exactly the goods and the rate of the order, whatever the tax [SHIPMONEY-02]', () => {
    fc.assert(
      fc.property(any(9_999_999), any(99_999), any(999_999), (goods, rate, tax) => {
        const of = order(goods + 1, express(rate))
        const parts = { goods: goods + 1, tax, shipping: rate }
        expect(whyPartsDoNotFit(of, paid(parts), 'It arrived')).toBeNull()
        // A cent that is moved from one part to another is still the right sum.
        const moved = { ...parts, goods: goods + 2, shipping: rate - 1 }
        expect(whyPartsDoNotFit(of, paid(moved), 'It arrived')).not.toBeNull()
        const less = { ...parts, shipping: rate + 1, tax: tax - 1 }
        expect(whyPartsDoNotFit(of, paid(less), 'It arrived')).not.toBeNull()
      }),
    )
  })

  it('says what does not fit [SHIPMONEY-02]', () => {
    const of = order(100_00, express(cents(45_00)))
    const why = (event: CheckoutEvent) => whyPartsDoNotFit(of, event, 'A payment arrived')
    expect(why(paid({ goods: 100_00, tax: 0, shipping: 40_00 }))).toBe(
      'A payment arrived with shipping of $40.00, but $45.00 was due for it.',
    )
    expect(why(paid({ goods: 99_00, tax: 0, shipping: 45_00 }))).toBe(
      'A payment arrived with goods of $99.00, but $100.00 USD of goods was due.',
    )
    expect(why({ ...paid({ goods: 0, tax: 0, shipping: 0 }), amount: null })).toContain('was due')
    const { parts: _, ...plain } = paid({ goods: 145_00, tax: 0, shipping: 0 })
    expect(why(plain)).toBeNull()
  })

  it('is held if its address is in another country than the chosen one; pickup needs none [SHIPMONEY-02]', () => {
    const abroad: OrderShipping = { method: 'international', country: 'DE', rate: cents(95_00) }
    const event = paid({ goods: 100_00, tax: 0, shipping: 95_00 })
    const to = (country: string) =>
      whyPartsDoNotFit(order(100_00, abroad), { ...event, address: inCountry(country) }, 'It came')
    expect(to('FR')).toBe(
      'It came with an address in France, but the order was placed for Germany.',
    )
    expect([to('DE'), to('de'), to('')]).toEqual([null, null, null])
    const pickup: OrderShipping = { method: 'pickup', country: 'US', rate: cents(0) }
    const free = { ...paid({ goods: 100_00, tax: 5_00, shipping: 0 }), address: null }
    expect(whyPartsDoNotFit(order(100_00, pickup), free, 'It came')).toBeNull()
  })
})
