import type { AppContext } from '#app/.server/app-context.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { readableSecrets } from '#app/.server/platform/secret.ts'
import { emailField, notAnEmail } from '#app/contracts/customers/email.ts'
import { centsToDecimal, parseAmount } from '#app/domain/money/cents.ts'
import { giftNoteOf, whyNoGiftNote } from '#app/domain/orders/gift-note.ts'
import { isPayBy, type PayBy } from '#app/domain/pricing/bank-discount.ts'
import { dueOf, type Quote, quoteId } from '#app/domain/quote/quote.ts'
import { verifyQuote } from './quote-token.ts'

export type CheckoutRequest = {
  amount?: unknown
  quote?: unknown
  replaces?: string | null
  buyNow?: boolean
  /**
   * The client whose orders are counted together [OPEN-01]; null if visitors cannot be told apart.
   */
  network?: string | null
  /** A way to pay; by card where it is left out. */
  payBy?: string | null
  /** The gift note, percent-encoded as a header carries it. */
  giftNote?: string | null
  /** The address for one email if this is not paid, percent-encoded likewise; null: none [REMIND-01]. */
  remindMe?: string | null
  /** Whether the limits allow an email to this address; a checkout never fails for too many [REMIND-06]. */
  mayRemind?: (email: string) => Promise<boolean>
  /** The email that brought the cart back [REMIND-07]. */
  reminder?: string | null
}

/** The quote, if it is one of ours and for this amount: everything a 400 can be about. */
export function checkCheckoutRequest(
  app: AppContext,
  { amount, quote: token, payBy, giftNote, remindMe }: CheckoutRequest,
): {
  quote: Quote
  id: string
  payBy: PayBy
  giftNote: string | null
  remindMe: string | null
} {
  if (token === undefined || token === null || token === '') {
    throw new AppError('quote_required', 400, 'A checkout needs the quote its total came from.')
  }
  const quote = typeof token === 'string' ? knownQuote(app, token) : null
  if (typeof token !== 'string' || !quote) {
    throw new AppError('quote_invalid', 400, 'This quote was not given by this shop.')
  }
  if (quote.lines.length === 0) {
    throw new AppError('quote_empty', 400, 'There is nothing in this quote to buy.')
  }
  const dollars = parseAmount(amount)
  if (dollars === null) {
    throw new AppError(
      'invalid_request',
      400,
      'amount: must be a number of dollars above zero with at most two decimals.',
    )
  }
  const chosen = payBy ?? 'card'
  if (!isPayBy(chosen)) {
    throw new AppError('invalid_request', 400, 'Pay-By: must be card, debit, or wire.')
  }
  if (chosen !== 'card' && quote.bank === null) {
    throw new AppError('no_bank_price', 400, 'This quote has no price for paying by bank.')
  }
  const due = dueOf(quote, chosen)
  if (dollars !== due) {
    throw new AppError('amount_mismatch', 400, 'The amount is not the total of the quote.', {
      facts: { amount: centsToDecimal(dollars), total: centsToDecimal(due) },
    })
  }
  return {
    ...{ quote, id: quoteId(token), payBy: chosen },
    giftNote: readGiftNote(giftNote ?? ''),
    remindMe: readRemindMe(remindMe ?? ''),
  }
}

/** Signed with the secret of now, or with one from before it was rotated. */
function knownQuote(app: AppContext, token: string): Quote | null {
  for (const secret of readableSecrets(app)) {
    const quote = verifyQuote(secret, token)
    if (quote) return quote
  }
  return null
}

/** Null where there is none; refused where it cannot be kept as it is [GIFT-02]. */
function readGiftNote(encoded: string): string | null {
  const refused = (why: string) => new AppError('gift_note_refused', 422, why)
  const text = decoded(encoded)
  if (text === null) throw refused('We couldn’t read the gift note. Please enter it again.')
  const note = giftNoteOf(text)
  const why = whyNoGiftNote(note)
  if (why) throw refused(why)
  return note || null
}

/**
 * Null where the box was not checked; refused where it is no address. In its one form, since a header can encode it
 * in many.
 */
function readRemindMe(encoded: string): string | null {
  if (encoded === '') return null
  const read = emailField.safeParse(decoded(encoded) ?? '')
  if (!read.success) throw new AppError('reminder_refused', 422, notAnEmail)
  return read.data
}

/** Null where it is not what a browser encodes. */
function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
