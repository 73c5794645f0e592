import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { atOtherRate, type BasisPoints } from '../pricing/trade-in-value.ts'
import type { TradeInKind } from './trade-in.ts'

/** How the shop pays for gold, outside of itself. Never cash. */
export const payoutKinds = ['check', 'bank transfer'] as const
export type PayoutKind = (typeof payoutKinds)[number]

export type TradeInMoney = {
  /** What was agreed. */
  offer: Cents
  /** What orders used of it as a credit, less what their refunds gave back. */
  credited: Cents
  /** What payouts settled of it. */
  settled: Cents
}

/** What the shop still owes the owner; of a recast nothing, which its owner pays [TRADE-12]. */
export const openCredit = (kind: TradeInKind, { offer, credited, settled }: TradeInMoney): Cents =>
  kind === 'recast' ? cents(0) : cents(Math.max(0, offer - credited - settled))

/** What an order can use of a credit. */
export const creditFor = (open: Cents, left: Cents): Cents => cents(Math.min(open, left))

/**
 * What is paid out for what is open. An exchange promised a higher rate for buying another piece, so its rest is
 * paid at the rate of sell-back.
 */
export function payoutOf(
  kind: TradeInKind,
  open: Cents,
  { agreed, sellBack }: { agreed: BasisPoints; sellBack: BasisPoints },
): Cents {
  return kind === 'exchange' && sellBack < agreed ? atOtherRate(open, agreed, sellBack) : open
}

/** What of each line is taxed where a trade-in reduces the taxable amount: never less than nothing. */
export function taxableAfterCredit(due: readonly Cents[], credit: Cents): Cents[] {
  const all = sumCents(due)
  const off = allocateCents(cents(Math.min(credit, all)), due)
  return due.map((line, at) => cents(line - (off[at] ?? 0)))
}
