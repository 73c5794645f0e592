import { formatScale } from '../money/grams.ts'
import type { Verdict } from './evaluate-weight.ts'
import { isWeighed, type Waiting } from './second-reading.ts'

type Item = {
  line: number
  serial: string
  sold: number
  actual: number
  verdict: Verdict
  waits: Waiting | null
}

/**
 * What each piece weighs, for the buyer: `Raven, Small, FN-000123: 28.30 g, 0.60 g below the listed weight`. The
 * same words in the email and on the order's page [WEIGH-08].
 */
export function weighedLabels(
  items: readonly Item[],
  lines: readonly { name: string; size: string }[],
): string[] {
  // The others are weighed again before they are sent.
  return items.filter(isWeighed).map(({ line, serial, sold, actual, verdict }) => {
    const { name = '', size = '' } = lines[line] ?? {}
    const gift = verdict === 'heavy' ? ', at no extra charge' : ''
    return `${name}, ${size}, ${serial}: ${formatScale(actual)}, ${besideListed(sold, actual)}${gift}`
  })
}

/** `0.60 g below the listed weight`. Staff compare with what was sold: `formatOff`. */
function besideListed(sold: number, actual: number): string {
  if (sold === actual) return 'same as listed'
  return `${formatScale(Math.abs(sold - actual))} ${actual < sold ? 'below' : 'above'} the listed weight`
}
