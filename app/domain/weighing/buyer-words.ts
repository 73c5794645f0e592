import { formatScale } from '../money/grams.ts'
import { formatOff, type Verdict } from './weight.ts'

type Item = { line: number; serial: string; sold: number; actual: number; verdict: Verdict }

/**
 * What each piece weighs, for the buyer: `Raven, Small, FN-000123: 28.30 g, 0.60 g less than sold`. The
 * same words in the mail and on the order's page [WEIGH-08].
 */
export function weighedWords(
  items: readonly Item[],
  lines: readonly { name: string; size: string }[],
): string[] {
  return items.flatMap(({ line, serial, sold, actual, verdict }) => {
    // It is weighed again before it is sent.
    if (verdict === 'outside') return []
    const { name = '', size = '' } = lines[line] ?? {}
    const gift = verdict === 'heavy' ? ', a gift' : ''
    return `${name}, ${size}, ${serial}: ${formatScale(actual)}, ${formatOff(sold, actual)}${gift}`
  })
}
