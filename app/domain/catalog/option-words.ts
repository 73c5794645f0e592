import { cents, formatCents } from '../money/cents.ts'
import { formatGrams, gramsToDecimal, type Milligrams } from '../money/grams.ts'
import type { OptionChoice } from './options.ts'

/** `+$25.00, +0.4 g`; empty where it is included. */
export function differenceText({ price, mg }: Pick<OptionChoice, 'price' | 'mg'>): string {
  const signed = (value: number, text: string) =>
    value === 0 ? [] : `${value < 0 ? '-' : '+'}${text}`
  return [
    signed(price, formatCents(cents(Math.abs(price)))),
    signed(mg, formatGrams(Math.abs(mg) as Milligrams)),
  ]
    .flat()
    .join(', ')
}

/** `-0.4`, as it is entered. */
export const signedGrams = (mg: number) =>
  `${mg < 0 ? '-' : ''}${gramsToDecimal(Math.abs(mg) as Milligrams)}`

/** `20 in (+$25.00, +0.4 g)` */
export function choiceText(option: OptionChoice): string {
  const difference = differenceText(option)
  return difference ? `${option.choice} (${difference})` : option.choice
}

/** `Chain length: 20 in (+$25.00, +0.4 g)` */
export const pricedOptionText = (option: OptionChoice) => `${option.name}: ${choiceText(option)}`
