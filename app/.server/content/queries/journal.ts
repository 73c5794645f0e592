import type { AppContext } from '#app/.server/app-context.ts'
import { instantIn } from '#app/domain/journal/post-date.ts'
import { posts as ownPosts, type Post } from '#content/journal/index.ts'
import { fillIn, markdown } from '../markdown.ts'
import type { ContentPost } from '../site/content-post.ts'

export type JournalPost = ContentPost & {
  /**
   * Origin of the content site that wrote it, whose HTML is not trusted; null for our own posts,
   * whose HTML comes from our own Markdown.
   */
  home: string | null
}

/** The zone of the workshop, in which our own posts are dated. */
const ownZone = 'America/Los_Angeles'

/** How many pages of a content site go into the sitemap. */
const maxMappedPages = 8

const sources: Readonly<Record<string, string>> = import.meta.glob(
  '../../../../content/journal/*.md',
  { query: '?raw', import: 'default', eager: true },
)
let written: JournalPost[] | undefined

/**
 * A page of the journal, newest first, counted from 1. Without a content site: our own posts.
 * `reached` is false where the content site does not answer, and nothing is known of its posts.
 */
export async function journalPage(
  app: AppContext,
  page: number,
): Promise<{ posts: JournalPost[]; pages: number; reached: boolean }> {
  if (!app.contentSite) return { posts: page === 1 ? ours() : [], pages: 1, reached: true }
  const { posts, pages, reached } = await app.contentSite.posts(page)
  return { posts: posts.map((post) => fromSite(app, post)), pages, reached }
}

/** While a content site may change without telling, what shows its posts is read again this often. */
const siteReadMs = 30_000
const ownReadMs = 600_000

/** Until when an answer that shows posts may be kept. */
export function journalUntil(app: AppContext): Date {
  return new Date(app.now().getTime() + (app.contentSite ? siteReadMs : ownReadMs))
}

/** One post, or null where there is none, or (`reached` is false) where nobody knows. */
export async function journalPost(
  app: AppContext,
  id: string,
): Promise<{ post: JournalPost | null; reached: boolean }> {
  // The id becomes part of an address; anything but digits is refused before one is built [D31].
  if (!/^\d{1,12}$/.test(id)) return { post: null, reached: true }
  if (!app.contentSite) {
    return { post: ours().find((post) => post.id === Number(id)) ?? null, reached: true }
  }
  const { post, reached } = await app.contentSite.post(id)
  return { post: post && fromSite(app, post), reached }
}

/**
 * For the sitemap: the path of every post of the first pages, as last read. The content site is asked
 * in the background, for the next time; nothing waits for it.
 */
export function knownJournalPaths(app: AppContext): readonly string[] {
  if (!app.contentSite) return ours().map(pathOf)
  void readJournalPaths(app)
  return app.cache.journalPaths ?? []
}

/** Keeps what was read before where the content site does not answer. */
export async function readJournalPaths(app: AppContext): Promise<void> {
  const paths: string[] = []
  for (let page = 1; page <= maxMappedPages; page += 1) {
    const { posts, pages, reached } = await journalPage(app, page)
    if (!reached) return
    paths.push(...posts.map(pathOf))
    if (page >= pages || posts.length === 0) break
  }
  app.cache.journalPaths = paths
}

const pathOf = ({ id }: { id: number }) => `/blog/${id}`

function fromSite(app: AppContext, post: ContentPost): JournalPost {
  const home = new URL(app.config.contentSite?.url ?? app.publicUrl).origin
  return { ...post, image: post.image && mayShow(post.image.src, home) ? post.image : null, home }
}

/** As the content security policy has it: from any https site, and from the content site itself. */
function mayShow(picture: string, home: string): boolean {
  const { protocol, origin } = new URL(picture)
  return protocol === 'https:' || origin === home
}

/** Constant texts, set once in the life of a process. */
function ours(): JournalPost[] {
  written ??= ownPosts.map(setPost)
  return written
}

function setPost({ id, date, title, excerpt, file }: Post): JournalPost {
  const source = sources[`../../../../content/journal/${file}`]
  if (source === undefined) throw new Error(`content/journal/${file} is missing`)
  return {
    id,
    date,
    publishedAt: instantIn(ownZone, date).toISOString(),
    title: fillIn(title),
    excerpt: fillIn(excerpt),
    content: markdown(source).html,
    image: null,
    home: null,
  }
}
