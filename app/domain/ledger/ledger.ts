import { type Cents, cents, sumCents } from '../money/cents.ts'

/**
 * The money of orders as double entry: each entry moves cents between these accounts, and its postings
 * add up to zero. Debits are above zero, credits below (docs/decisions/036-ledger.md).
 */
export const accounts = [
  /** What buyers owe; below zero, what is owed to them. */
  'receivable',
  'sales',
  'tax',
  'shipping',
  'discounts',
  /** Money at the payment provider. */
  'payments',
  /** Money a bank reversed while a dispute is open. */
  'disputed',
  /** Money lost by disputes. */
  'losses',
  /** Payments that belong to no order. */
  'unattached',
] as const
type Account = (typeof accounts)[number]

const entryKinds = [
  'sale',
  'credit',
  'adjustment',
  'payment',
  'attached',
  'payment returned',
  'refund',
  'refund failed',
  'dispute opened',
  'dispute won',
  'dispute lost',
] as const
export type EntryKind = (typeof entryKinds)[number]

export type Postings = Partial<Record<Account, Cents>>
export type Entry = { kind: EntryKind; postings: Postings }

/** What a sale or a part of it is made of; none below zero. */
export type SaleParts = { goods: Cents; tax: Cents; shipping: Cents; discount: Cents }

/** Not `-amount`, which makes minus zero of zero. */
const minus = (amount: Cents) => cents(0 - amount)
const zero = cents(0)

export function totalOf({ goods, tax, shipping, discount }: SaleParts): Cents {
  return sumCents([goods, tax, shipping, minus(discount)])
}

/** The buyer owes the order: when it is paid, or accepted as paid. */
export function saleEntry(parts: SaleParts): Entry {
  const { goods, tax, shipping, discount } = parts
  return entry('sale', {
    receivable: totalOf(parts),
    sales: minus(goods),
    tax: minus(tax),
    shipping: minus(shipping),
    discounts: discount,
  })
}

/** A part of the sale is reversed, as the credit note says. The buyer is owed it. */
export function creditEntry(parts: SaleParts): Entry {
  const { goods, tax, shipping, discount } = parts
  return entry('credit', {
    receivable: minus(totalOf(parts)),
    sales: goods,
    tax,
    shipping,
    discounts: minus(discount),
  })
}

/** Staff took less than was due for the whole: the rest is let off. */
export const adjustmentEntry = (amount: Cents) =>
  entry('adjustment', { discounts: amount, receivable: minus(amount) })

export const paymentEntry = (amount: Cents) =>
  entry('payment', { payments: amount, receivable: minus(amount) })

/** Money came that belongs to no order. */
export const unmatchedEntry = (amount: Cents) =>
  entry('payment', { payments: amount, unattached: minus(amount) })

/** The bank took a debit or a transfer back; the buyer owes it again. */
export const paymentReturnedEntry = (amount: Cents) =>
  entry('payment returned', { receivable: amount, payments: minus(amount) })

/** Staff say which order a payment was for. */
export const attachedEntry = (amount: Cents) =>
  entry('attached', { unattached: amount, receivable: minus(amount) })

export const refundEntry = (amount: Cents) =>
  entry('refund', { receivable: amount, payments: minus(amount) })

/** Of a payment that belongs to no order. */
export const unmatchedRefundEntry = (amount: Cents) =>
  entry('refund', { unattached: amount, payments: minus(amount) })

/** The money came back; the buyer is still owed it. */
export const refundFailedEntry = (amount: Cents) =>
  entry('refund failed', { payments: amount, receivable: minus(amount) })

export const unmatchedRefundFailedEntry = (amount: Cents) =>
  entry('refund failed', { payments: amount, unattached: minus(amount) })

export const disputeOpenedEntry = (amount: Cents) =>
  entry('dispute opened', { disputed: amount, payments: minus(amount) })

export const disputeWonEntry = (amount: Cents) =>
  entry('dispute won', { payments: amount, disputed: minus(amount) })

/** Of a dispute that was lost first. */
export const disputeRegainedEntry = (amount: Cents) =>
  entry('dispute won', { payments: amount, losses: minus(amount) })

export const disputeLostEntry = (amount: Cents) =>
  entry('dispute lost', { losses: amount, disputed: minus(amount) })

function entry(kind: EntryKind, postings: Postings): Entry {
  const kept = Object.entries(postings).filter(([, amount]) => amount !== 0)
  return { kind, postings: Object.fromEntries(kept) }
}

/**
 * What the entries of one order add up to, and what staff decided not to refund of it; everything but `due` is at
 * least zero.
 */
