import { describe, expect, it } from 'vitest'
import { businessDaysOf } from '../fulfillment/arrival.ts'
import { cents } from '../money/cents.ts'
import {
  offersOf,
  type ShippingMethods,
  shippingFor,
  shippingMethodsDefaults,
  textsFor,
} from './offered-shipping.ts'
import { shippingMethods } from './shipping-method.ts'

const all: ShippingMethods = {
  ...{ express: true, expressRate: cents(3500), expressDays: 2, expressText: '1-2 business days' },
  ...{ international: true, countries: ['DE', 'FR'], internationalRate: cents(9000) },
  ...{ customsText: 'You pay customs duties.', pickup: true },
  ...{ pickupAddress: '1 Example Street', pickupHours: 'Mon to Fri, 9 to 5' },
}
const standard = {
  ...{ processingTime: '3-5 business days', processingDays: 5 },
  ...{ shippingTime: '2-3 business days', shippingCost: 'Free' },
}

describe('shipping methods', () => {
  it('are offered as the owner says, and nothing but standard until then [SHIPPING-02]', () => {
    expect(offersOf(shippingMethodsDefaults)).toBeNull()
    for (const method of shippingMethods.filter((each) => each !== 'standard')) {
      expect(shippingFor({ method, country: 'DE' }, shippingMethodsDefaults)).toMatchObject({
        refused: expect.stringContaining('Please choose another delivery option.'),
      })
    }
    expect(offersOf({ ...all, countries: ['DE', 'CU'] })?.international?.countries).toEqual(['DE'])
    expect(shippingFor({ method: 'standard' }, all)).toBeNull()
  })

  it('cost the rate of now, in a country that is offered [SHIPPING-04]', () => {
    expect(shippingFor({ method: 'express' }, all)).toEqual({
      ...{ method: 'express', country: 'US', rate: 3500 },
    })
    expect(shippingFor({ method: 'pickup' }, all)).toMatchObject({ country: 'US', rate: 0 })
    expect(shippingFor({ method: 'international', country: 'DE' }, all)).toEqual({
      ...{ method: 'international', country: 'DE', rate: 9000 },
    })
    expect(shippingFor({ method: 'international', country: 'JP' }, all)).toEqual({
      refused: 'We don’t ship to Japan. Please choose another country.',
    })
    expect(shippingFor({ method: 'international' }, all)).toEqual({
      refused: 'Please choose the country to ship to.',
    })
    // However it came to be stored.
    expect(
      shippingFor({ method: 'international', country: 'CU' }, { ...all, countries: ['CU'] }),
    ).toMatchObject({ refused: expect.stringContaining('Cuba') })
  })

  it('have texts of their own: express its days, and no day is named for other countries and pickup [SHIPPING-07]', () => {
    expect(textsFor(standard, all, 'standard')).toEqual(standard)
    expect(textsFor(standard, all, 'express')).toMatchObject({
      ...{ processingDays: 2, processingTime: '2 business days' },
      shippingTime: '1-2 business days',
    })
    for (const method of ['international', 'pickup'] as const) {
      expect(businessDaysOf(textsFor(standard, all, method).shippingTime)).toBeNull()
    }
  })
})
