import type { Attribute } from './product.ts'

/** The specification that holds it, as Height, Width and Depth hold the dimensions. */
export const chainName = 'Chain'

/** What the built-in pieces hang on: the maker's to confirm; the launch check asks [FACTS-04]. */
export const builtInChain = '18-inch cable, 14k yellow gold, 1.75 mm, included'

/** What the built-in pieces said of it in shops that are older than the words in `brand.ts`. */
export const earlierChain = '18-inch, included'

export const isChain = ({ name }: Pick<Attribute, 'name'>): boolean =>
  name.trim().toLowerCase() === chainName.toLowerCase()

/** What a piece hangs on, as staff wrote it [FACTS-03]; null where nothing is said of it. */
export function chainOf(attributes: readonly Attribute[]): string | null {
  const found = attributes.find((attribute) => isChain(attribute) && attribute.option.trim() !== '')
  return found ? found.option.trim() : null
}

/**
 * Whether the words of staff say that it comes with the piece. Any “no” or “not” beside it counts against
 * it: then only their own words are shown [FACTS-33].
 */
export const comesWithPiece = (text: string): boolean =>
  /\bincluded\b/i.test(text) && !/\b(no|not|never|without|except|only)\b|n[’']t\b/i.test(text)

/** `Cord` for `Black paracord, 20 inches`. */
export const chainLabel = (text: string): string => (/cord\b/i.test(text) ? 'Cord' : chainName)
