import { z } from 'zod'
import { isSameSite } from '#app/.server/platform/http/same-site.ts'

const size = z.object({
  source_url: z.string(),
  width: z.coerce.number().int().positive(),
  height: z.coerce.number().int().positive(),
})
const media = z.object({
  source_url: z.string(),
  alt_text: z.string().catch(''),
  media_details: z
    .object({
      width: z.coerce.number().int().positive(),
      height: z.coerce.number().int().positive(),
      sizes: z.record(z.string(), size.nullable().catch(null)),
    })
    .nullish()
    .catch(null),
})
const embeds = z.object({ 'wp:featuredmedia': z.array(z.unknown()) })

/**
 * A picture shows only where it has an address that a page may load [BLOG-12]. For one that was
 * deleted or is not public the site embeds something else: an error object, or the site itself.
 */
export function featuredImage(embedded: unknown) {
  const { data } = media.safeParse(embeds.safeParse(embedded).data?.['wp:featuredmedia'][0])
  const src = data && pageAddress(data.source_url)
  if (!src) return null
  return { src, srcSet: widthsOf(data.media_details, new URL(src)), alt: data.alt_text }
}

export type FeaturedImage = NonNullable<ReturnType<typeof featuredImage>>

/** Sizes cut to another shape, such as thumbnails, are left out, and those of another site. */
function widthsOf(details: z.output<typeof media>['media_details'], picture: URL): string | null {
  if (!details) return null
  const shape = details.width / details.height
  const widths = new Map<number, string>()
  for (const one of Object.values(details.sizes)) {
    const address = one && pageAddress(one.source_url)
    if (!address || !isSameSite(new URL(address), picture)) continue
    if (Math.abs(one.width / one.height / shape - 1) > 0.02) continue
    widths.set(one.width, address)
  }
  if (widths.size === 0) return null
  return [...widths]
    .sort(([a], [b]) => a - b)
    .map(([width, address]) => `${address} ${width}w`)
    .join(', ')
}

function pageAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
