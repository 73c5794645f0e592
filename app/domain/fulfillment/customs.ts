import { countryName } from '../address/country-name.ts'
import { customsZone, stateName } from '../address/us-places.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import { formatGrams, type Milligrams } from '../money/grams.ts'
import type { Pieces } from './parcel.ts'

/** HS: articles of jewelry of precious metal other than silver. */
export const goldTariff = '7113.19'

/** Above it the export of a kind of goods is filed with the Census Bureau. Source: 15 CFR 30.37(a). */
export const filedAbove = cents(2500_00)

/** Where a parcel goes; without a country, to the United States. */
type Destination = { state: string; country?: string }

type Packed = Destination & {
  lines: readonly { weight: Milligrams }[]
  pieces: readonly Pieces[]
  declared: Cents
}

/** Whether it goes to another country than the United States. */
export const isInternational = ({ country = 'US' }: { country?: string }) => country !== 'US'

/** Exports to Canada are not filed, at any value. Source: 15 CFR 30.36(a). */
const isUnfiledCountry = ({ country }: Destination) => country === 'CA'

const zoneOf = (to: Destination) => (isInternational(to) ? 'abroad' : customsZone(to.state))

/**
 * The customs form of a parcel; null where domestic email needs none. Sources: DMM 703.2.3 (armed forces),
 * 608.2.3 (ZIP codes 96799 and 969).
 */
export function customsOf({ lines, pieces, declared, ...to }: Packed) {
  const zone = zoneOf(to)
  if (zone === null || declared <= 0) return null
  const small = declared <= filedAbove
  return {
    ...{ description: 'Gold jewelry', tariff: goldTariff, origin: 'US', value: declared },
    quantity: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
    /** Of the goods alone. */
    weight: pieces.reduce(
      (sum, { line, quantity }) => sum + (lines[line]?.weight ?? 0) * quantity,
      0,
    ) as Milligrams,
    // What stays in the United States and its territories is no export: 15 CFR 30.2(d)(2), IMM 520.
    /** Why no export filing is needed; null where the rules ask for no reason. */
    exemption: isUnfiledCountry(to)
      ? 'NOEEI 30.36'
      : small
        ? 'NOEEI 30.37(a)'
        : zone === 'territory'
          ? 'NOEEI 30.2(d)(2)'
          : null,
  }
}

/** What a customs form says of a parcel: one kind of goods, made here. */
export type Customs = NonNullable<ReturnType<typeof customsOf>>

/** Domestic for the post, and yet filed as an export is. Source: 15 CFR 30.2(a)(1)(ii) and (d)(2). */
const filedTerritories = ['PR', 'VI']

/**
 * Why a label cannot be bought for a parcel from the States, in a sentence; null where it can. The number of
 * the filing (ITN) belongs on it, and is not known here.
 */
export function exportFilingRequired(to: Destination, declared: Cents): string | null {
  const isFiled =
    zoneOf(to) === 'abroad' ? !isUnfiledCountry(to) : filedTerritories.includes(to.state)
  if (!isFiled || declared <= filedAbove) return null
  const place = isInternational(to) ? countryName(to.country ?? '') : stateName(to.state)
  return `Goods over ${formatCents(filedAbove)} to ${place} need an export filing (EEI). File it at ace.cbp.dhs.gov, ship the package at the carrier’s counter with the filing number (ITN), and enter its tracking number here yourself.`
}

/** As staff see it before rates are requested. */
export function customsLabels({ description, quantity, value, weight, ...rest }: Customs): string {
  const { tariff, exemption } = rest
  const why = exemption === null ? '' : `, ${exemption}`
  return `${quantity} × ${description}, ${formatCents(value)}, ${formatGrams(weight)}, HS ${tariff}, made in the United States${why}`
}

const milligramsPerOunce = 28_349.523125

/** With three decimals, as EasyPost reads it, and never nothing. */
export const ouncesOf = (weight: Milligrams): number =>
  Math.max(1, Math.round((weight / milligramsPerOunce) * 1000)) / 1000
