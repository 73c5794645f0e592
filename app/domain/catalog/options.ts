import { type Cents, cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { type ChosenOption, optionsKey } from './chosen-options.ts'

/**
 * A choice as a product declares it, and as an order line keeps it: what it adds to the fee, in cents, and to
 * the gold, in milligrams. Either may be below 0 [OPTION-01]. The choices of one option have the same name.
 */
export type OptionChoice = ChosenOption & { price: Cents; mg: number }

/** The same as its page shows it: `20 in (+$25.00, +0.4 g)`. */
export type ShownChoice = OptionChoice & { words: string }

/** Limits of a product: options, and choices of all options together; in characters for each text. */
export const maxOptions = 6
export const maxChoices = 60
export const maxOptionLength = 60

/** The options of a product with their choices, in the order of the product. */
export function choicesByOption<Choice extends ChosenOption>(
  offered: readonly Choice[],
): [name: string, choices: Choice[]][] {
  const byName = new Map<string, Choice[]>()
  for (const each of offered) byName.set(each.name, [...(byName.get(each.name) ?? []), each])
  return [...byName]
}

/** A choice that is included in the price of a size. */
export const isIncluded = ({ price, mg }: OptionChoice) => price === 0 && mg === 0

/** With the choices that the price includes, of each option that nobody chose. */
export function withIncluded(
  chosen: readonly ChosenOption[],
  offered: readonly OptionChoice[],
): ChosenOption[] {
  const left = choicesByOption(offered).filter(
    ([name]) => !chosen.some((each) => each.name === name),
  )
  return [...chosen, ...left.flatMap(([, choices]) => choices.find(isIncluded) ?? [])]
}

/** Weight and fee of a size with what was chosen: the parts that `priceItem` prices [OPTION-03]. */
export function withOptions<Size extends { weight: Milligrams; fee: Cents }>(
  size: Size,
  options: readonly OptionChoice[],
): Size {
  const mg = options.reduce((sum, option) => sum + option.mg, Number(size.weight))
  const fee = options.reduce((sum, option) => sum + option.price, Number(size.fee))
  return { ...size, weight: mg as Milligrams, fee: cents(fee) }
}

export const hasSameOptions = (one?: readonly ChosenOption[], other?: readonly ChosenOption[]) =>
  optionsKey(one).join() === optionsKey(other).join()

type Offering = { name: string; options?: readonly OptionChoice[] }

/**
 * What the choices of a line add, from the product itself, or the sentence that says what has to be chosen
 * again: nobody is sold the piece with another choice than theirs, or without one [OPTION-04].
 */
export function optionsFor(
  chosen: readonly ChosenOption[] | undefined,
  { name: product, options: offered = [] }: Offering,
): OptionChoice[] | { refused: string } {
  const given = new Map<string, string>()
  for (const { name, choice } of chosen ?? []) {
    if (given.has(name)) return { refused: `${product}: please choose “${name}” only once.` }
    given.set(name, choice)
  }
  const options = choicesByOption(offered)
  const gone = [...given].find(([name]) => !options.some(([each]) => each === name))
  if (gone) return { refused: `${product}: “${gone.join(': ')}” is no longer offered.` }
  const found: OptionChoice[] = []
  for (const [name, choices] of options) {
    const choice = given.get(name)
    const option = choices.find((each) => each.choice === choice)
    if (option) found.push(option)
    else if (choice === undefined) return { refused: `${product}: please choose “${name}.”` }
    else {
      const refused = `${product}: “${name}: ${choice}” is no longer offered. Please choose again.`
      return { refused }
    }
  }
  return found
}