export type OrderBalance = {
  /** What was sold, less what was credited. */
  sold: SaleParts
  /** Payments that came in all, less those the bank reversed. */
  paid: Cents
  /** What the bank reversed of a debit or a transfer. */
  returned: Cents
  /** Refunded, without refunds that failed. */
  refunded: Cents
  /** What of the sale was reversed; a refund of what was overpaid reverses nothing. */
  credited: Cents
  disputed: Cents
  lost: Cents
  /** Above zero the buyer owes it; below, it is owed to the buyer. Without what was declined. */
  due: Cents
  /** Paid beyond what was sold, whatever was credited or refunded since. Without what was declined. */
  overpaid: Cents
  /** What may still be refunded, what was declined among it: a person may refund that as a sum. */
  refundable: Cents
  /** Owed to the buyer once, until staff decided not to refund it [TODAY-12]. */
  declined: Cents
}

/** What may still be refunded without a person naming a sum: never what staff decided not to refund [REFUND-15]. */
export const refundableByDefault = ({
  refundable,
  declined,
}: Pick<OrderBalance, 'refundable' | 'declined'>): Cents =>
  cents(Math.max(0, refundable - declined))

type Owed = Pick<OrderBalance, 'due' | 'refundable'>

/** What the ledger owes to the buyer. What a bank took in a dispute nobody can refund: it is not owed. */
export function owedByLedger({ due, refundable }: Owed): Cents {
  return cents(Math.max(0, Math.min(0 - due, refundable)))
}

/**
 * What is owed to the buyer. A deposit, and a part of a wire, are owed to
 * nobody while their order waits for the rest; the list of what is owed asks the same of the database
 * (orders-owed-refund.ts). With refunds that are on their way counted as done, it is what is left to refund.
 */
export function owedToBuyer(
  balance: Owed,
  order: {
    state: string
    origin: 'web' | 'staff'
    payBy: string
    holdReason: string | null
  },
): Cents {
  const isAwaitedWire = order.payBy === 'wire' && order.holdReason === null
  const isAwaited = order.state === 'pending' && (order.origin === 'staff' || isAwaitedWire)
  return isAwaited ? zero : owedByLedger(balance)
}

type Overpaid = Owed & Pick<OrderBalance, 'overpaid'>

/**
 * What was paid beyond what was sold, and is not refunded yet. A credit whose refund is on its way, or failed,
 * is owed as well, and no part of it; nor is what a bank took in a dispute, which nobody can refund. It is
 * stored with the order at each entry (repository.ts of the ledger).
 */
export function overpaidAndKept({ overpaid, ...owed }: Overpaid): Cents {
  return cents(Math.min(overpaid, owedByLedger(owed)))
}

/**
 * The same as far as it needs review: in every state but pending, where the rest is awaited. Lists ask this of the
 * database (orders-to-do.ts) [TODAY-11, TODAY-12].
 */
export function overpaidToReview(balance: Overpaid, { state }: { state: string }): Cents {
  return state === 'pending' ? zero : overpaidAndKept(balance)
}

/** The same of an order that is paid, as its buyer is told: before, nothing is sold. */
export function paidTooMuch(balance: Overpaid, { state }: { state: string }): Cents {
  const isPaid = state === 'paid' || state === 'fulfilled'
  return isPaid ? overpaidAndKept(balance) : cents(0)
}

export function balanceOf(entries: readonly Entry[], notRefunded: Cents = zero): OrderBalance {
  return withoutDeclined(sumEntries(entries), notRefunded)
}

/** What the entries add up to, and nothing else. */
export type EntrySums = Omit<OrderBalance, 'declined'>

/**
 * The one place that takes what staff decided not to refund out of what is owed: a refund, a list, a page or an
 * email that asks what is owed asks the result. A dispute moves money at the bank and nothing of what is owed, so
 * the decision outlives it; money that was refunded or that a bank reversed is decided about no longer.
 */
export function withoutDeclined(sums: EntrySums, notRefunded: Cents): OrderBalance {
  const declined = cents(Math.min(notRefunded, Math.max(0, 0 - sums.due)))
  return {
    ...sums,
    due: cents(sums.due + declined),
    overpaid: cents(Math.max(0, sums.overpaid - declined)),
    declined,
  }
}

export function sumEntries(entries: readonly Entry[]): EntrySums {
  const sum = (account: Account, ...kinds: EntryKind[]) =>
    sumCents(
      entries
        .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
        .map(({ postings }) => postings[account] ?? zero),
    )
  const returned = sum('receivable', 'payment returned')
  const paid = cents(0 - sum('receivable', 'payment', 'attached') - returned)
  const refunded = minus(sum('payments', 'refund', 'refund failed'))
  const disputed = sum('disputed')
  const lost = sum('losses')
  return {
    sold: {
      goods: minus(sum('sales')),
      tax: minus(sum('tax')),
      shipping: minus(sum('shipping')),
      discount: sum('discounts'),
    },
    paid,
    returned,
    refunded,
    credited: minus(sum('receivable', 'credit')),
    disputed,
    lost,
    due: sum('receivable'),
    overpaid: cents(Math.max(0, paid - sum('receivable', 'sale', 'adjustment'))),
    refundable: cents(Math.max(0, paid - refunded - disputed - lost)),
  }
}
