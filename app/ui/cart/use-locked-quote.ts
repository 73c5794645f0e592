import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { EnteredCode } from '#app/contracts/quote/quote-request.ts'
import {
  lockedForMs,
  type QuotedLine,
  type QuoteResponse,
} from '#app/contracts/quote/quote-response.ts'
import { type CartItem, itemKey, type NewPrice } from '#app/domain/cart/cart.ts'
import { priceChanges } from '#app/domain/cart/changes.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { usePageRestored } from '../page/use-page-restored.ts'
import { requestQuote } from './request-quote.ts'
import {
  type Offered,
  offeredByLine,
  quotedLine,
  requestedLines,
  unitPrices,
} from './shown-quote.ts'
import { isForgotten, type useDiscountCode } from './use-discount-code.ts'

/** Typing a quantity or clicking plus three times asks once. */
const settleMs = 350
/** Between attempts while the shop cannot be reached. */
const retryMs = 15_000

/** A quote, the lines it is for, and until when (this browser's clock). */
type Held = { answer: QuoteResponse; covers: string; until: number }

export type LockedQuote = {
  /** The shop's quote for the lines as they are, while it holds. */
  held: { answer: QuoteResponse; until: number } | null
  /** The price by bank as last quoted, also while the next quote is requested; null: there is none. */
  bank: QuoteResponse['bank'] | null
  /** Today's price cannot be had just now; the cart shows the last one seen. */
  unavailable: boolean
  /** Why the shop does not sell the cart as it is: fewer pieces are left [STOCK-03]. */
  refused: string | null
  /** What is offered in place of choices that are not, by line key [OPTION-04]. */
  choose: ReadonlyMap<string, Offered>
  /** What changed since the prices shown before, in sentences [D26, CART-15]. */
  changes: string | null
  /** What the shop said of the discount code, as last quoted. */
  code: QuoteResponse['code'] | null
  /** What is no longer sold. */
  notes: readonly string[]
  lines: readonly QuoteRequestLine[]
  /** Sales tax comes on top of the total, on the payment page. */
  taxAtCheckout: boolean
  /** What shipping costs and when the cart arrives, as last quoted. */
  shipping: QuoteResponse['shipping'] | null
  /** The weight and sum of a line as last quoted. */
  quotedLine(item: CartItem): QuotedLine | undefined
  /** Takes an answer that came by another way, e.g. with a refused checkout. */
  take(answer: QuoteResponse): void
  /** Asks for a price again. */
  expire(): void
}

/**
 * Keeps the shop's own prices under the cart's lines: asks when the drawer opens and after each
 * change, gives up the older question, and asks again when the price is no longer held [QUOTE-05].
 */
export function useLockedQuote(
  { isOpen, items, added }: { isOpen: boolean; items: readonly CartItem[]; added: string | null },
  reprice: (prices: ReadonlyMap<string, NewPrice | null>) => void,
  [entered, enter]: ReturnType<typeof useDiscountCode>,
  shipping: ShippingChoice | null,
): LockedQuote {
  const [quoted, setQuoted] = useState<Held | null>(null)
  const [unavailable, setUnavailable] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [choose, setChoose] = useState<ReadonlyMap<string, Offered>>(new Map())
  const [changes, setChanges] = useState<string | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)

  const lines = requestedLines(items)
  const wanted = JSON.stringify([lines, entered, shipping])
  // An answer may come by an event that began with an older cart.
  const latest = useRef({ items, wanted, entered, enter, shipping })
  useLayoutEffect(() => {
    latest.current = { items, wanted, entered, enter, shipping }
  })

  const take = useCallback(
    (answer: QuoteResponse) => {
      const prices = unitPrices(latest.current.items, answer)
      const kept = latest.current.items.filter((item) => prices.get(itemKey(item)) !== null)
      setChanges(priceChanges(latest.current.items, prices))
      setNotes((earlier) => [...new Set([...earlier, ...answer.notes])])
      setUnavailable(false)
      setRefused(null)
      const forgets = isForgotten(answer)
      if (forgets) latest.current.enter(null)
      setQuoted({
        answer,
        covers: JSON.stringify([
          requestedLines(kept),
          forgets ? null : latest.current.entered,
          latest.current.shipping,
        ]),
        until: Date.now() + lockedForMs(answer),
      })
      reprice(prices)
    },
    [reprice],
  )

  const covered = quoted !== null && quoted.covers === wanted
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same again.
  useEffect(() => {
    if (!isOpen || covered || lines.length === 0) return
    const controller = new AbortController()
    const ask = async () => {
      const [asked, code, shipping] = JSON.parse(wanted) as [
        QuoteRequestLine[],
        EnteredCode | null,
        ShippingChoice | null,
      ]
      const isFirst = quoted === null && attempt === 0 && added !== null
      const begun = isFirst && asked.length === 1 && asked[0]?.quantity === 1
      const { signal } = controller
      const outcome = await requestQuote(fetch, asked, { signal, code, shipping, begun })
      // The cart may have changed between the answer and React's next effect.
      if (controller.signal.aborted || latest.current.wanted !== wanted) return
      if (outcome.kind === 'quoted') take(outcome.answer)
      else {
        setUnavailable(true)
        setRefused((outcome.kind === 'refused' && outcome.reason) || null)
        setChoose(offeredByLine(latest.current.items, outcome))
      }
    }
    const timer = setTimeout(ask, quoted === null && attempt === 0 ? 0 : settleMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isOpen, covered, wanted, attempt, take])

  useEffect(() => {
    if (!isOpen || !unavailable) return
    const timer = setInterval(() => setAttempt((count) => count + 1), retryMs)
    return () => clearInterval(timer)
  }, [isOpen, unavailable])

  const until = quoted?.until
  const expire = useCallback(() => setQuoted((held) => held && { ...held, covers: '' }), [])
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(expire, until - Date.now())
    return () => clearTimeout(timer)
  }, [until, expire])
  // Back from the payment page, this quote may have become an order.
  usePageRestored(expire)

  return {
    held: covered ? quoted : null,
    bank: quoted?.answer.bank ?? null,
    code: quoted?.answer.code ?? null,
    unavailable: unavailable && !covered,
    refused: unavailable && !covered ? refused : null,
    choose: unavailable && !covered ? choose : new Map(),
    changes: covered ? changes : null,
    notes,
    lines,
    taxAtCheckout: quoted?.answer.taxAtCheckout ?? false,
    shipping: quoted?.answer.shipping ?? null,
    quotedLine: (item) => (quoted ? quotedLine(item, quoted.answer) : undefined),
    take,
    expire,
  }
}
