import { postJson } from './post-json.ts'
import { type RequestedLine, readShownQuote, type ShownQuote } from './shown-quote.ts'

export type QuoteOutcome =
  | { kind: 'quoted'; answer: ShownQuote }
  /** The shop answered, but gave no price. */
  | { kind: 'refused' }
  /** No answer, or one that cannot be read. */
  | { kind: 'unreachable' }
  /** The asker has moved on. */
  | { kind: 'aborted' }

/** Longer than any healthy answer; after it the shopper is told instead of left waiting. */
const patienceMs = 15_000

/** Asks the shop what these lines cost now [QUOTE-01]. Never throws. */
export async function requestQuote(
  fetchFrom: typeof fetch,
  lines: readonly RequestedLine[],
  signal?: AbortSignal,
): Promise<QuoteOutcome> {
  try {
    const body = JSON.stringify({ lines })
    const { ok, json } = await postJson(fetchFrom, '/api/quote', body, { patienceMs, signal })
    if (!ok) return { kind: 'refused' }
    const answer = readShownQuote(json)
    return answer ? { kind: 'quoted', answer } : { kind: 'unreachable' }
  } catch {
    return { kind: signal?.aborted ? 'aborted' : 'unreachable' }
  }
}
