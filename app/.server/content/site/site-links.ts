import { isSameSite } from '#app/.server/platform/http/same-site.ts'

/** More than any post has; the rest keep leading to the site. */
const maxLooked = 60
const hrefs = /\bhref\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})')/gi

/** An address of the site that a text is from; null for any other, and for what is none. */
export function siteAddress(address: string, home: string): URL | null {
  if (!URL.canParse(address, home)) return null
  const url = new URL(address, home)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && isSameSite(url, new URL(home)) ? url : null
}

/** One spelling of a path: without an end slash, letters as they are, all small. */
export function pathKey({ pathname }: URL): string {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // Not in UTF-8: compared as it is written.
  }
  return path.replace(/(?<!\/)\/+$/, '').toLowerCase()
}

/** The last parts of the paths that a text links to on its own site: names of posts, or none. */
export function linkedSlugs(html: string, home: string): string[] {
  const slugs = new Set<string>()
  for (const [, double, single] of html.matchAll(hrefs)) {
    const written = (double ?? single ?? '').replace(/&(?:amp|#0*38);/g, '&')
    if (written.startsWith('#')) continue
    const slug =
      pathKey(siteAddress(written, home) ?? new URL(home))
        .split('/')
        .at(-1) ?? ''
    // A file of the site is not a post.
    if (slug !== '' && !slug.includes('.') && !slug.includes(',')) slugs.add(slug)
    if (slugs.size === maxLooked) break
  }
  return [...slugs]
}

/** The site's answer to a question for posts by their names: ids by the path of their address. */
export function idsByPath(json: unknown, home: string): Record<string, number> {
  if (!Array.isArray(json)) return {}
  const found = json.flatMap((post): [string, number][] => {
    const { id, link } = post ?? {}
    const url = typeof link === 'string' ? siteAddress(link, home) : null
    return url && Number.isInteger(id) && pathKey(url) !== '' ? [[pathKey(url), id]] : []
  })
  return Object.fromEntries(found)
}
