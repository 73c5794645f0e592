import type { EnteredCode } from '#app/contracts/quote/quote-request.ts'
import { type QuoteResponse, readQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { QuoteRequestLine } from '#app/domain/quote/quote.ts'
import { quoteId } from '#app/domain/quote/quote.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { save } from '../browser-storage.ts'
import { field, postJson, reasonFor } from './post-json.ts'
import { requestQuote } from './request-quote.ts'

/** The three sentences of a failed checkout, word for word (specification, section 8). */
const checkoutFailures = {
  refused: 'Failed to create checkout session',
  withoutUrl: 'No checkout URL received',
  other: 'Failed to start checkout',
} as const
export type CheckoutFailure = (typeof checkoutFailures)[keyof typeof checkoutFailures]

export type CheckoutOutcome =
  /** `quote` is the token that is being paid for. */
  | { kind: 'leave'; url: string; quote: string }
  /** Not what the shopper saw: today's quote, to be looked at first [QUOTE-04]; `reason`: why, by the shop. */
  | { kind: 'fresh'; answer: QuoteResponse; reason?: string }
  /**
   * `reason`: what the shop says beside the documented sentence, where that helps a shopper; `code`
   * names it.
   */
  | { kind: 'failed'; message: CheckoutFailure; reason?: string; code?: string }
  | { kind: 'aborted' }

/** The quote that goes to pay, for `takeMark` (take-mark.ts). */
export function saveMark(key: string, quoteToken: string): void {
  save(key, quoteId(quoteToken))
}

/**
 * Two tabs that check out the same thing in the same moment do it one after the other, so that the
 * second finds the mark of the first. Browsers have it on https and on the machine itself; Firefox refuses
 * it where storage is blocked, and then there is no mark either.
 */
export async function inTurn<T>(markKey: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  if (!locks) return work()
  let isBegun = false
  const begin = () => {
    isBegun = true
    return work()
  }
  try {
    return await locks.request(markKey, begin)
  } catch (error) {
    if (isBegun) throw error
    return work()
  }
}

/**
 * Where too few pieces are left, one of them may be in this browser's own Buy Now that was left unpaid: the
 * cart takes its place, one Buy Now after the other [STOCK-16]. The shop closes its page first, and where
 * it was paid leaves it alone. `lastMark` is the cart's own; `buyNowMarks` those of the pieces in it.
 */
export async function takeOverBuyNow(
  attempt: (mark: string | null) => Promise<CheckoutOutcome>,
  { lastMark, buyNowMarks }: { lastMark: string | null; buyNowMarks: readonly (string | null)[] },
): Promise<CheckoutOutcome> {
  let outcome = await attempt(lastMark)
  for (const mark of new Set(buyNowMarks)) {
    if (outcome.kind !== 'failed' || outcome.code !== 'not_enough_left') return outcome
    if (mark !== null) outcome = await attempt(mark)
  }
  return outcome
}

/** Longer than the shop itself waits for the payment provider. */
const timeoutMs = 30_000

/**
 * From the cart as shown to the payment page. Without a quote that still holds, one is requested
 * first [CART-14], and where it comes to another total the shopper is asked again.
 */
export async function checkOut(
  fetchFrom: typeof fetch,
  cart: {
    held: QuoteResponse | null
    shownTotal: string
    lines: readonly QuoteRequestLine[]
    /** The mark this browser's last checkout left. */
    lastMark?: string | null
    payBy?: PayBy
    /** The value to store; empty: none. */
    giftNote?: string
    code?: EnteredCode | null
    shipping?: ShippingChoice | null
    remindMe?: string
    reminder?: string | null
  },
  here: string,
  signal: AbortSignal,
): Promise<CheckoutOutcome> {
  const { lastMark, payBy = 'card', giftNote = '', remindMe = '', reminder = null } = cart
  const beside = { giftNote, remindMe, reminder }
  if (cart.held && (payBy === 'card' || cart.held.bank)) {
    return startCheckout(fetchFrom, cart.held, here, signal, lastMark, { payBy, ...beside })
  }
  const { code = null, shipping = null } = cart
  const asked = await requestQuote(fetchFrom, cart.lines, { signal, code, shipping })
  switch (asked.kind) {
    case 'aborted':
      return asked
    case 'refused':
      return { ...asked, kind: 'failed', message: checkoutFailures.refused }
    case 'unreachable':
      return { kind: 'failed', message: checkoutFailures.other }
    case 'quoted':
      // What the bank price was is not known here: it is shown first.
      return payBy === 'card' &&
        asked.answer.total === cart.shownTotal &&
        asked.answer.notes.length === 0
        ? startCheckout(fetchFrom, asked.answer, here, signal, lastMark, beside)
        : { kind: 'fresh', answer: asked.answer }
  }
}

/** What goes beside the body. */
type Beside = {
  buyNow?: boolean
  payBy?: PayBy
  giftNote?: string
  /** The address for one email if the payment is not finished; empty: none. */
  remindMe?: string
  /** The email that brought this cart back. */
  reminder?: string | null
}

/**
 * Hands the quote back with the total the shopper saw [PAY-07] and learns where to pay. `here` is
 * the page's own address. `lastMark` names the quote this cart went to pay before, in another tab
 * perhaps: the shop closes that page, so that one cart is not paid twice. `buyNow`: not the cart,
 * but one piece from its page. `payBy`: the sum is the one this way to pay was shown with. Never throws.
 */
export async function startCheckout(
  fetchFrom: typeof fetch,
  answer: Pick<QuoteResponse, 'quote' | 'total' | 'bank'>,
  here: string,
  signal?: AbortSignal,
  lastMark?: string | null,
  { buyNow = false, payBy = 'card', giftNote = '', remindMe = '', reminder = null }: Beside = {},
): Promise<CheckoutOutcome> {
  const { quote } = answer
  try {
    const body = checkoutBody(dueOf(answer, payBy), quote)
    const replaces = lastMark && lastMark !== quoteId(quote) ? lastMark : null
    const answered = await postJson(fetchFrom, '/api/create-checkout-session', body, {
      timeoutMs,
      signal,
      headers: {
        ...(replaces ? { 'Replaces-Quote': replaces } : {}),
        ...(buyNow ? { 'Buy-Now': 'yes' } : {}),
        ...(payBy === 'card' ? {} : { 'Pay-By': payBy }),
        // Beside the body, and encoded, since a header holds no letters but English ones.
        ...(giftNote ? { 'Gift-Note': encodeURIComponent(giftNote) } : {}),
        ...(remindMe ? { 'Remind-Me': encodeURIComponent(remindMe) } : {}),
        ...(reminder ? { 'Cart-Reminder': reminder } : {}),
      },
    })
    if (answered.status === 409) {
      const fresh = readQuoteResponse(field(answered.json, 'fresh'))
      const reason = field(field(answered.json, 'error'), 'message')
      if (fresh) {
        return { kind: 'fresh', answer: fresh, ...(typeof reason === 'string' && { reason }) }
      }
    }
    if (!answered.ok) {
      const said = reasonFor(answered.status, answered.json)
      return { kind: 'failed', message: checkoutFailures.refused, ...said }
    }
    const url = safeDestination(field(answered.json, 'url'), here)
    return url
      ? { kind: 'leave', url, quote }
      : { kind: 'failed', message: checkoutFailures.withoutUrl }
  } catch {
    return signal?.aborted
      ? { kind: 'aborted' }
      : { kind: 'failed', message: checkoutFailures.other }
  }
}

const dueOf = ({ total, bank }: Pick<QuoteResponse, 'total' | 'bank'>, payBy: PayBy) =>
  payBy === 'card' || !bank ? total : bank.total

export const lookAtTotal = 'Please review the new total and confirm.'

/**
 * What the shopper is asked where another quote came in place of the one shown [BANK-15]; null where it
 * comes to the same sum. `shown`: what was to be paid.
 */
export function whatToConfirm(
  { answer, reason }: Extract<CheckoutOutcome, { kind: 'fresh' }>,
  { payBy, shown }: { payBy: PayBy; shown: string },
): string | null {
  if (payBy !== 'card' && !answer.bank) {
    return (
      reason ??
      'The bank payment discount is no longer available. Please review the total and confirm.'
    )
  }
  return dueOf(answer, payBy) === shown ? null : lookAtTotal
}

/** An order of this shop, bought already: no page to pay on. */
export function leadsToOrder(url: string, here: string): boolean {
  const { origin, pathname } = new URL(url, here)
  return origin === new URL(here).origin && pathname.startsWith('/order/')
}

/**
 * `{"amount":2113.70,"quote":"…"}`: the total is already a decimal with two places [PAY-08], and
 * goes into the JSON as it is, so it passes through no floating point.
 */
export function checkoutBody(total: string, quote: string): string {
  if (!/^\d+\.\d{2}$/.test(total)) throw new RangeError(`${total} is not dollars and cents`)
  return `{"amount":${total},"quote":${JSON.stringify(quote)}}`
}

/** Pages of this site and https pages; anything else, `javascript:` first of all, is no address to go to. */
export function safeDestination(url: unknown, here: string): string | null {
  if (typeof url !== 'string' || url === '' || !URL.canParse(url, here)) return null
  const destination = new URL(url, here)
  const ownPage =
    destination.origin === new URL(here).origin && /^https?:$/.test(destination.protocol)
  return ownPage || destination.protocol === 'https:' ? destination.href : null
}
