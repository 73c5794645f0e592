import {
  type Answer,
  boundedFetch,
  FetchFailure,
} from '#app/.server/platform/http/bounded-fetch.ts'
import type { Reach } from '#app/.server/platform/outgoing-address.ts'
import { FeedFailure } from './gold-feed.ts'

/** Feeds answer within a second; beyond this the next one is asked. */
const timeLimitMs = 8_000
const maxResponseBytes = 1024 * 1024

export type Asking = {
  feed: string
  /** The shop's signal: closing the shop aborts a running call. */
  signal: AbortSignal
  headers?: Record<string, string>
  timeLimitMs?: number | undefined
  /** Left out: an address of the program or of the environment. */
  reach?: Reach
}

/**
 * The text at an address, read by the character set that the answer names. Failures name the feed, never
 * the address, which may hold a key.
 */
export async function fetchFeedText(address: string, asking: Asking): Promise<string> {
  const { feed } = asking
  const answer = await boundedFetch(address, {
    signal: asking.signal,
    timeoutMs: asking.timeLimitMs ?? timeLimitMs,
    maxBytes: maxResponseBytes,
    reach: asking.reach ?? 'anywhere',
    redirects: 'same site',
    headers: { 'User-Agent': 'gold-price-reader', ...asking.headers },
  }).catch((error: unknown) => {
    throw error instanceof FetchFailure ? new FeedFailure(feed, error.message) : error
  })
  if (!answer.ok) throw new FeedFailure(feed, `answered HTTP ${answer.status}`)
  return decoderOf(answer).decode(answer.bytes)
}

/** The JSON at an address; a page where JSON belongs is a failure with a sentence. */
export async function fetchFeedJson(address: string, asking: Asking): Promise<unknown> {
  const text = await fetchFeedText(address, {
    ...asking,
    headers: { Accept: 'application/json', ...asking.headers },
  })
  try {
    return JSON.parse(text)
  } catch {
    const what = text.trim() === '' ? 'nothing' : 'something that is not JSON'
    throw new FeedFailure(asking.feed, `answered ${what}`)
  }
}

function decoderOf({ headers }: Answer): TextDecoder {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '') ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
