import type { AppContext } from '#app/.server/app-context.ts'
import { defaultBrand } from '#brand'

/**
 * What a shop shares in place of a card of `content/share` once it has another name than the one drawn
 * on all of them: the piece itself, else the picture of the home page. Null: the card.
 */
export function sharedInstead({ cache }: Pick<AppContext, 'cache'>, file: string): string | null {
  const name = cache.texts?.brand?.name ?? defaultBrand.name
  if (name === defaultBrand.name) return null
  const [, piece] = /^pendant-([\w-]+)\.jpg$/.exec(file) ?? []
  return piece ? `/pendants/${piece}-front.jpg` : '/pictures/hero.jpg'
}
