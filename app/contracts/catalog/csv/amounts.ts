import { maxFee } from '#app/domain/catalog/price-change.ts'
import { type Cents, parseDollars } from '#app/domain/money/cents.ts'
import { isSoldWeight, type Milligrams, parseGrams } from '#app/domain/money/grams.ts'
import { decimalPointMessage, twoReadings } from '#app/domain/money/typed-number.ts'
import { foldText } from '#app/domain/text/fold.ts'
import { looksLikeDate, looksShortened } from '#app/domain/text/spreadsheet-value.ts'

/** Why a cell is not taken, in a sentence. */
export class Wrong {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** `14,7` is 14.7 in files of spreadsheets that write a comma there. */
export type NumberFormat = { decimalComma: boolean }

export const weightMessage = 'Please enter grams to the nearest 0.01 g, like 14.73.'
export const feeMessage = 'Please enter dollars, like 750 or 750.50.'

const unitNames: Record<string, string> = {
  ...{ oz: 'ounces', ounce: 'ounces', ounces: 'ounces', ozt: 'troy ounces', toz: 'troy ounces' },
  ...{ kg: 'kilograms', kilograms: 'kilograms', mg: 'milligrams', milligrams: 'milligrams' },
  ...{ lb: 'pounds', lbs: 'pounds', dwt: 'pennyweights', pennyweight: 'pennyweights' },
  ...{
    pennyweights: 'pennyweights',
    gn: 'grains',
    grains: 'grains',
    ct: 'carats',
    carat: 'carats',
  },
  ...{ carats: 'carats', tola: 'tolas' },
}
const grams: ReadonlySet<string> = new Set(['g', 'gr', 'gm', 'gms', 'gram', 'grams', 'gramm'])

/** Of a word behind a weight: grams, the name of another unit, or null for no unit. */
export function weightUnit(word: string): 'grams' | { other: string } | null {
  const unit = word.toLowerCase().replace(/\.$/, '')
  if (grams.has(unit)) return 'grams'
  const other = unitNames[unit]
  return other === undefined ? null : { other }
}

/** A currency that is not the dollar of the United States. */
export const otherCurrency =
  /[€£¥₹₽]|\b(?:eur|gbp|chf|jpy|cad|aud|nzd|sek|nok|dkk|cny|inr|sfr)\b|\b(?:ca|c|au|a|nz|hk)\$/
const dollarSign = /^(?:us ?\$|usd|\$)|(?:us ?\$|usd|dollars?|\$)$/

/** Null: no number; the caller says what is wanted. */
export function readWeight(cell: string, format: NumberFormat): Milligrams | Wrong | null {
  const folded = foldText(cell)
  const spoiled = spoiledNumber(folded)
  if (spoiled) return spoiled
  const [, amount = folded, word] = /^(.*?\d[.,]?) ?([a-z]+\.?)$/.exec(folded) ?? []
  const unit = word === undefined ? 'grams' : weightUnit(word)
  if (unit === null) return null
  if (unit !== 'grams') return new Wrong(`It’s in ${unit.other}. Weights are in grams.`)
  // With two decimals a weight is never meant by three digits after a comma, in any file.
  const twice = amount.includes(',') ? twoReadings(amount) : null
  const text = twice === null ? plainNumber(amount, format) : new Wrong(twice)
  if (text === null || text instanceof Wrong) return text
  const weight = parseGrams(text)
  if (Number(text) <= 0) return new Wrong('The weight must be above 0 g.')
  if (Number(text) > 100_000) return new Wrong('The weight can be no more than 100,000 g.')
  if (weight === null || !isSoldWeight(weight)) {
    return new Wrong('Enter the weight to the nearest 0.01 g, like 14.73.')
  }
  return weight
}

/** Null: no number; the caller says what is wanted. */
export function readFee(cell: string, format: NumberFormat): Cents | Wrong | null {
  const folded = foldText(cell)
  const spoiled = spoiledNumber(folded)
  if (spoiled) return spoiled
  if (folded.includes('%')) return new Wrong('It’s a percentage. Fees are in dollars.')
  if (otherCurrency.test(folded)) {
    return new Wrong('It’s in another currency. Fees are in U.S. dollars.')
  }
  const [, dollars, mark] = /^([^-]*\d)([.,]) ?-+$/.exec(folded) ?? []
  if (dollars !== undefined) {
    const name = mark === ',' ? 'comma' : 'point'
    return new Wrong(
      `It ends in a ${name} and a dash. Please enter ${dollars.replace(dollarSign, '').trim()}.00.`,
    )
  }
  const [, inside] = /^\((.*)\)$/.exec(folded) ?? []
  const isBelow = inside !== undefined || folded.includes('-')
  const unsigned = (inside ?? folded).replace(/^-|-$/g, '').trim()
  const text = plainNumber(unsigned.replace(dollarSign, '').replace(/^ ?-/, '').trim(), format)
  if (text === null || text instanceof Wrong) return text
  if (isBelow && Number(text) !== 0) return new Wrong('It’s below 0. The fee must be 0 or more.')
  const fee = parseDollars(text)
  if (fee === null) return new Wrong('The fee must be in whole cents, like 750.50.')
  return fee > maxFee ? new Wrong('That’s too high for a fee.') : fee
}

function spoiledNumber(folded: string): Wrong | null {
  if (looksShortened(folded)) {
    return new Wrong('The spreadsheet shortened this number. Please enter all its digits.')
  }
  return looksLikeDate(folded)
    ? new Wrong('The spreadsheet turned this into a date. Please enter the number again.')
    : null
}

/** A number as spreadsheets of any country write it, with a decimal point and nothing else. */
function plainNumber(folded: string, { decimalComma }: NumberFormat): string | Wrong | null {
  // 1 234,50 and 1'234.50: blanks and apostrophes only ever separate thousands.
  const text = /^\d{1,3}(?:[ ']\d{3})+(?:[.,]\d*)?$/.test(folded)
    ? folded.replace(/[ ']/g, '')
    : folded
  const twice = decimalComma ? twoReadings(text) : null
  if (twice !== null) return new Wrong(twice)
  if (/^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return text
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text)) {
    return text.replaceAll('.', '').replace(',', '.')
  }
  const why = decimalPointMessage(text)
  if (why === null) return null
  return decimalComma ? text.replace(',', '.') : new Wrong(why)
}
