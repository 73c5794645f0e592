import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import { pagePictures } from './definitions/shop-definitions.ts'

const names = new Map<object, string>(
  Object.entries(pagePictures).map(([name, picture]) => [picture, name]),
)

/**
 * A page's own picture as it is shown: the one that staff chose in its place, if they did. Null for
 * what is none.
 */
export function presentPicture({ published }: ShopTexts, picture: object): object | null {
  const name = names.get(picture)
  if (!name) return null
  const fields = published.get('pictures')?.fields
  const [src, alt] = [fields?.[name], fields?.[`${name}.alt`]]
  const said = alt === undefined ? picture : { ...picture, alt }
  if (src === undefined) return said
  // It shows something else than the piece of the shipped one, and goes on where it is cut.
  return { src, alt: alt ?? '', piece: '', cut: true, isOwn: true }
}
