import { type GoldSize, httpsLink } from '#app/domain/catalog/gold-size.ts'
import { isAllowedPaymentLink } from '#app/domain/catalog/payment-link.ts'
import { maxFee } from '#app/domain/catalog/price-change.ts'
import { maxPieces, readPieces } from '#app/domain/inventory/stock.ts'
import { parseDollarInput } from '#app/domain/money/cents.ts'
import { isSoldWeight, isTooFine, parseGrams } from '#app/domain/money/grams.ts'
import { commaProblem, withoutThousands } from '#app/domain/money/typed-number.ts'
import { productLimits, type SizeRow } from './product.ts'
import { hasText, type Refusal, tooLong } from './product-refusal.ts'

const sizesMessage = 'Please provide at least one gold size with valid weight and fee'

export const itemsMessage = `In stock: please enter a whole number up to ${maxPieces}, or leave it blank.`

/**
 * `key`: of the stored size that the row was opened with; empty: none. See size-key.ts. `pieces`: how many
 * there are, how many the row was opened with, and the field; left out: as they are stored.
 */
export type SizeToSave = GoldSize & {
  key?: string
  pieces?: { seen: number | null; typed: number | null; at: string }
}

/** The gold sizes that may be stored, and all that is wrong with the rows. */
export function readSizes(
  rows: readonly SizeRow[],
  hosts: readonly string[] | null,
): { sizes: SizeToSave[]; refusals: Refusal[] } {
  const refusals: Refusal[] = []
  const sizes: SizeToSave[] = []
  const labels = new Map<string, string>()
  if (!rows.some((row) => hasText(row.size) && hasWeight(row.weight))) {
    refusals.push(noSize(rows))
  }
  for (const [index, typed] of rows.entries()) {
    const row = { ...typed, weight: withoutThousands(typed.weight) }
    const at = `sizes.${index}`
    const size = row.size.normalize('NFC')
    const label = size === '' ? 'A size' : `Size ${size}`
    const link = refusalOfLink(row.stripeLink, { at, label, hosts })
    if (link) refusals.push(link)
    // Without a size, or with a weight not above 0, it is not saved [SIZE-07].
    if (!hasText(size) || row.weight === '' || Number(row.weight) <= 0) continue
    const weight = parseGrams(row.weight)
    const fee = feeOf(row.fee)
    const wrong = [
      refusalOfLabel(size, { at, same: labels.get(sizeKey(size)) }),
      refusalOfWeight(row.weight, { at, label }),
      row.pieces !== '' &&
        readPieces(row.pieces) === null && {
          message: `${label}, ${itemsMessage}`,
          at: `${at}.pieces`,
        },
      fee === null && wrongSizes(`${at}.fee`, `${label}: ${whyNoFee(row.fee)}`),
    ].filter((refusal) => refusal !== null && refusal !== false)
    refusals.push(...wrong)
    if (!labels.has(sizeKey(size))) labels.set(sizeKey(size), size)
    if (weight === null || fee === null) continue
    const { sizeKey: key } = row
    const pieces = {
      ...{ seen: readPieces(row.piecesSeen), typed: readPieces(row.pieces) },
      at: `${at}.pieces`,
    }
    sizes.push({ size, weight, fee, checkoutLink: httpsLink(row.stripeLink), key, pieces })
  }
  if (labels.size > productLimits.sizes) {
    refusals.push({ message: `Add no more than ${productLimits.sizes} gold sizes.`, at: 'sizes' })
  }
  return { sizes, refusals }
}

/** Where no row has both: the field that is missing, by name, of the first row with anything in it [SIZE-07]. */
function noSize(rows: readonly SizeRow[]): Refusal {
  const index = Math.max(
    0,
    rows.findIndex(({ size, weight }) => hasText(size) || weight !== ''),
  )
  const { size = '', weight = '' } = rows[index] ?? {}
  if (hasText(size)) {
    const why = weight === '' ? 'the weight is missing.' : 'the weight must be above 0.'
    return wrongSizes(
      `sizes.${index}.weight`,
      `Size ${size.normalize('NFC')}: ${whyNoWeight(weight) ?? why}`,
    )
  }
  const why = weight === '' ? 'A size needs a label, a weight above 0, and a fee.' : missingLabel
  return wrongSizes(`sizes.${index}.size`, why)
}

const missingLabel = 'The size is missing: a label like “Small” or “6½.”'

const wrongSizes = (at: string, why: string): Refusal => ({
  message: sizesMessage,
  at,
  advice: why,
  errors: { [at]: why },
})

const whyNoWeight = (input: string) => {
  const comma = commaProblem(input)
  return comma && `we can’t read the weight, ${input}. ${comma}`
}

function whyNoFee(input: string): string {
  if (input === '') return 'the fee is missing. Enter 0 for no fee.'
  const comma = commaProblem(input, 'dollars')
  return comma ? `we can’t read the fee, ${input}. ${comma}` : 'the fee isn’t a valid amount.'
}

function hasWeight(input: string): boolean {
  const text = withoutThousands(input)
  return Number(text) > 0 && (parseGrams(text) !== null || isTooFine(text))
}

type Row = { at: string; label: string }

/** `same`: an earlier row's label that is the same to a reader. */
function refusalOfLabel(
  size: string,
  { at, same }: { at: string; same: string | undefined },
): Refusal | null {
  const long = tooLong(`${at}.size`, 'Size', size, productLimits.size)
  if (long || same === undefined) return long
  const why =
    same === size
      ? `Two sizes are named “${size}.”`
      : `“${same}” and “${size}” are the same size label.`
  return wrongSizes(`${at}.size`, `${why} Each size needs its own label.`)
}

function refusalOfWeight(input: string, { at, label }: Row): Refusal | null {
  const weight = parseGrams(input)
  if (isTooFine(input) || (weight !== null && !isSoldWeight(weight))) {
    return {
      message: `${label}: enter the weight to the nearest 0.01 g, like 14.73.`,
      at: `${at}.weight`,
    }
  }
  if (weight !== null) return null
  const comma = whyNoWeight(input)
  if (comma) return { message: `${label}: ${comma}`, at: `${at}.weight` }
  return {
    message: `${label}: the weight must be a number of grams, like 14.7, and no more than 100,000.`,
    at: `${at}.weight`,
  }
}

/** Anyone who may name a payment page takes the money: only pages of known hosts [LINK-01]. */
function refusalOfLink(
  link: string,
  { at, label, hosts }: Row & { hosts: readonly string[] | null },
): Refusal | null {
  if (link === '') return null
  const place = `${at}.stripeLink`
  const long = tooLong(place, `${label}, payment link`, link, productLimits.address)
  if (long) return long
  if (httpsLink(link) === null) {
    const message = `${label}: the payment link must be an address that begins with https://.`
    return { message, at: place }
  }
  if (hosts === null || isAllowedPaymentLink(link, hosts)) return null
  return {
    message: `${label}: the payment link must lead to ${hosts.join(' or ')}. Other payment pages have to be allowed on the server first.`,
    at: place,
  }
}

/** `Größe`, `größe` and `GRÖSSE` are one label to a reader, however their letters are composed. */
function sizeKey(label: string): string {
  return label.normalize('NFC').toLocaleUpperCase('en-US').toLocaleLowerCase('en-US')
}

/** Null for a blank, for what is no amount of dollars and whole cents, below 0 or beyond belief. */
export function feeOf(text: string) {
  const fee = parseDollarInput(text)
  return fee === null || fee < 0 || fee > maxFee ? null : fee
}
