import { type OrderBalance, owedByLedger, paidTooMuch } from '../ledger/ledger.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'
import type { OrderState } from '../orders/order-state.ts'

/** Where the money is that came for an order. The parts add up to `received`, and none is below zero. */
export type MoneyBack = {
  /** Payments, less those that a bank reversed. */
  received: Cents
  /** Refunds that the payment provider, or staff, completed. */
  refunded: Cents
  /** Refunds that were asked for. */
  onItsWay: Cents
  /** Reversed by the buyer's bank: in a dispute that was lost, and in one that is open. */
  lost: Cents
  disputed: Cents
  /** Staff decided not to refund it. */
  declined: Cents
  /** The buyer's, and nobody has decided about it. Of a paid order, what was paid beyond its total. */
  inReview: Cents
  /** The rest, which pays for what was sold. */
  kept: Cents
}

type Money = Omit<OrderBalance, 'sold' | 'credited' | 'returned'> & {
  /** Refunds asked for that the ledger does not have yet; `due` and `refundable` count them as made. */
  outstanding: Cents
}

/** `completed`: the refunds of it that are known to have succeeded, in US cents. */
export function moneyBack(money: Money, completed: Cents, state: OrderState): MoneyBack {
  const received = cents(Math.max(0, money.paid))
  let left: number = received
  const take = (sum: number): Cents => {
    const part = Math.min(left, Math.max(0, sum))
    left -= part
    return cents(part)
  }
  const sent = money.refunded + money.outstanding
  const refunded = take(Math.min(sent, completed))
  const onItsWay = take(sent - refunded)
  const lost = take(money.lost)
  const disputed = take(money.disputed)
  const declined = take(money.declined)
  const isSold = state === 'paid' || state === 'fulfilled'
  const inReview = take(isSold ? paidTooMuch(money, { state }) : owedByLedger(money))
  return { received, refunded, onItsWay, lost, disputed, declined, inReview, kept: cents(left) }
}

/** The same, once staff have decided not to refund a sum of it. */
export function withDeclined(money: MoneyBack, amount: Cents): MoneyBack {
  const ofReview = Math.min(amount, money.inReview)
  const ofRest = Math.min(amount - ofReview, money.kept)
  return {
    ...money,
    inReview: cents(money.inReview - ofReview),
    kept: cents(money.kept - ofRest),
    declined: cents(money.declined + ofReview + ofRest),
  }
}

/** For staff, word for word; that the buyer was told only where an email says it [MAIL-22]. */
export const quotedToStaff = (told: string, byEmail: boolean): string =>
  `${byEmail ? 'The buyer was told' : 'The buyer’s order page says'}: “${told}”`

export type ToldBuyer = {
  /** Whether emails about the order reach its buyer. */
  byEmail: boolean
  /** What staff wrote to the buyer when they declined a refund; may be empty. */
  note: string
}

/** Before anybody has decided about a refund, nothing more is promised. `sum`: left out where it was just named. */
export const reviewing = (byEmail: boolean, sum?: Cents): string =>
  `We’re reviewing ${sum === undefined ? 'your refund' : `a refund of ${formatCents(sum)}`}${byEmail ? ' and will email you' : ''}.`

/**
 * What the buyer of an order is told of their money, in pages and emails alike, from the facts alone: of an order
 * that ended all that came and what became of each part, of a paid one what was beyond its total [REFUND-18].
 * Empty where there is nothing to tell. The sums it names add up to what was received.
 */
export function moneyBackMessage(money: MoneyBack, state: OrderState, told: ToldBuyer): string {
  if (state === 'pending' || money.received === 0) return ''
  if (state === 'paid' || state === 'fulfilled') return beyondTotal(money, told)
  const paid = `You paid ${formatCents(money.received)}.`
  return [paid, ...partsOf(money, told)].join(' ')
}

function beyondTotal(money: MoneyBack, { byEmail, note }: ToldBuyer): string {
  const { received, kept, inReview, declined } = money
  // After a refund or a decision about a part of it, what is left is less than what was paid too much.
  const paid =
    inReview === received - kept
      ? `You paid ${formatCents(inReview)} more than your order total.`
      : `${formatCents(inReview)} that you paid beyond the total hasn’t been refunded yet.`
  return [
    ...(inReview > 0 ? [paid, reviewing(byEmail)] : []),
    ...(declined > 0 ? [declining(formatCents(declined), note)] : []),
  ].join(' ')
}

/** A sentence for each part; the sum is not repeated where it is all that was paid. */
function partsOf(money: MoneyBack, { byEmail, note }: ToldBuyer): string[] {
  const { received, refunded, onItsWay, lost, disputed, declined, inReview, kept } = money
  const sum = (part: Cents) => (part === received ? 'all of it' : formatCents(part))
  const begin = (part: Cents) => (part === received ? 'All of it' : formatCents(part))
  return [
    ...(refunded > 0 ? [`We refunded ${sum(refunded)}.`] : []),
    ...(onItsWay > 0 ? [`We’re refunding ${sum(onItsWay)}.`] : []),
    ...(lost > 0 ? [`Your bank returned ${sum(lost)} to you.`] : []),
    ...(disputed > 0 ? [`${begin(disputed)} is in a dispute at your bank.`] : []),
    ...(kept > 0 ? [`${begin(kept)} paid for your order.`] : []),
    ...(declined > 0
      ? [declining(declined === received ? 'it' : formatCents(declined), note)]
      : []),
    ...(inReview > 0 ? [reviewing(byEmail, inReview === received ? undefined : inReview)] : []),
  ]
}

/** Staff may have given it back outside of the shop: their note says so. */
const declining = (what: string, note: string) =>
  `We decided not to refund ${what}.${note === '' ? '' : ` ${note}`}`
