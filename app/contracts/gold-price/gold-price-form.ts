import {
  type PricePerGram,
  parsePerGram,
  parsePerOunce,
  perGramOf,
  perOunceOf,
  rateToDecimal,
} from '#app/domain/gold-price/rates.ts'
import { parseScaled } from '#app/domain/money/decimal.ts'
import { commaProblem, withoutThousands } from '#app/domain/money/typed-number.ts'

/** The two inputs of the Gold Price tab, as text. */
export type GoldPriceInput = { perGram: string; perOunce: string }

/** One input was typed into; the other follows, exactly: ounce = gram × 31.1035 [GADM-02]. */
export function inSync(input: keyof GoldPriceInput, text: string): GoldPriceInput {
  if (input === 'perGram') {
    const perGram = parsePerGram(withoutThousands(text))
    return { perGram: text, perOunce: perGram === null ? '' : rateToDecimal(perOunceOf(perGram)) }
  }
  const perOunce = parsePerOunce(withoutThousands(text))
  return { perOunce: text, perGram: perOunce === null ? '' : rateToDecimal(perGramOf(perOunce)) }
}

/** The price per gram that was entered a second time, by the gram or by the ounce; null where none was. */
export function confirmedInput(text: string, perGram: PricePerGram): PricePerGram | null {
  const input = withoutThousands(text)
  const perOunce = parsePerOunce(input)
  return perOunce !== null && perGramOf(perOunce) === perGram ? perGram : parsePerGram(input)
}

/** What is wrong with the comma of either input, in a sentence [FORM-31]. */
export const commaInPrice = ({ perGram, perOunce }: GoldPriceInput): string | null =>
  commaProblem(perGram) ?? commaProblem(perOunce)

/** Whether a number is in the input that counts, be it a price or not. */
export const isPrice = ({ perGram, perOunce }: GoldPriceInput): boolean =>
  parseScaled(withoutThousands(perGram.trim() === '' ? perOunce : perGram), 4) !== null

/**
 * The price per gram that saving would store; null where that is refused [GADM-04, D47]:
 *
 * 1. a number → that number; not above 0, or beyond all reason → refused
 * 2. no gram value, but an ounce price (a page without JavaScript) → the ounce price, per gram
 * 3. a comma that may be a decimal one → refused
 * 4. anything else that is no number → the current price per gram
 */
export function perGramToSave(input: GoldPriceInput, current: PricePerGram): PricePerGram | null {
  const [perGram, perOunce] = [withoutThousands(input.perGram), withoutThousands(input.perOunce)]
  if (parseScaled(perGram, 4) !== null) return parsePerGram(perGram)
  if (commaInPrice(input) !== null) return null
  const ounce = perGram === '' ? parsePerOunce(perOunce) : null
  return ounce === null ? current : perGramOf(ounce)
}
