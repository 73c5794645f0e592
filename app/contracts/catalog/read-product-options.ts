import { optionProblems } from '#app/domain/catalog/option-problems.ts'
import type { OptionChoice } from '#app/domain/catalog/options.ts'
import { readGramsDifference, readPriceDifference } from '#app/domain/catalog/options-text.ts'
import { cents } from '#app/domain/money/cents.ts'
import { commaProblem } from '#app/domain/money/typed-number.ts'
import type { OptionRow } from './product.ts'
import type { Refusal } from './product-refusal.ts'
import type { SizeToSave } from './read-product-sizes.ts'

const priceMessage = 'Price difference: please enter dollars and cents, like 25 or -10.50.'
const gramsMessage = 'Weight difference: please enter grams, like 0.4 or -0.25.'

/** The options that may be stored, and all that is wrong with the rows [OPTION-01]. Empty rows are not saved. */
export function readOptions(
  rows: readonly OptionRow[],
  sizes: readonly SizeToSave[],
): { options: OptionChoice[]; refusals: Refusal[] } {
  const refusals: Refusal[] = []
  const options: OptionChoice[] = []
  const places: number[] = []
  for (const [at, row] of rows.entries()) {
    const [price, mg] = [readPriceDifference(row.price), readGramsDifference(row.grams)]
    if (Object.values(row).every((text) => text === '')) continue
    if (price === null) {
      const message = commaProblem(row.price, 'dollars') ?? priceMessage
      refusals.push({ message, at: `options.${at}.price` })
    }
    if (mg === null) {
      refusals.push({ message: commaProblem(row.grams) ?? gramsMessage, at: `options.${at}.grams` })
    }
    const [name, choice] = [row.option.normalize('NFC'), row.choice.normalize('NFC')]
    options.push({ name, choice, price: price ?? cents(0), mg: mg ?? 0 })
    places.push(at)
  }
  // What cannot be read is told first: it may be what is missing.
  const problems = refusals.length > 0 ? [] : optionProblems(options, sizes)
  const found = problems.map(({ message, at, of }) => ({
    ...{ message: named(options[at], message), at: `options.${places[at]}.${of}` },
  }))
  return { options, refusals: [...refusals, ...found] }
}

/** In the banner a sentence says what it is about. */
const named = (option: OptionChoice | undefined, message: string) =>
  option?.name && !message.includes('“') ? `${option.name}: ${message}` : message
