import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { formatGrams } from '#app/domain/money/grams.ts'

/** Search engines show about this much. */
const longest = 155

/** The piece in the words of search results: what it is, then what it weighs [SEO-01]. */
export function describedInHead({
  name,
  summary,
  sizes,
}: {
  name: string
  summary: string
  sizes: readonly GoldSize[]
}): string {
  const weights = sizes.map(({ weight }) => formatGrams(weight)).join(' or ')
  const weighed = weights ? ` of ${weights}` : ''
  const text = `${summary || `${name}.`} A piece${weighed} of pure 24k (.9999) gold, priced by weight from the live gold price.`
  if (text.length <= longest) return text
  const cut = text.slice(0, longest - 1)
  // One endless word has no place to cut, and is cut anywhere.
  return `${cut.replace(/\s\S*$/, '').replace(/[\s,.;:]+$/, '')}…`
}
