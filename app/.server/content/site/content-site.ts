import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type ContentPost, PostProtected, readPost, readPosts } from './content-post.ts'
import { ContentFailure, getJson } from './get-json.ts'

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
 * [BLOG-05]. Also the longest that words taken back there can linger here.
 */
const servesUntilMs = 30 * minute
/** While an old answer serves for a site that fails, the site is asked again this often. */
const retryMs = 30_000
/** Characters of HTML, over all that is kept. */
const maxCachedChars = 32 * 1024 * 1024
const perPage = 12
const noPosts: ContentPage = { posts: [], pages: 0 }

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
    const { json, headers } = await getJson(addressOf(path))
    if (path.startsWith('/posts/')) return readPost(json)
    const pages = Number(headers.get('x-wp-totalpages') ?? 1)
    return { posts: readPosts(json), pages: Number.isInteger(pages) ? pages : 1 }
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
  if (error instanceof PostProtected) return true
  const status = (error instanceof ContentFailure && error.status) || 0
  if (path.startsWith('/posts/')) return [401, 403, 404, 410].includes(status)
  return status === 400 && !path.startsWith('/posts?page=1&')
}

function sizeOf({ answer }: Kept): number {
  const posts = 'posts' in answer ? answer.posts : [answer]
  return posts.reduce((sum, post) => sum + post.content.length, 1)
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
