import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import { highValueReason, threeDSecureOf } from './high-value.ts'

const settings = { highValue: cents(500_000), compareCountries: true, threeDSecure: cents(0) }
const sale = { total: cents(499_999), shipsTo: 'US', billedIn: 'US' }

describe('what makes a person look at an order before it is sent', () => {
  it('its total, from the limit on, and never where the limit is off [HOLD-04]', () => {
    const some = fc.nat().map(cents)
    fc.assert(
      fc.property(some, some, (total, highValue) => {
        const reason = highValueReason({ ...sale, total }, { ...settings, highValue })
        expect(reason !== null).toBe(highValue > 0 && total >= highValue)
      }),
    )
  })

  it('two countries, where both are known [HOLD-04]', () => {
    expect(highValueReason(sale, settings)).toBeNull()
    expect(highValueReason({ ...sale, billedIn: ' us' }, settings)).toBeNull()
    expect(highValueReason({ ...sale, billedIn: null }, settings)).toBeNull()
    expect(highValueReason({ ...sale, shipsTo: '', billedIn: 'CA' }, settings)).toBeNull()
    expect(highValueReason({ ...sale, billedIn: 'CA' }, settings)).toContain('billed in CA')
    const off = { ...settings, compareCountries: false }
    expect(highValueReason({ ...sale, billedIn: 'CA' }, off)).toBeNull()
  })

  it('asks for 3-D Secure always, or from a total on [HOLD-05]', () => {
    const total = cents(100)
    expect(threeDSecureOf(total, settings)).toBe('any')
    expect(threeDSecureOf(total, { threeDSecure: cents(100) })).toBe('any')
    expect(threeDSecureOf(total, { threeDSecure: cents(101) })).toBe('automatic')
  })
})
