import type { EntryKind, Postings } from '../ledger/ledger.ts'
import { type AverageCost, costOf } from '../metal/average-cost.ts'
import type { MetalKind } from '../metal/metal-ledger.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { Day } from '../time/day.ts'
import type { JournalFact } from './journal.ts'

const minus = (amount: number) => cents(0 - amount)
const of = (amount: Cents | undefined) => amount ?? cents(0)

/** Where money of an order is: at the payment provider, with staff, or a credit of a trade-in. */
export type PaidBy = 'provider' | 'hand' | 'credit'

/**
 * Entries of the ledger of orders. What a provider took is in transit until its own balance has it, so that the
 * clearing account is that balance to the cent [JOURNAL-02].
 */
export function ledgerFact({
  day,
  kind,
  paidBy,
  postings,
}: {
  day: Day
  kind: EntryKind
  paidBy: PaidBy
  postings: Postings
}): JournalFact {
  const { receivable, sales, tax, shipping, discounts, payments, disputed, losses, unattached } =
    postings
  const sold = cents(of(sales) + of(shipping) + of(discounts))
  const money = { provider: 'inTransit', hand: 'undeposited', credit: 'tradeInCredits' } as const
  return {
    day,
    kind: 'sales',
    postings: {
      deposits: of(receivable),
      ...(kind === 'credit'
        ? { refunds: sold }
        : { sales: of(sales), shipping: of(shipping), discounts: of(discounts) }),
      salesTax: of(tax),
      [money[paidBy]]: of(payments),
      disputed: of(disputed),
      disputeLosses: of(losses),
      unmatched: of(unattached),
    },
  }
}

/** A balance transaction of Stripe, by its reporting category [https://docs.stripe.com/reports/reporting-categories]. */
export type StripeMovement = {
  day: Day
  category: string
  /** Of a payout, its own id. */
  source: string | null
  amount: Cents
  fee: Cents
}

const withBank = ['payout', 'payout_reversal', 'topup', 'topup_reversal']
const fees = ['fee', 'network_cost', 'tax']

/** `bank`: to or from the bank; `fee`: a separate charge; `payment`: everything else. */
export function movementOf(category: string): 'bank' | 'fee' | 'payment' {
  if (withBank.includes(category)) return 'bank'
  return fees.includes(category) ? 'fee' : 'payment'
}

export function stripeFact({ day, category, source, amount, fee }: StripeMovement): JournalFact {
  const movement = movementOf(category)
  const other = { bank: 'bank', fee: 'fees', payment: 'inTransit' } as const
  const feesOf = movement === 'fee' ? cents(fee - amount) : fee
  return {
    day,
    ...(movement === 'bank' ? { kind: 'payout', id: source ?? category } : { kind: 'stripe' }),
    postings: {
      stripe: cents(amount - fee),
      ...(movement === 'fee' ? {} : { [other[movement]]: minus(amount) }),
      fees: feesOf,
    },
  }
}

/** Gold of a trade-in became the shop's, which owes its owner what was agreed. */
export const takenOverFact = (day: Day, offer: Cents): JournalFact => ({
  day,
  kind: 'tradeIns',
  postings: { gold: offer, tradeInCredits: minus(offer) },
})

/** The owner was paid; the rest of an exchange is paid at the lower rate of a sell-back. */
export const tradeInPaidFact = (day: Day, paid: Cents, settles: Cents): JournalFact => ({
  day,
  kind: 'tradeIns',
  postings: {
    tradeInCredits: settles,
    bank: minus(paid),
    tradeInGains: cents(paid - settles),
  },
})

/** The tax report no longer owes the tax of a sale whose money a bank took back [TAX-11]. */
export const bankTaxFact = (day: Day, tax: Cents): JournalFact => ({
  day,
  kind: 'bankTax',
  postings: { salesTax: tax, disputeLosses: minus(tax) },
})

/** An entry of the metal ledger. `mg` is what came to the gold that is here; below zero, what left. */
export type GoldEntry = {
  day: Day
  kind: MetalKind
  mg: number
  paid: Cents | null
  average: AverageCost | null
  /** Reverts the gold of a trade-in, which was booked against the credit of its owner. */
  ofTradeIn: boolean
}

/** Null where nothing of value moved, or its value is not known (`isCostMissing`). */
export function goldEntryFact(entry: GoldEntry): JournalFact | null {
  const { day, kind, mg, paid, average, ofTradeIn } = entry
  const fact = (postings: JournalFact['postings']): JournalFact => ({ day, kind: 'gold', postings })
  const value = average === null ? null : costAt(mg, average)
  switch (kind) {
    case 'purchase':
      return paid === null
        ? null
        : fact({ gold: paid, [ofTradeIn ? 'tradeInGains' : 'goldPurchases']: minus(paid) })
    case 'opening':
      return paid === null ? null : fact({ gold: paid, opening: minus(paid) })
    case 'scrap': {
      const got = paid ?? cents(0)
      const left = value ?? minus(got)
      return fact({ goldPurchases: got, gold: left, costOfGoods: minus(got + left) })
    }
    case 'loss':
    case 'loss of pieces':
    case 'found':
      return value === null ? null : fact({ gold: value, goldLosses: minus(value) })
    case 'cast':
    case 'melted':
      return null
  }
}

export function isCostMissing({ kind, mg, paid, average }: GoldEntry): boolean {
  if (mg === 0) return false
  return kind === 'purchase' || kind === 'opening' ? paid === null : average === null
}

/** Gold that left with a parcel, at the average when it did; below zero, what came back and was refunded. */
export function goldUsedFact(day: Day, mg: number, average: AverageCost): JournalFact {
  const cost = costAt(mg, average)
  return { day, kind: 'gold', postings: { costOfGoods: cost, gold: minus(cost) } }
}

/** Rounded as the cost of an order is, alike above and below zero. */
function costAt(mg: number, average: AverageCost): Cents {
  const cost = costOf(Math.abs(mg), average)
  return mg < 0 ? minus(cost) : cost
}
