import { type QuoteAnswer, readQuoteAnswer } from '#app/contracts/quote-answer.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import { postJson } from './post-json.ts'

export type QuoteOutcome =
  | { kind: 'quoted'; answer: QuoteAnswer }
  /** The shop answered, but gave no price. */
  | { kind: 'refused' }
  /** No answer, or one that cannot be read. */
  | { kind: 'unreachable' }
  /** The asker has moved on. */
  | { kind: 'aborted' }

/** Longer than any healthy answer; after it the shopper reads so instead of waiting on. */
const timeoutMs = 15_000

/** Asks the shop what these lines cost now [QUOTE-01]. Never throws. */
export async function requestQuote(
  fetchFrom: typeof fetch,
  lines: readonly QuoteRequestLine[],
  signal?: AbortSignal,
): Promise<QuoteOutcome> {
  try {
    const body = JSON.stringify({ lines })
    const { ok, json } = await postJson(fetchFrom, '/api/quote', body, { timeoutMs, signal })
    if (!ok) return { kind: 'refused' }
    const answer = readQuoteAnswer(json)
    return answer ? { kind: 'quoted', answer } : { kind: 'unreachable' }
  } catch {
    return { kind: signal?.aborted ? 'aborted' : 'unreachable' }
  }
}
