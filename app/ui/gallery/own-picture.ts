import { widestPicture, widthsOf } from '#app/domain/catalog/picture-widths.ts'

const types = ['avif', 'webp'] as const

export type Source = { type: string; srcSet: string }

/** Uploads say in their address how wide they are, and what a cut must keep in sight, in percent. */
const own = /^(\/(?:pendants|pictures|media)\/[\w-]+?(?:-(\d+)x\d+-(\d+)x(\d+))?)\.jpg$/

/**
 * The other files of a picture, where its address is one of ours: the built-in pendants, the pages'
 * own and uploads. By rule, so that no page carries a table of them. Null for what others serve.
 * `focus`, of uploads alone: which part a cut must keep in sight, as `object-position`.
 */
export function ownPicture(src: string): { sources: Source[]; focus: string | null } | null {
  const found = own.exec(src)
  if (!found) return null
  const [, path, width, x, y] = found
  const widths = widthsOf(+(width ?? widestPicture))
  return {
    sources: types.map((type) => ({
      type: `image/${type}`,
      srcSet: widths.map((wide) => `${path}-${wide}.${type} ${wide}w`).join(', '),
    })),
    focus: x ? `${x}% ${y}%` : null,
  }
}
