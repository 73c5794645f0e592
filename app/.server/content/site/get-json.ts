import {
  type Answer,
  boundedFetch,
  FetchFailure,
} from '#app/.server/platform/http/bounded-fetch.ts'

/** Longer than any healthy content site takes. Readers wait less: see content-site.ts. */
const maxWaitMs = 6000
const maxBytes = 8 * 1024 * 1024

/** An answer that could not be fetched. Its message holds no address and no key. */
export class ContentFailure extends Error {
  /** Of the HTTP answer; null where there was none, or one that could not be read. */
  readonly status: number | null
  /** What WordPress calls it, where it was WordPress that answered. */
  readonly reason: string | null

  constructor(message: string, status: number | null = null, reason: string | null = null) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** `isClean` is false where the site prints something else before or after its JSON. */
type JsonResponse = { json: unknown; isClean: boolean; headers: Headers }

/** Whether a value has the shape that was asked for: a plugin may print its own JSON. */
type IsWanted = (json: unknown) => boolean

/** One GET, whole and within limits of time and size; fails as a ContentFailure. */
export async function getJson(
  address: string,
  isWanted: IsWanted,
  timeoutMs = maxWaitMs,
): Promise<JsonResponse> {
  const answer = await boundedFetch(address, {
    timeoutMs,
    maxBytes,
    // CONTENT_SITE_URL is the environment's alone.
    reach: 'anywhere',
    redirects: 'same site',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  }).catch((error: unknown) => {
    throw error instanceof FetchFailure ? new ContentFailure(error.message) : error
  })
  const { status } = answer
  if (!answer.ok) throw new ContentFailure(`HTTP ${status}`, status, refusalOf(answer))
  return { ...parse(textOf(answer), isWanted), headers: answer.headers }
}

const textOf = ({ bytes }: Answer) => new TextDecoder().decode(bytes)

/** So many places where JSON may begin are tried: a notice of PHP has brackets, too. */
const maxBeginnings = 20

/**
 * A plugin's notices, its JSON among them, or a byte-order mark may be printed around the answer: the first
 * value of the shape that was asked for is taken, an empty one only where no other has it.
 */
function parse(text: string, isWanted: IsWanted): { json: unknown; isClean: boolean } {
  const whole = parsed(text)
  if (whole) return { ...whole, isClean: true }
  let empty: { json: unknown } | null = null
  let tried = 0
  let end = 0
  for (const { index } of text.matchAll(/\[(?=\s*[{\]])|\{(?=\s*["}])/g)) {
    if (index < end) continue
    if (tried++ === maxBeginnings) break
    const part = enclosed(text, index)
    const found = parsed(part)
    if (!found) continue
    // What a value holds is part of it, and no answer.
    end = index + part.length
    if (!isWanted(found.json)) continue
    // `[]` may be a word of the notice.
    if (part.length > 2) return { ...found, isClean: false }
    empty ??= found
  }
  if (empty) return { ...empty, isClean: false }
  throw new ContentFailure('the answer is not JSON')
}

function parsed(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return null
  }
}

/** From a bracket to the one that closes it, whatever is in its strings; nothing where none does. */
function enclosed(text: string, start: number): string {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]
    if (isString && letter === '\\') at += 1
    else if (letter === '"') isString = !isString
    else if (!isString && (letter === '[' || letter === '{')) depth += 1
    else if (!isString && (letter === ']' || letter === '}')) depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  return ''
}

function refusalOf(answer: Answer): string | null {
  try {
    return codeOf(parse(textOf(answer), (json) => codeOf(json) !== null).json)
  } catch {
    return null
  }
}

function codeOf(json: unknown): string | null {
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : null
  return typeof code === 'string' ? code : null
}
