import type { Attribute } from './product.ts'

/** The specification that holds it, as Height, Width and Depth hold the dimensions. */
export const chainName = 'Chain'

/**
 * What the built-in pendants come with. It names no metal and no thickness, since only the maker knows
 * them: the launch check asks for them while a piece still says this [FACTS-04].
 */
export const builtInChain = '18-inch, included'

export const isChain = ({ name }: Pick<Attribute, 'name'>): boolean =>
  name.trim().toLowerCase() === chainName.toLowerCase()

/** What a piece hangs on, as staff wrote it [FACTS-03]; null where nothing is said of it. */
export function chainOf(attributes: readonly Attribute[]): string | null {
  const found = attributes.find((attribute) => isChain(attribute) && attribute.option.trim() !== '')
  return found ? found.option.trim() : null
}

/** `Cord` for `Black paracord, 20 inches`. */
export const chainLabel = (text: string): string => (/cord\b/i.test(text) ? 'Cord' : chainName)
