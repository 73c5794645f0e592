import { type Cents, cents, formatCents } from '../money/cents.ts'
import { hadBecome, type OrderState } from '../orders/order-state.ts'
import type { PayBy } from '../pricing/bank-discount.ts'

/** How staff took money themselves. A bank check is a cashier's check or a money order. */
export const handKinds = ['cash', 'check', 'bank check', 'wire'] as const
export type HandKind = (typeof handKinds)[number]

/** How a payment that staff recorded is kept: the credit of an exchange is recorded by its trade-in alone [TRADE-12]. */
export type OfflineKind = HandKind | 'trade-in'

/** After an amount: `$20.00 in cash`. */
export const howPaid = {
  cash: 'in cash',
  check: 'by check',
  'bank check': 'by cashier’s check or money order',
  wire: 'by bank wire',
  'trade-in': 'as a trade-in credit',
} as const satisfies Record<OfflineKind, string>

/** How money came, for staff; of an order it is what was used, and not what its price was made for. */
export const paymentNames = {
  card: 'Card',
  debit: 'Bank debit (ACH)',
  wire: 'Bank wire',
  cash: 'Cash',
  check: 'Check',
  'bank check': 'Cashier’s check or money order',
  'trade-in': 'Trade-in credit',
} as const satisfies Record<PayBy | OfflineKind, string>

/** Beyond it an order is made, or its payments recorded, with a fresh second factor alone [FRESH-06]. */
export const reauthAboveOffline = cents(1_000_00)

/** In the ledger, where the payment provider's name is otherwise. */
export const byHand = 'hand'

/** What the order and the ledger call a payment that staff recorded, by its id. No provider knows it. */
export const offlineReference = (id: string) => `hand_${id}`
export const isOfflineReference = (reference: string) => reference.startsWith(offlineReference(''))

/** Whether staff hand a refund back themselves; `credit`: it comes back as the credit of a trade-in [TRADE-12]. */
export type ByHand = boolean | 'credit'

/** For the buyer, under what is refunded. */
export const howItGoesBack = (isByHand: ByHand) => {
  if (isByHand === 'credit') return 'You paid with a trade-in credit, so it comes back as credit.'
  return isByHand
    ? 'You paid us directly, so we’ll refund you directly.'
    : 'Your refund will go to your original payment method. It can take 5–10 business days to show up in your account.'
}

/** An order as far as its money goes, in US cents. */
export type StaffMoney = {
  /** Of the goods, and the tax that was agreed to. */
  total: Cents
  tax: Cents
  /** Paid, less what was refunded or reversed. */
  received: Cents
}

/** What is still to be paid of an order that staff made. */
export function staffDue({ total, tax, received }: StaffMoney, deposit: Cents | null) {
  const inAll = cents(total + tax)
  const missing = (sum: Cents) => cents(Math.max(0, sum - received))
  return {
    /** Goods and tax. */
    inAll,
    /** Not below zero. */
    left: missing(inAll),
    /** What is missing of the deposit; null where none was agreed. */
    depositLeft: deposit === null ? null : missing(deposit),
  }
}

export type StaffDue = ReturnType<typeof staffDue>

/** Why a sum cannot be recorded, in a sentence for staff; null where it can. */
export function offlinePaymentProblem(
  amount: Cents,
  { left }: Pick<StaffDue, 'left'>,
): string | null {
  if (left === 0) return 'Nothing is left to pay on this order.'
  if (amount <= left) return null
  return `${formatCents(amount)} is more than the ${formatCents(left)} left to pay.`
}

type Installment = {
  state: OrderState
  /** Goods and tax. */
  due: Cents
  received: Cents
  currency: string
  /** The ledger has this very payment. */
  isKnown: boolean
  /** The total is final. */
  isFixed: boolean
}

/**
 * One of several payments of an order that staff made [SALE-05]: what they add up to decides. A cent short
 * still waits; more than enough is paid, and the rest owed to the buyer. `sum` is it in words.
 */
export function installmentEffect(
  order: Installment,
  { amount, currency }: { amount: Cents | null; currency: string | null },
  sum: string,
):
  | { outcome: 'ignored' | 'on hold'; why: string }
  | { outcome: 'updated'; why: string; changes: Record<never, never> }
  | { outcome: 'applied'; becomes: 'paid'; why: string } {
  if (order.isKnown) return { outcome: 'ignored', why: 'This payment was already recorded.' }
  if (amount === null || currency?.toLowerCase() !== order.currency) {
    return { outcome: 'on hold', why: `A payment of ${sum} arrived, but U.S. dollars were due.` }
  }
  if (order.state !== 'pending') {
    const why = `A payment of ${sum} arrived after the order ${hadBecome[order.state]}. It’s owed to the buyer.`
    return { outcome: 'on hold', why }
  }
  const received = cents(order.received + amount)
  const left = cents(order.due - received)
  if (!order.isFixed || left > 0) {
    const rest = order.isFixed
      ? `${formatCents(left)} is left to pay.`
      : 'The balance will be known once the gold price is locked.'
    return {
      outcome: 'updated',
      why: `${sum} was paid, ${formatCents(received)} in total. ${rest}`,
      changes: {},
    }
  }
  const why =
    left === 0
      ? 'The payment was confirmed, and nothing is left to pay.'
      : `The payment was confirmed with ${formatCents(cents(-left))} extra, which is owed to the buyer.`
  return { outcome: 'applied', becomes: 'paid', why }
}
