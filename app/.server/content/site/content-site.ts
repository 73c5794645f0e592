import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import {
  type ContentPost,
  isPost,
  isPostList,
  PostProtected,
  readPost,
  readPosts,
} from './content-post.ts'
import { ContentFailure, getJson } from './get-json.ts'
import { idsByPath, linkedSlugs } from './site-links.ts'

type ContentPage = { posts: ContentPost[]; pages: number }

/**
 * Whether the site answered, or an earlier answer still serves. Where it is false nobody knows what
 * the site has: a post that is null may well exist.
 */
type Reached = { reached: boolean }

/** The journal's source. Never throws: a failure is logged, a list is empty, a post is null. */
export type ContentSite = {
  /** Counted from 1. */
  posts(page: number): Promise<ContentPage & Reached>
  post(id: string): Promise<{ post: ContentPost | null } & Reached>
  /** What is wrong with the last answer, a sentence for staff. */
  notice(): string | null
}

/**
 * The longest a page waits for the site. The call itself goes on in the background (get-json.ts), and
 * its answer serves the next reader.
 */
const readerWaitMs = 2000
const minute = 60_000
/** Kept this long without asking again; after it the old answer serves while a new one is fetched. */
const freshMs = 5 * minute
/**
 * So old an answer may still serve. A content site that restarts or is updated is away for minutes,
 * and its readers need not notice; one that is away for longer is an empty list, as written
 * [BLOG-05]. Also the longest that words withdrawn there can linger here.
 */
const servesUntilMs = 30 * minute
/** While an old answer serves for a site that fails, the site is asked again this often. */
const retryMs = 30_000
/** Characters of HTML, over all that is kept. */
const maxCachedChars = 32 * 1024 * 1024
const perPage = 12
/** The most that WordPress lists at once. */
const maxSlugs = 100
const untidyNotice =
  'The journal’s site sends extra text with its answers, such as PHP notices. We can still read it, but the person who runs that site should turn off error display.'
const silentNotice = (reason: string) =>
  `The journal’s site didn’t give a usable answer (${reason}). Readers see the last saved copy for up to half an hour, then a notice that the journal is unavailable.`
const noPosts: ContentPage = { posts: [], pages: 0 }

/** Not published, or no longer. */
class PostGone extends Error {
  constructor() {
    super('the site has no such post for everyone')
  }
}

type Kept = { answer: ContentPage | ContentPost; readAt: number }

/**
 * A WordPress site over its REST API, asked by this server [D31]: the key goes into the query of
 * our calls and never to a browser. Answers are kept for a few minutes, however many readers ask;
 * a failure is not kept, and the next reader's question is asked again.
 */
