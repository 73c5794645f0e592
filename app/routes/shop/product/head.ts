import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { cutDescription } from '#app/ui/seo.ts'

type Described = {
  name: string
  summary: string
  sizes: readonly GoldSize[]
  searchDescription?: string
}

/** The product in search results: as staff wrote it [SEO-10], else what it is, then what it weighs [SEO-01]. */
export function productDescription({ name, summary, sizes, searchDescription }: Described): string {
  if (searchDescription) return searchDescription
  const weights = sizes.map(({ weight }) => formatGrams(weight)).join(' or ')
  const ofWeight = weights ? ` of ${weights}` : ''
  return cutDescription(
    `${summary || `${name}.`} A piece${ofWeight} of pure 24k (.9999) gold, priced by weight from the live gold price.`,
  )
}
