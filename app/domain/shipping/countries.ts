import { countryName } from '../address/country-name.ts'

/**
 * Countries and territories that an owner may offer to ship to, by ISO 3166-1 alpha-2. Names are those of the
 * Unicode CLDR, in English. Source: https://www.iso.org/iso-3166-country-codes.html. The United States and
 * its territories are not among them: standard shipping is for them. Nor are those whose addresses Stripe's
 * payment page cannot take, such as Christmas Island
 * [https://docs.stripe.com/api/checkout/sessions/create, shipping_address_collection.allowed_countries].
 */
const codes =
  'AD AE AF AG AI AL AM AO AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PS PT PY QA RE RO RS RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UG UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW'

const comprehensive = 'US sanctions forbid almost all trade with it.'
const luxury = 'US rules forbid exporting luxury goods there, jewelry among them (15 CFR 746.10).'

/** Countries that can never be offered, with the reason that owners read. */
export const closedCountries: Readonly<Record<string, string>> = {
  BY: luxury,
  // https://ofac.treasury.gov/sanctions-programs-and-country-information
  CU: comprehensive,
  IR: comprehensive,
  KP: comprehensive,
  RU: luxury,
  SY: 'Its export rules are strict and still change (15 CFR 746.9).',
  // Crimea, Donetsk, Luhansk: 15 CFR 746.6.
  UA: 'US sanctions forbid trade with its occupied regions, which a country alone does not tell apart (15 CFR 746.6).',
}

/** By name. */
export const shippableCountries: readonly { code: string; name: string }[] = codes
  .split(' ')
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en-US'))

const shippable = new Set(shippableCountries.map(({ code }) => code))
export const isShippable = (code: string): boolean => shippable.has(code)
