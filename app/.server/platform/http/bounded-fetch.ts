import type { Agent } from 'undici'
import { AddressRefused, assertHostAllowed, lookupWithin, type Reach } from '../outgoing-address.ts'
import { isSameSite } from './same-site.ts'

/**
 * The one way in which the shop calls others over http: within limits of time and size, to the addresses
 * that are allowed, and without following redirects elsewhere [SSRF-02]. Stripe's package and the email
 * server use their own connections.
 */
export type Call = {
  /** Ends a call under way, such as when the shop shuts down. */
  signal?: AbortSignal
  /** Until the last byte of the answer. */
  timeoutMs: number
  /** Of the answer, unpacked, counted while it is read. */
  maxBytes: number
  reach: Reach
  /** `same site`: a GET follows up to three; else they are a failure. */
  redirects?: 'same site'
  method?: string
  headers?: HeadersInit
  body?: Uint8Array<ArrayBuffer> | string | null
}

type Why = 'time' | 'stopped' | 'size' | 'redirect' | 'address' | 'unreachable'

/** The answer did not arrive whole. The message follows a name (“Swissquote did not answer in time”) and holds no address. */
export class FetchFailure extends Error {
  readonly why: Why
  constructor(why: Why, message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

export type Answer = { status: number; ok: boolean; headers: Headers; bytes: Buffer }

/** The whole answer, whatever its status. Throws a FetchFailure. */
export async function boundedFetch(address: string, call: Call): Promise<Answer> {
  const { response, failure } = await begin(address, call)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      // Leaving the loop cancels the rest of the answer.
      if (size > call.maxBytes) throw new FetchFailure('size', `answered more than ${sizeOf(call)}`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw failure(error)
  }
  const { status, ok, headers } = response
  return { status, ok, headers, bytes: Buffer.concat(chunks) }
}

/** The same as a stream, for what is passed on as it arrives: limited in time only. */
export async function boundedStream(
  address: string,
  call: Omit<Call, 'maxBytes'>,
): Promise<Response> {
  return (await begin(address, call)).response
}

async function begin(address: string, call: Omit<Call, 'maxBytes'>) {
  const limit = AbortSignal.timeout(call.timeoutMs)
  const failure = (error: unknown) => failureOf(error, { limit, signal: call.signal })
  try {
    const signal = AbortSignal.any(call.signal ? [call.signal, limit] : [limit])
    return { response: await follow(new URL(address), call, signal), failure }
  } catch (error) {
    throw failure(error)
  }
}

const maxRedirects = 3

/** The address is a setting of the shop, and a key may travel with it [LIMIT-06]. */
async function follow(
  start: URL,
  { reach, redirects, method, headers, body }: Omit<Call, 'maxBytes'>,
  signal: AbortSignal,
): Promise<Response> {
  let url = start
  for (let times = 0; times <= maxRedirects; times += 1) {
    const response = await fetch(url, {
      method: method ?? 'GET',
      ...(headers && { headers }),
      ...(body && { body }),
      redirect: 'manual',
      signal,
      ...(reach !== 'anywhere' && { dispatcher: await agentFor(reach) }),
    } as RequestInit)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) return response
    await response.body?.cancel()
    const next = URL.canParse(location, url) ? new URL(location, url) : null
    if (!redirects) throw new FetchFailure('redirect', 'redirects elsewhere')
    if (!next || !isAllowed(url, next)) {
      throw new FetchFailure('redirect', 'redirects to another site')
    }
    url = next
  }
  throw new FetchFailure('redirect', 'redirects without end')
}

/** From http up to https, never down. */
function isAllowed(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return isSameSite(from, to) && (from.protocol === to.protocol || isUpgrade)
}

const connectMs = 10_000
const agents = new Map<string, Promise<Agent>>()

/** Connections are kept open for the next call, and each was checked when it was made. */
function agentFor(reach: readonly string[]): Promise<Agent> {
  const key = reach.join()
  const agent = agents.get(key) ?? makeAgent(reach)
  agents.set(key, agent)
  return agent
}

async function makeAgent(reach: readonly string[]): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici')
  const connect = buildConnector({ lookup: lookupWithin(reach), timeout: connectMs })
  return new Agent({
    connect(options, callback) {
      try {
        assertHostAllowed(reach, options.hostname)
        connect(options, callback)
      } catch (error) {
        callback(error as Error, null)
      }
    },
  })
}

function failureOf(
  error: unknown,
  { limit, signal }: { limit: AbortSignal; signal: AbortSignal | undefined },
): FetchFailure {
  if (error instanceof FetchFailure) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof AddressRefused) return new FetchFailure('address', cause.message, error)
  if (signal?.aborted) return new FetchFailure('stopped', 'was not waited for', error)
  if (limit.aborted) return new FetchFailure('time', 'did not answer in time', error)
  // `ECONNREFUSED` rather than `fetch failed`; codes hold no address.
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
  return new FetchFailure('unreachable', `could not be reached (${code})`, error)
}

const sizeOf = ({ maxBytes }: Call) => `${Math.round(maxBytes / 1024 / 1024)} MB`
