/** Widths in pixels of every picture of our own, as AVIF and as WebP. `scripts/pictures.ts` makes them. */
export const widths = [320, 672, 960, 1600] as const

/** Pixels of the largest file. */
export const widest = widths[3]

/** Of the JPEG, which stands for the picture in the catalog, in shared links and old browsers. */
export const jpegWidth = 1200

const types = ['avif', 'webp'] as const

export type Source = { type: string; srcSet: string }

/**
 * The other files of a picture, where its address is one of ours: the built-in pendants and the
 * pages' own. By rule, so that no page carries a table of them. Null for what others serve.
 */
export function sourcesOf(src: string): Source[] | null {
  const [, path] = /^(\/(?:pendants|pictures)\/[\w-]+)\.jpg$/.exec(src) ?? []
  if (!path) return null
  return types.map((type) => ({
    type: `image/${type}`,
    srcSet: widths.map((width) => `${path}-${width}.${type} ${width}w`).join(', '),
  }))
}
