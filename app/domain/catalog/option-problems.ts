import { type Cents, formatCents } from '../money/cents.ts'
import { formatGrams, type Milligrams } from '../money/grams.ts'
import { foldText } from '../text/fold.ts'
import {
  choicesByOption,
  isIncluded,
  maxChoices,
  maxOptionLength,
  maxOptions,
  type OptionChoice,
} from './options.ts'
import { maxFee } from './price-change.ts'

/** What is wrong with the options of a product: the sentence, and which of the choices it is about. */
export type OptionProblem = {
  message: string
  at: number
  of: 'option' | 'choice' | 'price' | 'grams'
}

type Size = { size: string; weight: Milligrams; fee: Cents }

/**
 * Everything that keeps options from being saved [OPTION-01], by the rules of the form and of a file. A sum
 * below 0 is looked for in every size with the choices that take away the most.
 */
export function optionProblems(
  options: readonly OptionChoice[],
  sizes: readonly Size[],
): OptionProblem[] {
  const problems: OptionProblem[] = []
  const names = new Map<string, string>()
  const choices = new Set<string>()
  for (const [at, { name, choice, price, mg }] of options.entries()) {
    const wrong = (of: OptionProblem['of'], message: string) => problems.push({ message, at, of })
    const key = foldText(name)
    const same = names.get(key) ?? name
    names.set(key, same)
    if (name === '') wrong('option', 'Please name the option, like “Chain length.”')
    else if (isSizeName(name))
      wrong('option', `“${name}” isn’t an option: enter sizes under Sizes.`)
    else if (/[:|]/.test(name)) wrong('option', 'The name of an option can’t have a colon or a |.')
    else if (same !== name) wrong('option', `“${same}” and “${name}” are the same option name.`)
    if (choice === '') wrong('choice', 'Please name the choice, like “18 in.”')
    else if (choice.includes('|')) wrong('choice', 'The name of a choice can’t have a |.')
    for (const [of, text] of [
      ['option', name],
      ['choice', choice],
    ] as const) {
      if (text.length > maxOptionLength) {
        wrong(of, `Please use no more than ${maxOptionLength} characters.`)
      }
    }
    const both = `${key}\n${foldText(choice)}`
    if (choice !== '' && choices.has(both)) wrong('choice', `“${name}” has “${choice}” twice.`)
    choices.add(both)
    if (Math.abs(price) > maxFee) wrong('price', 'That’s too high for a price difference.')
    if (mg % 10 !== 0)
      wrong('grams', 'Enter the weight difference to the nearest 0.01 g, like 0.4.')
  }
  return problems.length > 0 ? problems : problemsOfAll(options, sizes)
}

function problemsOfAll(options: readonly OptionChoice[], sizes: readonly Size[]): OptionProblem[] {
  const all = choicesByOption(options)
  const last = options.length - 1
  if (options.length > maxChoices) {
    const message = `Add no more than ${maxChoices} choices in all. This has ${options.length}.`
    return [{ message, at: last, of: 'choice' }]
  }
  if (all.length > maxOptions) {
    return [{ message: `Add no more than ${maxOptions} options.`, at: last, of: 'option' }]
  }
  const problems = all.flatMap(([name, choices]): OptionProblem[] => {
    const at = options.findIndex((each) => each.name === name)
    const message = `“${name}” needs a choice that the price includes: leave both differences blank.`
    return choices.some(isIncluded) ? [] : [{ message, at, of: 'price' }]
  })
  return problems.length > 0 ? problems : belowZero(options, sizes)
}

function belowZero(options: readonly OptionChoice[], sizes: readonly Size[]): OptionProblem[] {
  const least = (part: 'price' | 'mg') =>
    choicesByOption(options).map(([, choices]) =>
      choices.reduce((lowest, each) => (each[part] < lowest[part] ? each : lowest)),
    )
  const [cheapest, lightest] = [least('price'), least('mg')]
  const off = cheapest.reduce((sum, { price }) => sum + price, 0)
  const lighter = lightest.reduce((sum, { mg }) => sum + mg, 0)
  const most = (chosen: OptionChoice[], part: 'price' | 'mg') =>
    options.indexOf(chosen.reduce((one, other) => (other[part] < one[part] ? other : one)))
  if (options.length === 0) return []
  const noFee = sizes.find(({ fee }) => fee + off < 0)
  const noGold = sizes.find(({ weight }) => weight + lighter <= 0)
  return [
    noFee && {
      message: `With these options, the fee of ${noFee.size} (${formatCents(noFee.fee)}) would be below $0.`,
      ...{ at: most(cheapest, 'price'), of: 'price' as const },
    },
    noGold && {
      message: `With these options, ${noGold.size} (${formatGrams(noGold.weight)}) would have no gold left.`,
      ...{ at: most(lightest, 'mg'), of: 'grams' as const },
    },
  ].filter((problem) => problem !== undefined)
}

/** Sizes of gold have their own section: an option is never a second way to say one. */
const isSizeName = (name: string) => /^(gold ?)?sizes?$|^gold ?sizes?\b/.test(foldText(name))
