import { type CheerioAPI, load } from 'cheerio'

export type CrawledPage = {
  /** From the first slash, with its query. */
  path: string
  status: number
  html: string
  $: CheerioAPI
}

/** Pages of one site by their path, found as a visitor without JavaScript finds them: by links. */
export async function crawl(origin: string, from = '/'): Promise<Map<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>()
  let waiting = [from]
  while (waiting.length > 0) {
    const read = await Promise.all(waiting.map((path) => readPage(origin, path)))
    for (const page of read) pages.set(page.path, page)
    const found = read.flatMap((page) => linksOf(page, origin).map(({ path }) => path))
    waiting = [...new Set(found)].filter((path) => !pages.has(path) && isPage(path))
  }
  return pages
}

export async function readPage(origin: string, path: string): Promise<CrawledPage> {
  // A link that leads to a redirect is out of date, so none is followed.
  const response = await fetch(origin + path, { redirect: 'manual' })
  const html = await response.text()
  return { path, status: response.status, html, $: load(html) }
}

/** Links to the site's own addresses; `fragment` without its sign, empty where there is none. */
export function linksOf({ path, $ }: CrawledPage, origin: string) {
  return attributes($, 'a[href], area[href]', 'href').flatMap((href) => {
    const url = new URL(href, origin + path)
    if (url.origin !== origin) return []
    return { path: url.pathname + url.search, fragment: decodeURIComponent(url.hash.slice(1)) }
  })
}

/** Everything else of its own site that a browser, or a reader of shared links, fetches for a page. */
export function filesOf({ path, $ }: CrawledPage, origin: string): string[] {
  const sets = attributes($, 'img[srcset], source[srcset]', 'srcset')
  const named = [
    ...attributes($, '[src]', 'src'),
    ...attributes($, 'link[href]:not([rel=canonical])', 'href'),
    ...attributes($, 'meta[property="og:image"]', 'content'),
    ...sets.flatMap((set) => set.split(',').map((entry) => entry.trim().split(/\s+/)[0] ?? '')),
  ]
  return named.flatMap((address) => {
    const url = new URL(address, origin + path)
    return url.origin === origin ? url.pathname + url.search : []
  })
}

function attributes($: CheerioAPI, selector: string, name: string): string[] {
  return $(selector)
    .toArray()
    .map((element) => $(element).attr(name) ?? '')
}

/** Feeds and pictures are linked too, and have no links of their own to follow. */
function isPage(path: string): boolean {
  return !/\.\w+$/.test(path.split('?')[0] ?? '')
}
