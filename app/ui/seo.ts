import type { MetaDescriptor } from 'react-router'
import { brand } from '#brand'
import { breadcrumbs, organization } from './structured-data.ts'

type Page = {
  title: string
  /** Its own, 110 to 155 characters. */
  description: string
  /** From the first slash, without query. */
  path: string
  /** `originOf(matches)`. */
  origin: string
  /** For shared links; without one, the page's own card in content/share. */
  image?: SharedPicture | undefined
  /** ISO 8601, of an article. */
  published?: string
  /** Of a link to a variant of what the page is about, and what it costs, in dollars. */
  shared?: { title: string | null; address: string; price: string | null }
}

/** `src` is an address, or a path of ours. */
export type SharedPicture = { src: string; alt: string }

/**
 * What every public page says of itself: title, description, canonical address, Open Graph tags
 * [SEO-01], and who is behind it [SEO-04]. The canonical address has no query: it is that of all
 * variants, as Google asks where a query parameter chooses one [SIZEURL-03].
 * https://developers.google.com/search/docs/specialty/ecommerce/designing-a-url-structure-for-ecommerce-sites
 */
export function pageMeta({
  title,
  description,
  path,
  origin,
  image,
  published,
  shared,
}: Page): MetaDescriptor[] {
  const address = new URL(path, origin).href
  return [
    { title: title.includes(brand.name) ? title : `${title} · ${brand.name}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: published ? 'article' : 'website' },
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { property: 'og:site_name', content: brand.name },
    { property: 'og:locale', content: 'en_US' },
    { property: 'og:title', content: shared?.title ?? title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: shared?.address ?? address },
    ...(shared?.price
      ? [
          { property: 'product:price:amount', content: shared.price },
          { property: 'product:price:currency', content: 'USD' },
        ]
      : []),
    ...sharedPicture(image ?? { src: cardOfPath(path), alt: '' }, title, origin),
    { name: 'twitter:card', content: 'summary_large_image' },
    organization(origin),
  ]
}

/** `searchTitle`: what staff wrote for search engines in place of the heading [SEO-11]. */
type Written = { title: string; description: string; searchTitle?: string }

/** `pageMeta`, and the way to the page: home, then `above`, then the page itself. */
export function contentMeta(
  { title, description, searchTitle }: Written,
  path: string,
  matches: readonly unknown[],
  above: readonly { name: string; path: string }[] = [],
): MetaDescriptor[] {
  const origin = originOf(matches)
  return [
    ...pageMeta({ title: searchTitle || title, description, path, origin }),
    breadcrumbs(origin, [...above, { name: title, path }]),
  ]
}

/** Search engines show about this many characters of a description. */
const maxDescription = 155

/** The text in one line, cut at a word where it is longer than search engines show. */
export const cutDescription = (text: string): string => cutAtWord(text, maxDescription)

/** In one line of at most so many characters, cut at a word where that leaves some of it. */
export function cutAtWord(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const end = line.lastIndexOf(' ', most - 1)
  // Scripts without spaces are cut anywhere, though never inside a character.
  const cut =
    end > most * 0.4 ? line.slice(0, end) : line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')
  return `${cut.replace(/[\s,.;:…]+$/, '')}…`
}

function sharedPicture({ src, alt }: SharedPicture, title: string, origin: string) {
  return [
    { property: 'og:image', content: new URL(src, origin).href },
    ...(isCard(src)
      ? [
          { property: 'og:image:type', content: 'image/jpeg' },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
        ]
      : []),
    { property: 'og:image:alt', content: alt || `${title}, ${brand.name}` },
  ]
}

/** Where a page's own card is served: its path with hyphens for slashes, as `content/share` has it. */
export function cardOfPath(path: string): string {
  const [name = ''] = path.slice(1).split('?')
  return `/share/${name.replaceAll('/', '-') || 'home'}.jpg`
}

/** Cards are all of one size; what others serve may have any. */
function isCard(src: string): boolean {
  return src.startsWith('/share/')
}

/** For a page that is not there, or failed: a title, and nothing for search engines to keep. */
export function errorMeta(title: string): MetaDescriptor[] {
  return [{ title: `${title} · ${brand.name}` }, { name: 'robots', content: 'noindex' }]
}

/** The shop's origin from the root's loader, by the `matches` of a meta function. */
export function originOf(matches: readonly unknown[]): string {
  for (const match of matches) {
    const { id, loaderData } = (match ?? {}) as { id?: string; loaderData?: { origin?: string } }
    if (id === 'root' && loaderData?.origin) return loaderData.origin
  }
  // Only where the root's own loader failed, and the page with it.
  return 'http://localhost'
}
