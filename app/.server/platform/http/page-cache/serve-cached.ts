import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding } from './accept-encoding.ts'
import type { StoredResponse, Variant } from './cached-response.ts'
import type { PageCache } from './page-cache.ts'

/** Hands the request on to the app. */
type Pass = (request: IncomingMessage, response: ServerResponse) => void

const plainHost = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

/**
 * Answers from the page cache what can be answered from it, before the app is asked; the rest goes
 * to `pass`. A kept answer is written in the same turn of the event loop.
 */
export function serveCached(
  cache: PageCache,
  pass: Pass,
  /** Whether a page may be made for anyone who asks; the app refuses where not (read-limits.ts). */
  mayMake: (request: IncomingMessage) => Promise<boolean> = async () => true,
): Pass {
  return (request, response) => {
    const { method, url = '' } = request
    // Requests without a Host, or with none that can be one, are refused by the app.
    const isPlain = plainHost.test(request.headers.host ?? '')
    if ((method !== 'GET' && method !== 'HEAD') || !isPlain) return pass(request, response)
    const path = cache.addressOf(url)
    if (path === null) return pass(request, response)
    const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined)
    const kept = cache.find(path)
    const variant = kept?.ready(encoding)
    if (kept && variant) return send(request, response, kept, variant)
    void make(kept)

    async function make(known: StoredResponse | null): Promise<void> {
      try {
        if (!known && !(await mayMake(request))) return pass(request, response)
        const answer = known ?? (await cache.make(path as string))
        // It may keep what the address said besides.
        const isRedirect = answer.status >= 300 && answer.status < 400
        if (isRedirect && path !== url) return pass(request, response)
        send(request, response, answer, await answer.as(encoding))
      } catch {
        // The app says what went wrong, and logs it.
        pass(request, response)
      }
    }
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status }: StoredResponse,
  { headers, body, etag }: Variant,
): void {
  const { 'if-none-match': known, 'if-match': wanted } = request.headers
  if (status === 200 && wanted !== undefined && !names(wanted, etag, false)) {
    response.writeHead(412, withoutLength(headers)).end()
  } else if (status === 200 && known !== undefined && names(known, etag, true)) {
    response.writeHead(304, withoutLength(headers)).end()
  } else {
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

/** Whether a list of entity tags has this one; `weak`: also as W/"…" (RFC 9110, 8.8.3.2). */
function names(list: string, etag: string, weak: boolean): boolean {
  if (list === etag || list.trim() === '*') return true
  return list.split(',').some((each) => {
    const tag = each.trim()
    return tag === etag || (weak && tag === `W/${etag}`)
  })
}

/** An answer without a body has no length or encoding of one. */
function withoutLength(headers: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (/^content-(length|encoding|type)$/i.test(name)) continue
    kept.push(name, headers[at + 1] ?? '')
  }
  return kept
}
