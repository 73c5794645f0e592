import type { AppContext } from '#app/.server/app-context.ts'
import { addressOn, type LinkOf, siteHtmlForPage } from '#app/.server/catalog/clean-html.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { readablePost } from '../site/readable-post.ts'
import { pathKey, siteAddress } from '../site/site-links.ts'
import type { JournalPost } from './journal.ts'
import { shopPages } from './sitemap.ts'

/**
 * The text of a post as a page shows it, or a feed, whose links are whole. Our own posts come
 * from our own Markdown; those of a content site are made readable, then cleaned.
 */
export async function postHtml(
  app: AppContext,
  post: JournalPost,
  { isFeed = false } = {},
): Promise<string> {
  const { home, link, content } = post
  if (!home) return isFeed ? siteHtmlForPage(content, app.publicUrl) : content
  const { html, anchors } = readablePost(content, { home, link })
  const { byId } = await currentCatalog(app)
  const isInShop = (path: string) =>
    shopPages.includes(path) || byId.has(/^\/product\/([^/]+)$/.exec(path)?.[1] ?? '')
  const inShop = (path: string) => (isFeed ? new URL(path, app.publicUrl).href : path)
  const linkOf = siteLinks({ ...post, home }, anchors)
  return siteHtmlForPage(html, home, (address) => {
    const leads = linkOf(address, isInShop)
    return leads?.startsWith('/') ? inShop(leads) : leads
  })
}

/** Within the text, within the shop where it has the same post or page, else to where it led. */
function siteLinks(
  { home, link, id, linked }: JournalPost & { home: string },
  anchors: ReadonlySet<string>,
): (address: string, isInShop: (path: string) => boolean) => ReturnType<LinkOf> {
  const own = link === null ? null : siteAddress(link, home)
  const isHere = (hash: string) => anchors.has(decoded(hash.slice(1)))
  const postOf = (url: URL): number | null => {
    const asked = url.searchParams.get('p')
    if (asked) return /^[1-9]\d{0,11}$/.test(asked) ? Number(asked) : null
    const path = pathKey(url)
    if (own && path !== '' && path === pathKey(own)) return id
    return Object.hasOwn(linked, path) ? (linked[path] ?? null) : null
  }
  return (address, isInShop) => {
    if (address.startsWith('#')) {
      return isHere(address)
        ? address
        : own && address !== '#'
          ? own.href.split('#')[0] + address
          : null
    }
    const url = siteAddress(address, home)
    if (!url) return addressOn(home, address)
    const post = postOf(url)
    if ((post === null || post === id) && url.hash !== '' && isHere(url.hash)) return url.hash
    if (post !== null && (post !== id || url.hash === '')) {
      return `/blog/${post}${url.hash.replace('#', '#post-')}`
    }
    const path = pathKey(url) || '/'
    if (post === null && url.search === '' && isInShop(path)) return path
    if (new URL(home).protocol === 'https:') url.protocol = 'https:'
    return url.href
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
