import { type Cents, formatCents } from '../money/cents.ts'

export type RiskSettings = {
  /** From this total on a person checks an order before it is sent; 0: never. */
  highValue: Cents
  /** Whether cards billed in another country than the parcel goes to are checked too. */
  compareCountries: boolean
  /** From this total on 3-D Secure is asked of every card; 0: always. */
  threeDSecure: Cents
}

type Sale = {
  total: Cents
  /** ISO 3166, in either case; null or empty where the provider named none. */
  shipsTo: string | null
  billedIn: string | null
}

/** Why a person checks an order before it is sent, in words; null where nobody needs to [HOLD-04]. */
export function highValueReason(sale: Sale, settings: RiskSettings): string | null {
  const { highValue, compareCountries } = settings
  const [shipsTo, billedIn] = [country(sale.shipsTo), country(sale.billedIn)]
  const reasons = [
    highValue > 0 && sale.total >= highValue
      ? `This order is ${formatCents(sale.total)}. Orders of ${formatCents(highValue)} or more must be reviewed before they ship.`
      : null,
    compareCountries && shipsTo !== '' && billedIn !== '' && shipsTo !== billedIn
      ? `The card is billed in ${billedIn}, but the order ships to ${shipsTo}.`
      : null,
  ].filter((reason) => reason !== null)
  return reasons.length > 0 ? reasons.join(' ') : null
}

const country = (code: string | null) => code?.trim().toUpperCase() ?? ''

/** Stored with the order: the same order always asks for the same payment page [HOLD-05]. */
export function threeDSecureOf(
  total: Cents,
  { threeDSecure }: Pick<RiskSettings, 'threeDSecure'>,
): 'any' | 'automatic' {
  return total >= threeDSecure ? 'any' : 'automatic'
}
