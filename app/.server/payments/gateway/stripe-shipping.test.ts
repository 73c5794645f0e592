import { describe, expect, it } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import { shippableCountries } from '#app/domain/shipping/countries.ts'
import { standardShipping } from '#app/domain/shipping/shipping-method.ts'
import { express, pickup, toGermany } from '#tests/support/shipped-orders.ts'
import { checkParams } from '#tests/support/stripe-types.ts'
import type { PayableOrder } from './payment-gateway.ts'
import { sessionOf } from './stripe-checkout-session.ts'

const order: PayableOrder = {
  id: 'an-order',
  number: 'FN-AAAA-AAAA',
  token: 'a-token-of-an-order',
  total: cents(2000_00),
  currency: 'usd',
  withTax: true,
  lines: [
    {
      ...{ name: 'Wave', size: 'Small', grams: '14.7', unitPrice: cents(1000_00), quantity: 2 },
      ...{ taxCode: 'txcd_99999999', discount: cents(0) },
    },
  ],
  payBy: 'card',
  threeDSecure: 'automatic',
  createdAt: new Date('2026-03-01T12:00:00Z'),
  expiresAt: new Date('2026-03-01T13:00:00Z'),
  buyNowOf: null,
}

const sessionWith = (
  shipping: NonNullable<PayableOrder['shipping']>,
  more: Partial<PayableOrder> = {},
) =>
  sessionOf(
    { ...order, shipping, total: cents(order.total + shipping.rate), ...more },
    'https://shop.example',
  )

describe('the payment page at Stripe', () => {
  it('is the same as ever for free standard shipping [SHIPMONEY-01]', () => {
    const session = JSON.stringify(sessionWith(standardShipping))
    expect(session).toBe(JSON.stringify(sessionOf(order, 'https://shop.example')))
    expect(session).toContain('"shipping_address_collection":{"allowed_countries":["US"]}')
    expect(session).not.toContain('shipping_options')
  })

  it('charges the rate as shipping, taxed as such, and takes an address in its country alone [SHIPMONEY-01]', () => {
    const rate = (name: string, amount: number) => ({
      shipping_rate_data: {
        type: 'fixed_amount',
        display_name: name,
        fixed_amount: { amount, currency: 'usd' },
        tax_behavior: 'exclusive',
        tax_code: 'txcd_92010001',
      },
    })
    expect(sessionWith(express)).toMatchObject({
      shipping_address_collection: { allowed_countries: ['US'] },
      shipping_options: [rate('Express shipping', 45_00)],
    })
    expect(sessionWith(toGermany)).toMatchObject({
      shipping_address_collection: { allowed_countries: ['DE'] },
      shipping_options: [rate('International shipping', 95_00)],
    })
    expect(sessionWith({ ...express, rate: cents(0) }).shipping_options).toHaveLength(1)
    expect(() => sessionWith(express, { total: order.total })).toThrow('not its total')
  })

  it('takes an address in every country that can be offered, with a phone number for customs [SHIPPING-01, CUSTOMS-05]', () => {
    // By Stripe's own types, as a form has it.
    const isTaken = (code: string) => {
      const shipping_address_collection = { allowed_countries: { 0: code } }
      return checkParams('SessionCreateParams', { shipping_address_collection }) === null
    }
    const refused = shippableCountries.filter(({ code }) => !isTaken(code))
    expect(isTaken('CX')).toBe(false)
    expect(refused).toEqual([])
    expect(sessionWith(toGermany).phone_number_collection).toEqual({ enabled: true })
    expect(sessionWith(express)).not.toHaveProperty('phone_number_collection')
  })

  it('asks for no shipping address of what is picked up, and taxes a known customer by billing [SHIPMONEY-01]', () => {
    const session = sessionWith(pickup)
    expect(session).not.toHaveProperty('shipping_address_collection')
    expect(session).not.toHaveProperty('shipping_options')
    const wired = sessionOf(
      { ...order, shipping: pickup, payBy: 'wire' },
      'https://x.example',
      'cus',
    )
    expect(wired.customer_update).toEqual({ address: 'auto' })
  })

  it('charges no rate where a part of an order is paid [SHIPMONEY-01]', () => {
    const part = { name: 'A change', amount: cents(100_00) }
    const session = sessionWith(express, { part, total: part.amount })
    expect(session).not.toHaveProperty('shipping_options')
    expect(session.line_items).toHaveLength(1)
  })
})
