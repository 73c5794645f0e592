import { type Cents, cents, formatCents } from '../money/cents.ts'
import { type HandKind, howPaid } from '../payments/offline-payment.ts'
import { type Day, formatLongDay } from '../time/day.ts'

/** A payment as the ledger and Stripe's balance have it at the end of a month, refunds and disputes included. */
export type ComparedPayment = {
  payment: string
  order: string | null
  booked: Cents
  /** Null: Stripe's balance has nothing of it. */
  atStripe: Cents | null
}

export type ListedPayout = {
  id: string
  day: Day
  amount: Cents
  /** What its transactions add up to; null where Stripe has not listed them. */
  sum: Cents | null
  status: string
  isAutomatic: boolean
}

/** A balance transaction that belongs to no payment the shop knows. */
export type Stray = { id: string; day: Day; amount: Cents; currency: string; detail: string }

export type TakenByHand = { order: string | null; day: Day; kind: HandKind; amount: Cents }

export type LooseEnds = {
  payments: readonly ComparedPayment[]
  payouts: readonly ListedPayout[]
  strays: readonly Stray[]
  fees: readonly Stray[]
  /** Balance transactions in another currency, which are in no entry. */
  foreign: readonly Stray[]
  byHand: readonly TakenByHand[]
  /** Gold without a known cost, in words; and trade-ins that the metal ledger has not. */
  goldWithoutCost: readonly string[]
  notInMetal: readonly string[]
}

/** More of one kind are counted and not named. */
const namedAtMost = 25

/** A sentence for each thing of a month that does not tie out [JOURNAL-04]. */
export function looseEndsOf(ends: LooseEnds): string[] {
  return [
    ...named(ends.payouts.filter(isOpen), payoutSentence),
    ...named(ends.payments, paymentSentence),
    ...named(
      ends.strays,
      ({ id, day, amount, detail }) =>
        `${on(day)}, Stripe moved ${formatCents(amount)} that the shop doesn’t know of: ${about(id, detail)}.`,
    ),
    ...named(
      ends.foreign,
      ({ id, day, currency, detail }) =>
        `${on(day)}, Stripe moved money in ${currency.toUpperCase()}, which isn’t in these entries: ${about(id, detail)}.`,
    ),
    ...named(
      ends.fees,
      ({ id, day, amount, detail }) =>
        `${on(day)}, Stripe charged ${formatCents(cents(0 - amount))} that isn’t for an order: ${about(id, detail)}.`,
    ),
    ...named(ends.byHand, byHandSentence),
    ...named(
      ends.goldWithoutCost,
      (what) => `${what}: the cost of the gold isn’t known, so it isn’t in these entries.`,
    ),
    ...named(ends.notInMetal, (what) => `${what}: its gold isn’t in the metal ledger.`),
  ]
}

function named<Each>(all: readonly Each[], sentence: (each: Each) => string): string[] {
  const more = all.length - namedAtMost
  return [...all.slice(0, namedAtMost).map(sentence), ...(more > 0 ? [`And ${more} more.`] : [])]
}

const on = (day: Day) => `On ${formatLongDay(day)}`
const about = (id: string, detail: string) => (detail === '' ? id : `${detail} (${id})`)

/** Whether a payout is not the sum of its transactions, or cannot be compared with them. */
export const isOpen = ({ amount, sum, status }: ListedPayout): boolean =>
  sum !== amount || status === 'failed' || status === 'canceled'

function payoutSentence({ id, day, amount, sum, status, isAutomatic }: ListedPayout): string {
  const payout = `${on(day)}, Stripe’s payout of ${formatCents(amount)} (${id})`
  if (status === 'failed' || status === 'canceled')
    return `${payout} ${status === 'failed' ? 'failed' : 'was canceled'}.`
  if (!isAutomatic) return `${payout} was sent manually, so Stripe doesn’t say what it’s made of.`
  if (sum === null) return `${payout} can’t be compared yet: Stripe hasn’t listed its transactions.`
  return `${payout} isn’t the sum of its transactions, which is ${formatCents(sum)}.`
}

function paymentSentence({ payment, order, booked, atStripe }: ComparedPayment): string {
  const what = order === null ? `Payment ${payment}` : `Order ${order}`
  if (atStripe === null)
    return `${what}: ${formatCents(booked)} is in the ledger, but not in Stripe’s balance.`
  if (booked === 0 && order === null)
    return `${what}: ${formatCents(atStripe)} is in Stripe’s balance, but not in the ledger.`
  return `${what}: the ledger has ${formatCents(booked)}, but Stripe’s balance has ${formatCents(atStripe)}.`
}

function byHandSentence({ order, day, kind, amount }: TakenByHand): string {
  const what = order === null ? on(day) : `${on(day)}, order ${order}`
  const how =
    amount < 0
      ? `you refunded ${formatCents(cents(0 - amount))}`
      : `${formatCents(amount)} was taken ${howPaid[kind]}`
  return `${what}: ${how}. Match it to your bank statement.`
}
