import { countryName } from '../address/country-name.ts'
import { type Cents, cents } from '../money/cents.ts'
import { isShippable } from './countries.ts'
import type { OrderShipping, ShippingChoice } from './shipping-method.ts'

/** What an owner offers beside free standard shipping in the United States. */
export type ShippingMethods = {
  express: boolean
  expressRate: Cents
  /** In business days: an express order must be sent within that time. */
  expressDays: number
  /** What buyers read of it. */
  expressText: string
  international: boolean
  /** By ISO 3166-1 alpha-2. */
  countries: string[]
  internationalRate: Cents
  /** What buyers read of customs and import duties. */
  customsText: string
  pickup: boolean
  pickupAddress: string
  pickupHours: string
}

export const shippingMethodsDefaults: ShippingMethods = {
  ...{ express: false, expressRate: cents(0), expressDays: 1, expressText: '' },
  ...{ international: false, countries: [], internationalRate: cents(0), customsText: '' },
  ...{ pickup: false, pickupAddress: '', pickupHours: '' },
}

const chooseAnother = 'Please choose another delivery option.'

/**
 * What was chosen, with its rate of now; null for standard shipping. Refused with a sentence for the buyer
 * where it is not offered, or not any longer [SHIPPING-04].
 */
export function shippingFor(
  { method, country = '' }: ShippingChoice,
  offered: ShippingMethods,
): OrderShipping | { refused: string } | null {
  switch (method) {
    case 'standard':
      return null
    case 'express':
      if (!offered.express) return { refused: `Express shipping isn’t offered. ${chooseAnother}` }
      return { method, country: 'US', rate: offered.expressRate }
    case 'pickup':
      if (!offered.pickup) return { refused: `Pickup isn’t offered. ${chooseAnother}` }
      return { method, country: 'US', rate: cents(0) }
    case 'international':
      if (!offered.international) {
        return { refused: `International shipping isn’t offered. ${chooseAnother}` }
      }
      if (country === '') return { refused: 'Please choose the country to ship to.' }
      return offered.countries.includes(country) && isShippable(country)
        ? { method, country, rate: offered.internationalRate }
        : { refused: `We don’t ship to ${countryName(country)}. Please choose another country.` }
  }
}

/** Why these pieces cannot be sent where the buyer chose; null where they can [SHIPPING-10]. */
export function usOnlyProblem(
  { method }: ShippingChoice,
  products: Iterable<{ name: string; usOnly?: boolean }>,
): string | null {
  const names = [...products].filter(({ usOnly }) => usOnly).map(({ name }) => name)
  if (method !== 'international' || names.length === 0) return null
  const pieces = new Intl.ListFormat('en-US').format(names)
  return `${pieces} can’t be shipped internationally. Please remove ${names.length === 1 ? 'it' : 'them'} or choose another delivery option.`
}

/** What the cart offers beside standard shipping; null: nothing. Countries with no entry are not offered. */
export function offersOf(methods: ShippingMethods): OfferedShipping | null {
  const { express, international, pickup } = methods
  const offered = {
    ...(express && { express: { rate: methods.expressRate, text: methods.expressText } }),
    ...(international && {
      international: {
        rate: methods.internationalRate,
        countries: methods.countries.filter(isShippable),
        text: methods.customsText,
      },
    }),
    ...(pickup && { pickup: { address: methods.pickupAddress, hours: methods.pickupHours } }),
  }
  return Object.keys(offered).length > 0 ? offered : null
}

export type OfferedShipping = {
  express?: { rate: Cents; text: string }
  international?: { rate: Cents; countries: string[]; text: string }
  pickup?: { address: string; hours: string }
}

/** What a shop says of shipping an order. */
type ShippingTexts = {
  processingTime: string
  shippingTime: string
  shippingCost: string
  processingDays: number
}

/** The same for a method other than standard [SHIPPING-07]. */
export function textsFor<Texts extends ShippingTexts>(
  standard: Texts,
  methods: ShippingMethods,
  method: OrderShipping['method'],
): Texts {
  switch (method) {
    case 'standard':
      return standard
    case 'express':
      return {
        ...standard,
        processingTime: daysText(methods.expressDays),
        processingDays: methods.expressDays,
        shippingTime: methods.expressText,
        // Its text is the time on the way already, and its rate has its own row.
        shippingCost: '',
      }
    case 'international':
      return {
        ...standard,
        shippingTime: 'depends on the country',
        shippingCost: methods.customsText,
      }
    case 'pickup':
      return {
        ...standard,
        shippingTime: 'none, you pick it up',
        shippingCost: 'We’ll email you a pickup code when your order is ready.',
      }
  }
}

const daysText = (days: number) => {
  if (days === 0) return 'same business day'
  return days === 1 ? '1 business day' : `${days} business days`
}
