import { type PricePerGram, type PricePerOunce, rateToDecimal } from '../gold-price/rates.ts'
import { type Cents, centsToDecimal } from '../money/cents.ts'
import { formatScaled } from '../money/decimal.ts'
import { type Milligrams, scaleToDecimal } from '../money/grams.ts'
import { priceItem } from '../pricing/price.ts'
import { dayAt, formatLongDay } from '../time/day.ts'

/**
 * What a certificate says of one piece [CERT-01]. Nothing of its buyer: no name, address or order. Sums and
 * rates are decimals as text, times ISO 8601 in UTC, so that every language reads and writes them alike.
 */
export type Certificate = {
  format: 'certificate/1'
  /** The last part of its address. */
  id: string
  /** Its public page. */
  page: string
  issuedAt: string
  /** The certificate it was issued in place of. */
  replaces: string | null
  /** No card was charged for it. */
  test: boolean
  maker: { name: string; place: string }
  serial: string
  /** `picture`: SHA-256 of the JPEG that its PDF shows. `options`: as they were chosen; left out: none. */
  product: { name: string; size: string; options?: string[]; picture: string | null }
  /** As it was weighed. */
  grams: string
  fineness: string
  soldAt: string
  weighedAt: string
  /** What it was sold at; `record`: its number in the published record of prices. */
  goldPrice: {
    perGram: string
    perOunce: string
    record: number | null
    source: string
    takenAt: string
  }
  /** At that price, in US dollars: grams × price per gram, and the fee. */
  value: { currency: 'USD'; metal: string; fee: string }
  /** SubjectPublicKeyInfo in base64: the half that checks the signature. */
  publicKey: string
}

/** `signature`: Ed25519 over the canonical JSON of `certificate`, in base64. */
export type CertificateFile = { certificate: Certificate; keyId: string; signature: string }

/**
 * What the value of the metal is called, and the day to be named beside it: of the price, where the piece was
 * sold on another one, as with a wire that arrived days after the order [CERT-16].
 */
export function metalValueWords(
  { soldAt, goldPrice }: Pick<Certificate, 'soldAt' | 'goldPrice'>,
  timeZone: string,
): { label: string; on: string } {
  const [sold, priced] = [soldAt, goldPrice.takenAt].map((at) => dayOf(new Date(at), timeZone))
  if (sold === priced) return { label: 'Gold value that day', on: '' }
  return { label: 'Gold value', on: `On ${priced}: ` }
}

const dayOf = (at: Date, timeZone: string): string => formatLongDay(dayAt(at, timeZone))

/** What is known of a piece when its certificate is issued. */
export type CertifiedPiece = {
  serial: string
  product: Certificate['product']
  actual: Milligrams
  fee: Cents
  soldAt: Date
  weighedAt: Date
  goldPrice: {
    perGram: PricePerGram
    perOunce: PricePerOunce
    record: number | null
    source: string
    takenAt: Date
  }
  test: boolean
}

type Issue = Pick<Certificate, 'id' | 'page' | 'replaces' | 'maker' | 'fineness' | 'publicKey'>

/**
 * The text of a certificate. Value of the metal: actual grams × the price per gram it was sold at, rounded
 * half up to a cent, once, as every price of the shop.
 */
export function certificateOf(
  { serial, product, actual, fee, soldAt, weighedAt, goldPrice, test }: CertifiedPiece,
  issue: Issue,
  issuedAt: Date,
): Certificate {
  const price = priceItem(actual, fee, goldPrice.perGram)
  return {
    format: 'certificate/1',
    ...issue,
    issuedAt: issuedAt.toISOString(),
    test,
    serial,
    product,
    // As the scale shows it.
    grams: scaleToDecimal(actual),
    soldAt: soldAt.toISOString(),
    weighedAt: weighedAt.toISOString(),
    goldPrice: {
      perGram: fourPlaces(goldPrice.perGram),
      perOunce: fourPlaces(goldPrice.perOunce),
      record: goldPrice.record,
      source: goldPrice.source,
      takenAt: goldPrice.takenAt.toISOString(),
    },
    value: {
      currency: 'USD',
      metal: centsToDecimal(price.metalValue),
      fee: centsToDecimal(price.fee),
    },
  }
}

/** As the signed days of prices write it: `92.7700`. */
const fourPlaces = (rate: number) => formatScaled(rate, 4)

/** `Small, Chain length: 20 in` */
export const sizeAndOptions = ({ size, options = [] }: Certificate['product']) =>
  [size, ...options].join(', ')

/** `92.7700` → `92.77`: every place that counts, two at least. */
export const shortRate = (decimal: string) => rateToDecimal(Math.round(Number(decimal) * 10_000))
