import { fetchSameSite, RedirectRefused } from '#app/.server/platform/http/fetch-same-site.ts'

/** Longer than any healthy content site takes. Readers wait less: see content-site.ts. */
const maxWaitMs = 6000
const maxBytes = 8 * 1024 * 1024

/** An answer that was not to be had. Its message holds no address and no key. */
export class ContentFailure extends Error {
  /** Of the HTTP answer; null where there was none, or one that could not be read. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** One GET, whole and within limits of time and size; fails as a ContentFailure. */
export async function getJson(
  address: string,
  timeoutMs = maxWaitMs,
): Promise<{ json: unknown; headers: Headers }> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetchSameSite(new URL(address), {
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      signal: limit,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ContentFailure(`HTTP ${response.status}`, response.status)
    }
    return { json: parse(await limitedText(response)), headers: response.headers }
  } catch (error) {
    if (error instanceof ContentFailure) throw error
    if (error instanceof RedirectRefused) throw new ContentFailure(error.message)
    throw new ContentFailure(limit.aborted ? 'no answer in time' : 'could not be reached')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ContentFailure('the answer is not JSON')
  }
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ContentFailure('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
