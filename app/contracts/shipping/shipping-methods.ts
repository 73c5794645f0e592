import { z } from 'zod'
import { countryName } from '#app/domain/address/country-name.ts'
import { centsToDecimal, parseDollarInput } from '#app/domain/money/cents.ts'
import { closedCountries, isShippable } from '#app/domain/shipping/countries.ts'
import type { ShippingMethods } from '#app/domain/shipping/offered-shipping.ts'
import { readBy } from '../platform/text.ts'

/** Of the form and of the audit log. */
export const shippingMethodsLabels = {
  express: 'Offer express shipping',
  expressRate: 'Express rate ($)',
  expressDays: 'Ship express orders within (business days)',
  expressText: 'Express time for buyers',
  international: 'Offer international shipping',
  countries: 'Countries',
  internationalRate: 'International rate ($)',
  customsText: 'Customs text for buyers',
  pickup: 'Offer pickup',
  pickupAddress: 'Pickup address',
  pickupHours: 'Pickup hours',
}

const wrongRate = 'Please enter dollars from 0 to 10,000, such as 35.'
const maxRate = 1_000_000
const wrongDays = 'Please enter whole business days, from 0 to 60.'

const rate = readBy((text) => {
  const amount = parseDollarInput(text)
  return amount !== null && amount >= 0 && amount <= maxRate ? amount : null
}, wrongRate)

const text = (longest: number) =>
  z.string().trim().max(longest, `Please use no more than ${longest} characters.`)

/** Closed countries are refused with the reason [SHIPPING-03]. */
const country = z.string().superRefine((code, context) => {
  if (isShippable(code)) return
  const reason = closedCountries[code] ?? 'It isn’t a country for international shipping.'
  const message = `${countryName(code)} can’t be offered. ${reason}`
  context.addIssue({ code: 'custom', message })
})

/**
 * What a method cannot be offered without. Looked at beside all other problems, so that a form with several
 * of them is not sent once for each.
 */
const neededFor = (
  method: 'express' | 'international' | 'pickup',
  name: 'expressText' | 'countries' | 'customsText' | 'pickupAddress' | 'pickupHours',
  message: string,
) =>
  z.refine<Partial<ShippingMethods>>(
    (methods) => !methods[method] || (methods[name] ?? '').length > 0,
    { message, path: [name], when: () => true },
  )

/** What is offered beside standard shipping [SHIPPING-02]. */
export const shippingMethodsForm = z
  .object({
    express: z.boolean(),
    expressRate: rate,
    expressDays: z.coerce.number(wrongDays).int(wrongDays).min(0, wrongDays).max(60, wrongDays),
    expressText: text(200),
    international: z.boolean(),
    countries: z.array(country).transform((codes) => [...new Set(codes)].toSorted()),
    internationalRate: rate,
    customsText: text(300),
    pickup: z.boolean(),
    pickupAddress: text(300),
    pickupHours: text(200),
  })
  .check(
    neededFor(
      'express',
      'expressText',
      'Please say when an express order arrives, such as 1–2 business days.',
    ),
    neededFor('international', 'countries', 'Please choose at least one country.'),
    neededFor(
      'international',
      'customsText',
      'Please say who pays customs duties and import taxes.',
    ),
    neededFor('pickup', 'pickupAddress', 'Please enter the address where orders are picked up.'),
    neededFor('pickup', 'pickupHours', 'Please enter the hours when orders can be picked up.'),
  )

/** As the form shows it. */
export const shownMethods = (methods: ShippingMethods) => ({
  ...methods,
  expressRate: centsToDecimal(methods.expressRate),
  internationalRate: centsToDecimal(methods.internationalRate),
})
