import type { EnteredCode } from '#app/contracts/quote/quote-request.ts'
import { type QuoteResponse, readQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { field, postJson, reasonFor } from './post-json.ts'

/** `choose`: lines whose choices are no longer offered, as answered: read by offeredByLine. */
export type QuoteRefused = { kind: 'refused'; reason?: string; choose?: unknown }

export type QuoteOutcome =
  | { kind: 'quoted'; answer: QuoteResponse }
  /** The shop answered, but gave no price; `reason`: too few pieces are left, or its gold price is too old. */
  | QuoteRefused
  /** No answer, or one that cannot be read. */
  | { kind: 'unreachable' }
  /** The asker has moved on. */
  | { kind: 'aborted' }

/** Longer than any healthy answer; after it the shopper reads so instead of waiting on. */
const timeoutMs = 15_000

/** Asks the shop what these lines cost now [QUOTE-01]. `begun`: the cart was empty before. Never throws. */
export async function requestQuote(
  fetchFrom: typeof fetch,
  lines: readonly QuoteRequestLine[],
  {
    signal,
    code = null,
    shipping = null,
    begun,
  }: {
    signal?: AbortSignal
    code?: EnteredCode | null
    /** null: standard. */
    shipping?: ShippingChoice | null
    begun?: boolean
  } = {},
): Promise<QuoteOutcome> {
  try {
    const beside = { ...(code && { code }), ...(shipping && { shipping }), ...(begun && { begun }) }
    const body = JSON.stringify({ lines, ...beside })
    const { ok, status, json } = await postJson(fetchFrom, '/api/quote', body, {
      timeoutMs,
      signal,
    })
    if (!ok) {
      const said = reasonFor(status, json)
      // Of what the shop cannot do now, shoppers can do something about the gold price alone: wait [LIVE-17].
      const isSaid = status === 422 || said.code === 'gold_price_unavailable'
      const choose = said.code === 'options_refused' && { choose: field(json, 'choose') }
      return { kind: 'refused', ...(isSaid && said), ...choose }
    }
    const answer = readQuoteResponse(json)
    return answer ? { kind: 'quoted', answer } : { kind: 'unreachable' }
  } catch {
    return { kind: signal?.aborted ? 'aborted' : 'unreachable' }
  }
}
