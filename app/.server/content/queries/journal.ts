import type { AppContext } from '#app/.server/app-context.ts'
import { sitePicture } from '#app/.server/platform/http/same-site.ts'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import { valuesOf } from '#app/domain/content/text-field.ts'
import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { posts as shippedPosts } from '#content/journal/index.ts'
import { fullTime } from '../announcement.ts'
import { currentTexts, madeOnce } from '../current-texts.ts'
import { postDefinition, postId, postKey, shippedPost } from '../definitions/post-definition.ts'
import { fillIn, markdown } from '../markdown.ts'
import type { ContentPost } from '../site/content-post.ts'
import type { FeaturedImage } from '../site/featured-image.ts'

export type JournalPost = ContentPost & {
  /**
   * Origin of the content site that wrote it, whose HTML is not trusted; null for our own posts,
   * whose HTML comes from our own Markdown.
   */
  home: string | null
  /** Its address in the shop. */
  path: string
  /** It has the title and the picture it shipped with: the drawn picture for shared links fits. */
  hasCard: boolean
}

/** How many pages of a content site go into the sitemap. */
const maxMappedPages = 8

/**
 * A page of the journal, newest first, counted from 1. Without a content site: our own posts.
 * `reached` is false where the content site does not answer, and nothing is known of its posts.
 */
export async function journalPage(
  app: AppContext,
  page: number,
): Promise<{ posts: readonly JournalPost[]; pages: number; reached: boolean }> {
  if (!app.contentSite) {
    return { posts: page === 1 ? await ours(app) : [], pages: 1, reached: true }
  }
  const { posts, pages, reached } = await app.contentSite.posts(page)
  return { posts: posts.map((post) => fromSite(app, post)), pages, reached }
}

/** While a content site may change without telling, what shows its posts is read again this often. */
const siteReadMs = 30_000
const ownReadMs = 600_000

/** Until when an answer that shows posts may be kept: a post of ours may appear before then. */
export async function journalUntil(app: AppContext): Promise<Date> {
  const now = app.now()
  const at = (ms: number) => new Date(now.getTime() + ms)
  if (app.contentSite) return at(siteReadMs)
  const coming = ownPosts(await currentTexts(app))
    .map(({ from }) => from)
    .filter((each) => each > now)
  return new Date(Math.min(...coming.map(Number), Number(at(ownReadMs))))
}

/** A post, or where it stands now if it was asked for by an older address. */
export type FoundPost = { post: JournalPost | null; movedTo?: string; reached: boolean }

/** One post, or null where there is none, or (`reached` is false) where nobody knows. */
export async function journalPost(app: AppContext, id: string): Promise<FoundPost> {
  if (!app.contentSite) return ownPost(app, id)
  // The id becomes part of an address; anything but digits is refused before one is built [D31].
  if (!/^\d{1,12}$/.test(id)) return { post: null, reached: true }
  const { post, reached } = await app.contentSite.post(id)
  return { post: post && fromSite(app, post), reached }
}

/** By its number, or by an address that it has or had. */
async function ownPost(app: AppContext, asked: string): Promise<FoundPost> {
  const key = /^[1-9]\d{0,8}$/.test(asked)
    ? postKey(Number(asked))
    : (await currentTexts(app)).slugs.get(asked)
  const post = (await ours(app)).find(({ id }) => postKey(id) === key)
  if (!post) return { post: null, reached: true }
  return post.path === `/blog/${asked}`
    ? { post, reached: true }
    : { post: null, movedTo: post.path, reached: true }
}

/**
 * For the sitemap: the path of every post of the first pages, as last read. The content site is asked
 * in the background, for the next time; nothing waits for it.
 */
export async function knownJournalPaths(app: AppContext): Promise<readonly string[]> {
  if (!app.contentSite) return (await ours(app)).map(({ path }) => path)
  void readJournalPaths(app)
  return app.cache.journalPaths ?? []
}

/** Whether the sitemap names the posts: those of a content site are known once it was read. */
export function isJournalRead(app: AppContext): boolean {
  return !app.contentSite || app.cache.journalPaths !== undefined
}

/** Keeps what was read before where the content site does not answer. */
export async function readJournalPaths(app: AppContext): Promise<void> {
  const paths: string[] = []
  for (let page = 1; page <= maxMappedPages; page += 1) {
    const { posts, pages, reached } = await journalPage(app, page)
    if (!reached) return
    paths.push(...posts.map(({ path }) => path))
    if (page >= pages || posts.length === 0) break
  }
  app.cache.journalPaths = paths
}

function fromSite(app: AppContext, post: ContentPost): JournalPost {
  const home = new URL(app.config.contentSite?.url ?? app.publicUrl).origin
  return {
    ...post,
    image: post.image && shownImage(post.image, home),
    home,
    path: `/blog/${post.id}`,
    hasCard: false,
  }
}

/** Null where the content security policy would not let a page load it. */
function shownImage({ src, srcSet, alt }: FeaturedImage, home: string): FeaturedImage | null {
  const shown = sitePicture(src, home)
  if (!shown) return null
  const widths = (srcSet?.split(', ') ?? []).flatMap((each) => {
    const [address = '', width] = each.split(' ')
    const at = sitePicture(address, home)
    return at ? [`${at} ${width}`] : []
  })
  return { src: shown, srcSet: widths.join(', ') || null, alt }
}

/** Those of ours whose day has come, newest first. */
async function ours(app: AppContext): Promise<readonly JournalPost[]> {
  const now = app.now()
  return ownPosts(await currentTexts(app)).flatMap(({ from, post }) => (from <= now ? post : []))
}

/** `from`: a day that staff set is waited for; shipped posts are there from the beginning. */
type OwnPost = { from: Date; post: JournalPost }

/** Shipped and written by staff, without hidden ones; also those whose day is yet to come. */
function ownPosts(texts: ShopTexts): readonly OwnPost[] {
  return madeOnce(texts, 'posts', () => {
    const written = [...texts.published.keys()].flatMap((key) => postId(key) ?? [])
    return [...new Set([...shippedPosts.map(({ id }) => id), ...written])]
      .flatMap((id) => setPost(texts, id) ?? [])
      .toSorted((one, other) =>
        one.post.date === other.post.date
          ? other.post.id - one.post.id
          : one.post.date < other.post.date
            ? 1
            : -1,
      )
  })
}

function setPost({ published }: ShopTexts, id: number): OwnPost | null {
  const { fields } = postDefinition(id)
  const written = published.get(postKey(id))?.fields ?? null
  const {
    title = '',
    excerpt = '',
    body = '',
    date = '',
    slug = '',
    shown,
    picture = '',
    alt = '',
  } = valuesOf(fields, written)
  // A post written by staff that was reset to nothing.
  if (shown !== 'yes' || body === '' || date === '') return null
  const local = fullTime(date)
  const at = instantOf(local, brand.timeZone)
  const shipped = shippedPost(id)
  const post: JournalPost = {
    id,
    date: local,
    publishedAt: at.toISOString(),
    title: fillIn(title),
    excerpt: fillIn(excerpt),
    content: markdown(body).html,
    image: picture ? { src: picture, srcSet: null, alt } : null,
    link: null,
    linked: {},
    home: null,
    path: `/blog/${slug || id}`,
    hasCard: shipped?.title === title && shipped.picture.src === picture,
  }
  return { from: written?.date === undefined && shipped ? new Date(0) : at, post }
}
