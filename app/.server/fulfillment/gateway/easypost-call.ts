import { z } from 'zod'
import { boundedFetch, FetchFailure } from '#app/.server/platform/http/bounded-fetch.ts'
import type { Reach } from '#app/.server/platform/outgoing-address.ts'
import { LabelsUnavailable } from './label-gateway.ts'

const maxAnswerBytes = 4 * 1024 * 1024

/** An answer that is no success, read as EasyPost writes them. */
export class EasyPostRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Source: docs.easypost.com, Errors. */
const problem = z.object({
  error: z.looseObject({ code: z.string().catch(''), message: z.unknown() }),
})

export type Caller = {
  apiKey: string
  apiUrl: string
  /** Hosts and networks inside that a label’s file may be at, besides public ones. */
  privateAllowed: readonly string[]
  /** The shop's signal: closing the shop aborts a running call. */
  signal: AbortSignal
  timeLimitMs: number
}

async function bytesOf(
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: string },
  { apiUrl, privateAllowed, signal, timeLimitMs }: Caller,
): Promise<{ status: number; bytes: Uint8Array }> {
  // EASYPOST_API_URL is the environment's; other addresses come with an answer.
  const isApi = new URL(url).origin === new URL(apiUrl).origin
  const reach: Reach = isApi ? 'anywhere' : privateAllowed
  const limits = { timeoutMs: timeLimitMs, maxBytes: maxAnswerBytes, reach, signal }
  return boundedFetch(url, { ...init, ...limits }).catch((error: unknown) => {
    throw error instanceof FetchFailure ? new LabelsUnavailable(error.message) : error
  })
}

/** Codes that leave open whether the call was done. */
const isOpen = (code: string) =>
  /EXISTS|IN_PROGRESS|NO_RESPONSE|TIMED_OUT|ALREADY_PURCHASED/.test(code)

/**
 * One call, its answer read by `shape`. Throws EasyPostRefusal where EasyPost says that it was not done,
 * LabelsUnavailable where that is not known. Neither holds the key nor an address.
 */
export async function callEasyPost<Shape extends z.ZodType>(
  caller: Caller,
  shape: Shape,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: object },
): Promise<z.output<Shape>> {
  const headers = {
    Authorization: `Basic ${Buffer.from(`${caller.apiKey}:`).toString('base64')}`,
    Accept: 'application/json',
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const { status, bytes } = await bytesOf(`${caller.apiUrl}/v2${path}`, init, caller)
  const answer = json(bytes)
  if (status >= 200 && status < 300) {
    const read = shape.safeParse(answer)
    if (read.success) return read.data
    const where = read.error.issues[0]?.path.join('.')
    throw new LabelsUnavailable(`answered in a form that cannot be read (${where})`)
  }
  const told = problem.safeParse(answer)
  const code = told.success ? told.data.error.code : ''
  if (status >= 500 || status === 408 || status === 429 || !told.success || isOpen(code)) {
    throw new LabelsUnavailable(`answered HTTP ${status}${code && ` (${code})`}`)
  }
  throw new EasyPostRefusal(status, code, sentence(told.data.error.message))
}

const maxReasonLength = 200

/** What EasyPost says, in one line; it may be a text or a list of texts. */
function sentence(message: unknown): string {
  const texts = [message].flat().filter((text) => typeof text === 'string')
  return texts.join(' ').replace(/\s+/g, ' ').trim().slice(0, maxReasonLength)
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}

/** A PDF at an address that EasyPost gave, without the key; null where it is none. */
export async function pdfAt(url: string, caller: Caller): Promise<Uint8Array | null> {
  const { status, bytes } = await bytesOf(url, {}, caller)
  if (status === 404 || status === 403 || status === 410) return null
  if (status !== 200) throw new LabelsUnavailable(`the label’s file answered HTTP ${status}`)
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-' ? bytes : null
}
