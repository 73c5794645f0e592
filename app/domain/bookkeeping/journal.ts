import { type Cents, cents, sumCents } from '../money/cents.ts'
import type { Day } from '../time/day.ts'
import { accountsInOrder, type JournalAccount } from './journal-accounts.ts'

/** Debits above zero, credits below, as in the ledger of orders. */
export type JournalPostings = Partial<Record<JournalAccount, Cents>>

/** One entry per day and kind, or per payout: the suffix of its number, and its description. */
const kinds = {
  sales: ['SALES', 'Sales, payments, and refunds'],
  stripe: ['STRIPE', 'Stripe charges, refunds, and fees'],
  payout: ['PAYOUT', 'Stripe payout'],
  tradeIns: ['TRADE', 'Trade-ins'],
  gold: ['GOLD', 'Gold bought and used'],
  bankTax: ['TAX', 'Tax on payments that a bank took back'],
} as const

/** Something that happened on a day, as postings that add up to zero. */
export type JournalFact = {
  day: Day
  kind: keyof typeof kinds
  /** Of a payout, which has an entry for itself: a bank statement has each as a line. */
  id?: string
  postings: JournalPostings
}

export type JournalEntry = {
  /** `20260311-SALES`; at most 21 characters, which is the limit of QuickBooks. */
  number: string
  day: Day
  what: string
  lines: { account: JournalAccount; amount: Cents }[]
}

/**
 * Facts of a month as one entry for each day and kind, oldest first. Each account is one line, and what adds up to
 * nothing is left out. Throws where a fact does not balance: such a journal must not leave the shop [JOURNAL-01].
 */
export function journalOf(facts: readonly JournalFact[]): JournalEntry[] {
  const groups = new Map<string, JournalFact[]>()
  for (const fact of facts) {
    const { day, kind, id = '', postings } = fact
    const amounts = Object.values(postings)
    if (sumCents(amounts) !== 0) throw new RangeError(`A journal entry of ${day} does not balance`)
    const key = [day, Object.keys(kinds).indexOf(kind), id].join('\n')
    groups.set(key, [...(groups.get(key) ?? []), fact])
  }
  const numbers = new Map<string, number>()
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group
      const lines = linesOf(group)
      if (!first || lines.length === 0) return []
      const [ending, what] = kinds[first.kind]
      const number = `${first.day.replaceAll('-', '')}-${ending}`
      const nth = (numbers.get(number) ?? 0) + 1
      numbers.set(number, nth)
      return {
        number: nth === 1 ? number : `${number}-${nth}`,
        day: first.day,
        what: first.id === undefined ? what : `${what} ${first.id}`,
        lines,
      }
    })
}

function linesOf(facts: readonly JournalFact[]): JournalEntry['lines'] {
  return accountsInOrder
    .map((account) => ({
      account,
      amount: sumCents(facts.map(({ postings }) => postings[account] ?? cents(0))),
    }))
    .filter(({ amount }) => amount !== 0)
}

/** Of one account in a month; neither is below zero. */
export type AccountTotal = { account: JournalAccount; debits: Cents; credits: Cents }

/** Accounts that anything was posted to. Both columns add up to the same. */
export function totalsOf(entries: readonly JournalEntry[]): AccountTotal[] {
  const lines = entries.flatMap((entry) => entry.lines)
  return accountsInOrder
    .map((account) => {
      const amounts = lines.filter((line) => line.account === account).map(({ amount }) => amount)
      return {
        account,
        debits: sumCents(amounts.filter((amount) => amount > 0)),
        credits: cents(0 - sumCents(amounts.filter((amount) => amount < 0))),
      }
    })
    .filter(({ debits, credits }) => debits !== 0 || credits !== 0)
}
