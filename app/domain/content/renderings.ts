/** Pictures that come with the shop. Uploads of staff, and what other servers hold, have other addresses. */
const isRendering = (src: string) => /^\/(pendants|pictures)\//.test(src)

/**
 * What a page says of its pictures, so that no rendering passes for a photograph: `shown` is its loader’s data,
 * in which every picture has a `src`. Empty where staff replaced all of them [FACTS-36].
 */
export function renderingNote(shown: unknown): string {
  const all = sourcesIn(shown)
  const count = all.filter(isRendering).length
  if (count === 0) return ''
  return count === all.length ? 'Pictures are renderings.' : 'Some pictures are renderings.'
}

function sourcesIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'src' && typeof inner === 'string' && inner !== '' ? [inner] : sourcesIn(inner),
  )
}
