import { fetchSameSite, RedirectRefused } from '#app/.server/platform/http/fetch-same-site.ts'
import { FeedFailure } from './gold-feed.ts'

/** Feeds answer within a second; beyond this the next one is asked. */
const timeLimitMs = 8_000
const largestAnswer = 1024 * 1024

export type Asking = {
  feed: string
  /** Of the shop: closing it ends a call under way. */
  signal: AbortSignal
  headers?: Record<string, string>
  timeLimitMs?: number | undefined
}

/**
 * The text at an address. Limits of time and size hold for the whole answer, counted while it is
 * read, so neither a slow nor an endless one keeps the job. Redirects are followed on the same
 * site only: the address is the shop's own setting, and a key may travel with it. Failures name
 * the feed, never the address, which may hold that key.
 */
export async function askText(address: string, asking: Asking): Promise<string> {
  const limit = AbortSignal.timeout(asking.timeLimitMs ?? timeLimitMs)
  const signal = AbortSignal.any([asking.signal, limit])
  try {
    return await readText(await follow(new URL(address), asking, signal), asking)
  } catch (error) {
    if (error instanceof FeedFailure) throw error
    if (error instanceof RedirectRefused) throw new FeedFailure(asking.feed, error.message)
    if (limit.aborted) throw new FeedFailure(asking.feed, 'did not answer in time')
    if (asking.signal.aborted) throw new FeedFailure(asking.feed, 'was not waited for')
    throw new FeedFailure(asking.feed, `could not be reached (${causeOf(error)})`)
  }
}

/** The JSON at an address; a page where JSON belongs is a failure with a sentence. */
export async function askJson(address: string, asking: Asking): Promise<unknown> {
  const text = await askText(address, {
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

async function follow(start: URL, asking: Asking, signal: AbortSignal): Promise<Response> {
  const headers = { 'User-Agent': 'gold-price-reader', ...asking.headers }
  const response = await fetchSameSite(start, { headers, signal })
  if (response.ok) return response
  await response.body?.cancel()
  throw new FeedFailure(asking.feed, `answered HTTP ${response.status}`)
}

async function readText(response: Response, { feed }: Asking): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the rest of the answer.
    if (size > largestAnswer) throw new FeedFailure(feed, 'answered more than 1 MB')
    chunks.push(chunk)
  }
  return decoderOf(response).decode(Buffer.concat(chunks))
}

function decoderOf(response: Response): TextDecoder {
  const [, charset = 'utf-8'] =
    /charset="?([\w-]+)/i.exec(response.headers.get('content-type') ?? '') ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** `ECONNREFUSED` rather than `fetch failed`; codes hold no address. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return 'no connection'
}