export function wordpressSite(
  { url, key }: { url: string; key: string | null },
  log: Logger,
  now: () => Date,
  { waitMs = readerWaitMs }: { waitMs?: number } = {},
): ContentSite {
  const home = new URL(url).origin
  let notice: string | null = null
  const ageOf = (kept: Kept) => now().getTime() - kept.readAt
  const kept = new LRUCache<string, Kept>({
    maxSize: maxCachedChars,
    sizeCalculation: sizeOf,
    ttl: freshMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    ignoreFetchAbort: true,
    fetchMethod: async (path, old, { options }) => {
      try {
        return { answer: await read(path), readAt: now().getTime() }
      } catch (error) {
        // The address holds the key, so the path alone is logged.
        const isGone = isNotThere(path, error)
        log[isGone ? 'info' : 'warn'](
          { path, reason: reasonOf(error) },
          isGone ? 'the content site has no such page or post' : 'the content site did not answer',
        )
        if (!isGone) notice = silentNotice(reasonOf(error))
        if (isGone || !old || ageOf(old) >= servesUntilMs) throw error
        options.ttl = retryMs
        return old
      }
    },
  })

  function addressOf(path: string): string {
    // A site without pretty links has its API behind a query: https://site/?rest_route=/wp/v2
    const address = url + (url.includes('?') ? path.replace('?', '&') : path)
    return key ? `${address}&${key.replace(/^[?&]+/, '')}` : address
  }

  async function read(path: string): Promise<ContentPage | ContentPost> {
    const { json, isClean, headers } = await getJson(
      addressOf(path),
      path.startsWith('/posts/') ? isPost : isPostList,
    ).catch(async (error) => {
      throw (await isRefusedPost(path, error)) ? new PostGone() : error
    })
    notice = isClean ? null : untidyNotice
    if (path.startsWith('/posts/')) {
      const [post] = await withLinked([readPost(json)])
      if (post) return post
    }
    const pages = Number(headers.get('x-wp-totalpages') ?? 1)
    return { posts: await withLinked(readPosts(json)), pages: Number.isInteger(pages) ? pages : 1 }
  }

  /**
   * A firewall refuses everything, and a site without its API has nothing; only where the site lists
   * its posts and leaves this one out is it the post that is not there.
   */
  async function isRefusedPost(path: string, error: unknown): Promise<boolean> {
    const [, id] = /^\/posts\/(\d+)/.exec(path) ?? []
    if (!id || !(error instanceof ContentFailure)) return false
    if (error.status === 404 && error.reason === 'rest_post_invalid_id') return true
    if (![401, 403, 404, 410].includes(error.status ?? 0)) return false
    const list = await getJson(
      addressOf(`/posts?include=${id}&per_page=1&_fields=id`),
      isPostList,
    ).catch(() => null)
    return Array.isArray(list?.json) && list.json.length === 0
  }

  /** Asks which of the site's addresses in these texts are posts, at once for all of them. */
  async function withLinked(posts: ContentPost[]): Promise<ContentPost[]> {
    const slugs = [...new Set(posts.flatMap(({ content }) => linkedSlugs(content, home)))]
    if (slugs.length === 0) return posts
    const named = slugs.slice(0, maxSlugs).map(encodeURIComponent).join(',')
    const path = `/posts?slug=${named}&per_page=${maxSlugs}&_fields=id,link`
    const list = await getJson(addressOf(path), isPostList).catch(() => null)
    const linked = idsByPath(list?.json, home)
    return posts.map((post) => ({ ...post, linked }))
  }

  async function ask<T extends ContentPage | ContentPost>(
    path: string,
  ): Promise<{ answer: T | null } & Reached> {
    const old = kept.peek(path, { allowStale: true })
    const allowStale = old !== undefined && ageOf(old) < servesUntilMs
    const answered = kept.fetch(path, { allowStale }).then(
      (found) => ({ answer: (found?.answer as T) ?? null, reached: found !== undefined }),
      (error: unknown) => ({ answer: null, reached: isNotThere(path, error) }),
    )
    return within(waitMs, answered, { answer: null, reached: false })
  }

  return {
    posts: async (page) => {
      const path = `/posts?page=${page}&per_page=${perPage}&_embed=wp:featuredmedia`
      const { answer, reached } = await ask<ContentPage>(path)
      return { ...(answer ?? noPosts), reached }
    },
    post: async (id) => {
      // Digits only, before any address is built [D31].
      if (!/^\d{1,12}$/.test(id)) return { post: null, reached: true }
      const path = `/posts/${Number(id)}?_embed=wp:featuredmedia`
      const { answer, reached } = await ask<ContentPost>(path)
      return { post: answer, reached }
    },
    notice: () => notice,
  }
}

/** The work's result, or the other one where it takes longer. */
async function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/** The site answers, and says that a post is gone or no longer for everyone, or a page is past the last. */
function isNotThere(path: string, error: unknown): boolean {
  if (error instanceof PostProtected || error instanceof PostGone) return true
  const status = (error instanceof ContentFailure && error.status) || 0
  return status === 400 && path.startsWith('/posts?') && !path.startsWith('/posts?page=1&')
}

function sizeOf({ answer }: Kept): number {
  const posts = 'posts' in answer ? answer.posts : [answer]
  return posts.reduce((sum, post) => sum + post.content.length, 1)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
