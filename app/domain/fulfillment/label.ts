import { type Cents, cents } from '../money/cents.ts'
import { formatScaled, parseExact, parseScaled, toSafeInteger } from '../money/decimal.ts'
import { listParts } from '../orders/buyer.ts'
import { type Carrier, carriers, checkTracking } from './carrier.ts'
import type { CarrierLines } from './carrier-text.ts'
import type { Pieces, Tracked } from './parcel.ts'

export type LabelState =
  /** Rates were shown. */
  | 'offered'
  /** Asked for; not known to be bought. */
  | 'buying'
  | 'bought'
  /** Nothing was bought. */
  | 'refused'
  /** Staff wait for it no longer. */
  | 'given up'
  /** Bought after it was given up. */
  | 'late'
  /** Its cost was asked back, and the carrier has not decided. */
  | 'voiding'
  | 'voided'
  /** Its cost was not refunded. */
  | 'kept'

/** Beyond it a label is bought with a fresh second factor alone; most cost less [FRESH-06]. */
export const reauthAboveLabel = cents(100_00)

/** Length, width and height in tenths of an inch, weight in tenths of an ounce. */
export type Box = { length: number; width: number; height: number; weight: number }

/** What is sent against which signature; nothing of it says what is inside. */
export type LabelRequest = {
  pieces: readonly Pieces[]
  box: Box
  declared: Cents
  signature: boolean
  /** Whether the gateway insures it for the declared value. */
  insured: boolean
  /** What is printed on it; absent once the buyer is erased, and of labels from before. */
  to?: CarrierLines & { state: string; postalCode: string; country?: string }
  /** Where the owner of a piece that is traded in sends it from; absent once the owner is erased. */
  from?: CarrierLines & { state: string; postalCode: string }
  /** The lines of it that staff changed from the address of the order [LABEL-12]. */
  changed?: readonly string[]
  /** Staff asked for no signature for a value that has one. */
  unsigned?: boolean
}

/** What is unusual about a label, for its history; empty where nothing is. */
export const labelNote = ({ changed = [], unsigned }: LabelRequest): string =>
  [
    changed.length > 0 &&
      `Its ${listParts(changed)} ${changed.length === 1 ? 'differs' : 'differ'} from the order’s address.`,
    unsigned && 'It doesn’t require a signature.',
  ]
    .filter(Boolean)
    .join(' ')

export type LabelRate = {
  id: string
  /** As the gateway names it: `USPS`, `UPSDAP`. */
  carrier: string
  service: string
  /** Null where the carrier does not say. */
  days: number | null
  cost: Cents
}

/** Rates are requested again after a day. */
export const ratesLastMs = 24 * 3_600_000
/** As long the gateway's own programs wait for an answer. */
export const responseTimeoutMs = 60_000
/** From then on staff may stop waiting for a label. */
export const mayGiveUpAfterMs = 10 * 60_000

/** `12.5` → 125. Null unless it is a plain decimal above 0 with one place at most, up to 1,000. */
export function parseTenths(text: string): number | null {
  const exact = parseExact(text, 1)
  const value = exact === null ? null : toSafeInteger(exact)
  return value === null || value <= 0 || value > 10_000 ? null : value
}

export const formatTenths = (value: number) => formatScaled(value, 1, 0)

/** Money as a gateway writes it (`5.93`, `0.50000`), a part of a cent counted as a whole one; null: no sum. */
export function costInCents(text: string): Cents | null {
  const fine = parseScaled(text, 5)
  if (fine === null || fine < 0n) return null
  const value = toSafeInteger((fine + 999n) / 1000n)
  return value === null ? null : cents(value)
}

/**
 * What EasyPost charges to insure a parcel: 1% of the declared value, at least $1.00, a part of a cent counted
 * as a whole one. It tells the fee only once a label is bought, so what is shown before is this.
 * Source: docs.easypost.com, Shipping Insurance.
 */
export const easyPostInsurance = (declared: Cents): Cents =>
  cents(Math.max(1_00, Math.ceil(declared / 100)))

/** Cheapest first; of the same cost the faster one. */
export function sortedRates(rates: readonly LabelRate[]): LabelRate[] {
  const days = (rate: LabelRate) => rate.days ?? Number.POSITIVE_INFINITY
  return rates.toSorted((a, b) => a.cost - b.cost || days(a) - days(b) || (a.id < b.id ? -1 : 1))
}

/**
 * The carrier and number of a label as a parcel keeps them. Numbers of test labels need not fit their
 * carrier; then they are given in words.
 */
export function trackedBy(gatewayCarrier: string, number: string): Tracked {
  const of: Carrier | undefined = carriers.find((each) =>
    gatewayCarrier.toLowerCase().startsWith(each),
  )
  const found = checkTracking(of && of !== 'other' ? of : 'by number', number)
  if ('problem' in found) return { carrier: 'other', tracking: `${gatewayCarrier} ${number}` }
  return found
}

/** `GroundAdvantage` → `Ground Advantage`, `FEDEX_2_DAY` → `FEDEX 2 DAY`. */
export const serviceName = ({ carrier, service }: Pick<LabelRate, 'carrier' | 'service'>) =>
  `${carrier} ${service.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2')}`

/** `8 × 6 × 4 in, 12.5 oz` */
export const formatBox = ({ length, width, height, weight }: Box) =>
  `${[length, width, height].map(formatTenths).join(' × ')} in, ${formatTenths(weight)} oz`
