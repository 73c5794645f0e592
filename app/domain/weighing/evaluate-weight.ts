import type { PricePerGram } from '../gold-price/rates.ts'
import { type Cents, cents } from '../money/cents.ts'
import { formatScale, type Milligrams, parseGrams } from '../money/grams.ts'
import { missingGold } from '../pricing/price.ts'

/**
 * What the scale says of one item beside what was sold. `light`: by more than the tolerance, so that the
 * difference is refunded. `heavy`: by any weight; it is a gift. `outside`: too far off to ship.
 */
export type Verdict = 'as sold' | 'light' | 'heavy' | 'outside'

export type WeighingRules = {
  /** What an item may be lighter without anything going back. */
  toleranceMg: number
  /** How far off it may be to be sent: thousandths of what was sold. */
  limitPermille: number
  /** A refund of more gold waits for a second reading that agrees. */
  secondReading: Cents
  /** What the workshop may refund by a weight; beyond it an owner or a manager approves. */
  workshopLimit: Cents
}

/** Until an owner saves others: 0.05 g, 5%, $10 and $100. */
export const weighingDefaults: WeighingRules = {
  toleranceMg: 50,
  limitPermille: 50,
  secondReading: cents(10_00),
  workshopLimit: cents(100_00),
}

/** Weights in mg. On the tolerance, and on the limit, it still fits. */
export function evaluateWeight(
  sold: number,
  actual: number,
  { toleranceMg, limitPermille }: Pick<WeighingRules, 'toleranceMg' | 'limitPermille'>,
): Verdict {
  if (Math.abs(sold - actual) * 1000 > sold * limitPermille) return 'outside'
  if (sold - actual > toleranceMg) return 'light'
  return actual > sold ? 'heavy' : 'as sold'
}

/** What an item may weigh more or less than sold, on the scale's hundredths of a gram [WEIGH-04]. */
export const maxDifference = (sold: Milligrams, limitPermille: number) =>
  (Math.floor((sold * limitPermille) / 10_000) * 10) as Milligrams

export type EvaluatedItem = {
  verdict: Verdict
  /** The missing gold at the price it was sold at; nothing within the tolerance. */
  missing: Cents
  /** What of it is still to go back. */
  open: Cents
}

/**
 * An item on the scale, of which `settled` was refunded before [WEIGH-03, WEIGH-05]. A heavier correction
 * takes nothing back, and a lighter one gives only the further difference.
 */
export function evaluateItem(
  { sold, actual, perGram }: { sold: Milligrams; actual: Milligrams; perGram: PricePerGram },
  rules: WeighingRules,
  settled: Cents,
): EvaluatedItem {
  const verdict = evaluateWeight(sold, actual, rules)
  const missing = verdict === 'light' ? missingGold(sold, actual, perGram) : cents(0)
  return { verdict, missing, open: cents(Math.max(0, missing - settled)) }
}

/**
 * What a scale shows or types: `28.30`, `28.3 g`, `+ 28.30 g`. Above zero, at most two places, in grams;
 * null for anything else, other units and a comma among it.
 */
export function parseScale(text: string): Milligrams | null {
  const input = /^\+?\s*(\d{1,5}(?:\.\d{1,2})?)\s*g?$/i.exec(text.trim())?.[1]
  return input === undefined ? null : parseGrams(input)
}

/**
 * `0.60 g below the listed weight`; `the listed weight`. While a sale is being made, what a piece is priced at
 * may differ from what the catalog lists: the `priced` weight.
 */
export function formatOff(
  sold: number,
  actual: number,
  named: 'listed' | 'priced' = 'listed',
): string {
  if (sold === actual) return `the ${named} weight`
  return `${formatScale(Math.abs(sold - actual))} ${actual < sold ? 'below' : 'above'} the ${named} weight`
}

/** `5%`, `2.5%`. */
export const formatLimit = (permille: number) => `${permille / 10}%`

/**
 * What the laser writes: the weight as it was weighed and as the certificate has it, the purity, and the
 * maker. It is no less exact than the 0.1 g of the Laser Inscribed guarantee.
 */
export const laserMark = (actual: Milligrams, maker: string): string =>
  `${formatScale(actual)} .9999 ${maker}`
