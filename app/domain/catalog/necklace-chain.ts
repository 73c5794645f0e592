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

/**
 * The chain in a few words, for pages where a picture of a pendant is large: `18-inch 14k chain included`. Where
 * the words of staff name no length or karat, or several, or do not say that it is included, they are given as
 * they are [FACTS-35].
 */
export function chainInBrief(text: string): string {
  const [inches, ...otherLengths] = text.match(/\b\d+(?:\.\d+)?[- ]inch(?:es)?\b/gi) ?? []
  const [karat, ...otherKarats] = text.match(/\b\d+k\b/gi) ?? []
  const label = chainLabel(text)
  const isClear = otherLengths.length + otherKarats.length === 0 && comesWithPiece(text)
  if (!inches || !karat || !isClear) return `${label}: ${text}`
  return `${inches.replace(/[- ]inch(es)?$/i, '-inch')} ${karat} ${label.toLowerCase()} included`
}

/** What is said of all of them at once: of one chain, or that each piece names its own; null of none. */
export function chainsInBrief(chains: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(chains)
  if (others.length > 0) return 'Each piece names its own chain'
  return first && chainInBrief(first)
}
