import { type Cents, cents, parseDollarInput } from '../money/cents.ts'
import { parseGramInput } from '../money/grams.ts'
import { pricedOptionText } from './option-words.ts'
import { isIncluded, type OptionChoice } from './options.ts'

/** Options as one text, of a file or a field: `Finish: Polished | Finish: Matte (+$25.00, +0.4 g)` [OPTION-07]. */
export const optionsText = (options: readonly OptionChoice[]): string =>
  options.map(partText).join(' | ')

/** A choice that is named like a difference has one, so that it is read as it was. */
const partText = (option: OptionChoice) => {
  const text = pricedOptionText(option)
  return isIncluded(option) && differenceAtEnd(text) ? `${text} (+$0.00)` : text
}

/** Null where a part is no `Option: choice`. */
export function readOptionsText(text: string): OptionChoice[] | null {
  const options: OptionChoice[] = []
  for (const part of text.split('|')) {
    const end = differenceAtEnd(part)
    const [, name, choice] = /^([^:]+):(.+)$/s.exec(end ? end.before : part.trim()) ?? []
    if (name === undefined || choice === undefined) return null
    const { price = cents(0), mg = 0 } = end ?? {}
    options.push({ name: name.trim(), choice: choice.trim(), price, mg })
  }
  return options
}

/** `(+$25.00, +0.4 g)`, `(+25)` or `(-0.4 g)` behind a choice, and what is before it. */
function differenceAtEnd(text: string): { before: string; price: Cents; mg: number } | null {
  const [, before, inside] = /^(.*)\(([+-][^()]*)\)$/s.exec(text.trim()) ?? []
  if (before === undefined || inside === undefined) return null
  const parts = inside.split(', ')
  const [first = '', second = first] = parts
  const grams = /g$/.test(second) ? readGramsDifference(second) : 0
  const price = parts.length === 1 && /g$/.test(first) ? cents(0) : readPriceDifference(first)
  if (parts.length > 2 || grams === null || price === null) return null
  if (parts.length === 2 && !/g$/.test(second)) return null
  return { before: before.trim(), price, mg: grams }
}

/** `25`, `+$25.00`, `-10.50`; blank: none. Null: no amount. */
export function readPriceDifference(input: string): Cents | null {
  return input.trim() === '' ? cents(0) : parseDollarInput(input.trim().replace(/^\+/, ''))
}

/** `0.4`, `-0.25 g`, in milligrams; blank: none. Null: no weight. */
export function readGramsDifference(input: string): number | null {
  const text = input.trim().replace(/ ?g$/, '')
  if (/^([+-]?0+(\.0*)?)?$/.test(text)) return 0
  const weight = parseGramInput(text.replace(/^[+-]/, ''))
  return weight === null ? null : text.startsWith('-') ? -weight : weight
}
