import { useEffect, useRef, useState } from 'react'
import type { EnteredCode } from '#app/contracts/quote/quote-request.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'
import type { ShippingChoice } from '#app/domain/shipping/shipping-method.ts'
import { readSaved } from '../browser-storage.ts'
import { usePageRestored } from '../page/use-page-restored.ts'
import {
  type CheckoutFailure,
  checkOut,
  inTurn,
  leadsToOrder,
  saveMark,
  takeOverBuyNow,
  whatToConfirm,
} from './checkout.ts'
import { buyNowMarkKey, checkoutMarkKey } from './checkout-mark.ts'
import { cartReminderKey } from './saved-cart.ts'
import type { LockedQuote } from './use-locked-quote.ts'

export type Checkout = {
  /** From the click until the payment page takes over [PAY-10]. */
  leaving: boolean
  failure: { message: CheckoutFailure; reason?: string } | null
  /** The price was no longer held; the new total waits for another click [QUOTE-04]. `ask`: null where it is the same. */
  confirmation: { ask: string | null } | null
  start(): void
  dismiss(): void
}

/** Drives the checkout button. A drawer that is shut gives the attempt up: nobody is sent away unasked. */
export function useCheckout(
  isOpen: boolean,
  quote: LockedQuote,
  {
    shownTotal,
    payBy,
    giftNote,
    code,
    shipping,
    remindMe,
  }: {
    shownTotal: string
    payBy: PayBy
    giftNote: string
    code: EnteredCode | null
    shipping: ShippingChoice | null
    /** The address as it is entered when the button is pressed. */
    remindMe: () => string
  },
): Checkout {
  const [leaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<Checkout['failure']>(null)
  const [confirmation, setConfirmation] = useState<Checkout['confirmation']>(null)
  const attempt = useRef<AbortController | null>(null)

  useEffect(() => {
    if (isOpen) return
    attempt.current?.abort()
    setLeaving(false)
  }, [isOpen])

  // Back from the payment page, the browser may show this page as it was left: waiting.
  usePageRestored(() => setLeaving(false))

  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    attempt.current = controller
    setFailure(null)
    setConfirmation(null)
    setLeaving(true)
    const held = quote.held && Date.now() < quote.held.until ? quote.held.answer : null
    const here = window.location.href
    const outcome = await inTurn(checkoutMarkKey, async () => {
      if (signal.aborted) return { kind: 'aborted' } as const
      const lastMark = readSaved(checkoutMarkKey)
      const { lines } = quote
      const outcome = await takeOverBuyNow(
        (mark) => {
          const reminder = readSaved(cartReminderKey)
          const beside = { payBy, giftNote, code, shipping, remindMe: remindMe(), reminder }
          const cart = { held, shownTotal, lines, lastMark: mark, ...beside }
          return checkOut(fetch, cart, here, signal)
        },
        {
          lastMark,
          buyNowMarks: lines.map(({ productId }) => readSaved(buyNowMarkKey(productId))),
        },
      )
      const leaves = outcome.kind === 'leave' && !signal.aborted
      // Bought already, in another tab: its mark stays, and its page empties the cart.
      if (leaves && !leadsToOrder(outcome.url, here)) saveMark(checkoutMarkKey, outcome.quote)
      return outcome
    })
    if (signal.aborted || outcome.kind === 'aborted') return
    if (outcome.kind === 'leave') {
      window.location.assign(outcome.url)
      return
    }
    setLeaving(false)
    if (outcome.kind === 'failed') {
      // The next price says what has to be chosen again [OPTION-04].
      if (outcome.code === 'options_refused') quote.expire()
      return setFailure(outcome)
    }
    quote.take(outcome.answer)
    const shown = payBy === 'card' || !quote.bank ? shownTotal : quote.bank.total
    setConfirmation({ ask: whatToConfirm(outcome, { payBy, shown }) })
  }

  return { leaving, failure, confirmation, start, dismiss: () => setFailure(null) }
}
