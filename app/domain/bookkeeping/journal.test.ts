import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adjustmentEntry,
  attachedEntry,
  creditEntry,
  disputeLostEntry,
  disputeOpenedEntry,
  disputeRegainedEntry,
  disputeWonEntry,
  type Entry,
  paymentEntry,
  paymentReturnedEntry,
  refundEntry,
  refundFailedEntry,
  type SaleParts,
  saleEntry,
  unmatchedEntry,
  unmatchedRefundEntry,
} from '../ledger/ledger.ts'
import { averageOf } from '../metal/average-cost.ts'
import { metalKinds } from '../metal/metal-ledger.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { type JournalFact, journalOf, totalsOf } from './journal.ts'
import { accountsInOrder, builtInAccounts } from './journal-accounts.ts'
import { quickBooksCsv, xeroCsv } from './journal-csv.ts'
import {
  bankTaxFact,
  goldEntryFact,
  goldUsedFact,
  ledgerFact,
  movementOf,
  type StripeMovement,
  stripeFact,
  takenOverFact,
  tradeInPaidFact,
} from './journal-facts.ts'
import { type LooseEnds, looseEndsOf } from './loose-ends.ts'

const day = fc.integer({ min: 1, max: 31 }).map((nth) => `2026-03-${String(nth).padStart(2, '0')}`)
const sum = fc.integer({ min: 0, max: 9_999_999_99 }).map(cents)
const anySum = fc.integer({ min: -9_999_999_99, max: 9_999_999_99 }).map(cents)

const parts: fc.Arbitrary<SaleParts> = fc
  .record({ goods: sum, tax: sum, shipping: sum, share: fc.integer({ min: 0, max: 100 }) })
  .map(({ share, ...sale }) => ({
    ...sale,
    discount: cents(Math.floor((sale.goods * share) / 100)),
  }))

const entry: fc.Arbitrary<Entry> = fc.oneof(
  parts.map(saleEntry),
  parts.map(creditEntry),
  fc
    .constantFrom(
      ...[adjustmentEntry, paymentEntry, unmatchedEntry, paymentReturnedEntry, attachedEntry],
      ...[refundEntry, unmatchedRefundEntry, refundFailedEntry, disputeOpenedEntry],
      ...[disputeWonEntry, disputeRegainedEntry, disputeLostEntry],
    )
    .chain((make) => sum.map(make)),
)
const paidBy = fc.constantFrom('provider', 'hand', 'credit')
const categories = [
  'charge',
  'refund',
  'dispute',
  'fee',
  'network_cost',
  'payout',
  'topup',
  'other',
]
const movement: fc.Arbitrary<StripeMovement> = fc.record({
  day,
  category: fc.constantFrom(...categories),
  source: fc.option(fc.constantFrom('po_1', 'po_2', 'po_3')),
  amount: anySum,
  fee: sum,
})
const average = fc.integer({ min: 1, max: 999_999_999 }).map((n) => averageOf(`${n / 1_000_000}`))
const gold = fc
  .record({
    day,
    kind: fc.constantFrom(...metalKinds),
    mg: fc.integer({ min: -1e8, max: 1e8 }),
    paid: fc.option(anySum),
    average: fc.option(average),
    ofTradeIn: fc.boolean(),
  })
  .map(goldEntryFact)

const facts: fc.Arbitrary<JournalFact[]> = fc
  .array(
    fc.oneof(
      fc
        .tuple(day, paidBy, entry)
        .map(([on, by, each]) => ledgerFact({ day: on, paidBy: by, ...each })),
      movement.map(stripeFact),
      fc.tuple(day, sum).map(([on, offer]) => takenOverFact(on, offer)),
      fc.tuple(day, sum, sum).map(([on, paid, settles]) => tradeInPaidFact(on, paid, settles)),
      fc.tuple(day, anySum).map(([on, tax]) => bankTaxFact(on, tax)),
      fc.tuple(day, fc.integer({ min: -1e8, max: 1e8 }), average).map((of) => goldUsedFact(...of)),
      gold,
    ),
    { maxLength: 40 },
  )
  .map((all) => all.filter((each) => each !== null))

const amountIn = (all: readonly JournalFact[], account: keyof JournalFact['postings']) =>
  sumCents(all.map(({ postings }) => postings[account] ?? cents(0)))

describe('the journal of a month', () => {
  it('balances in every entry, and moves in each account what its facts do [JOURNAL-01]', () => {
    fc.assert(
      fc.property(facts, (all) => {
        const entries = journalOf(all)
        for (const { lines } of entries) {
          expect(sumCents(lines.map(({ amount }) => amount))).toBe(0)
          expect(lines.length).toBeGreaterThan(1)
        }
        const totals = totalsOf(entries)
        const inAll = (side: 'debits' | 'credits') => sumCents(totals.map((each) => each[side]))
        expect(inAll('debits')).toBe(inAll('credits'))
        for (const account of accountsInOrder) {
          const total = totals.find((each) => each.account === account)
          expect((total?.debits ?? 0) - (total?.credits ?? 0)).toBe(amountIn(all, account))
        }
        const numbers = entries.map(({ number }) => number)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(Math.max(0, ...numbers.map(({ length }) => length))).toBeLessThanOrEqual(21)
        expect(entries.map((each) => each.day)).toEqual(entries.map((each) => each.day).toSorted())
      }),
    )
  })

  it('has in the clearing account what stays at Stripe: all that moved, less what went to the bank [JOURNAL-02]', () => {
    fc.assert(
      fc.property(fc.array(movement), (all) => {
        const made = all.map(stripeFact)
        const isOfBank = ({ category }: StripeMovement) => movementOf(category) === 'bank'
        const net = (some: StripeMovement[]) =>
          sumCents(some.map(({ amount, fee }) => cents(amount - fee)))
        const paidOut = cents(0 - net(all.filter(isOfBank)))
        const stays = net(all.filter((each) => !isOfBank(each)))
        expect(amountIn(made, 'stripe')).toBe(stays - paidOut)
        expect(amountIn(made, 'bank')).toBe(
          0 - sumCents(all.filter(isOfBank).map(({ amount }) => amount)),
        )
      }),
    )
  })

  it('leaves nothing in transit once Stripe has what the ledger has [JOURNAL-02]', () => {
    const paid = ledgerFact({ day: '2026-03-11', paidBy: 'provider', ...paymentEntry(cents(1000)) })
    const charge = { day: '2026-03-11', category: 'charge', source: null }
    const taken = stripeFact({ ...charge, amount: cents(1000), fee: cents(59) })
    const journal = journalOf([paid, taken])
    expect(totalsOf(journal).find(({ account }) => account === 'inTransit')).toMatchObject({
      debits: 1000,
      credits: 1000,
    })
    expect(journal.map(({ number, lines }) => [number, lines])).toEqual([
      [
        '20260311-SALES',
        [
          { account: 'inTransit', amount: 1000 },
          { account: 'deposits', amount: -1000 },
        ],
      ],
      [
        '20260311-STRIPE',
        [
          { account: 'stripe', amount: 941 },
          { account: 'inTransit', amount: -1000 },
          { account: 'fees', amount: 59 },
        ],
      ],
    ])
  })

  it('refuses a fact that does not balance [JOURNAL-01]', () => {
    const postings = { sales: cents(-1) }
    expect(() => journalOf([{ day: '2026-03-11', kind: 'sales', postings }])).toThrow(/balance/)
  })

  it('books scrap, losses, and what was taken back at their cost [JOURNAL-01]', () => {
    const at = { day: '2026-03-11', average: averageOf('100'), ofTradeIn: false }
    const scrap = goldEntryFact({ ...at, kind: 'scrap', mg: -10_000, paid: cents(990_00) })
    expect(scrap?.postings).toEqual({ goldPurchases: 990_00, gold: -1000_00, costOfGoods: 10_00 })
    const taken = goldEntryFact({ ...at, kind: 'scrap', mg: 10_000, paid: cents(-990_00) })
    expect(taken?.postings).toEqual({ goldPurchases: -990_00, gold: 1000_00, costOfGoods: -10_00 })
    const loss = goldEntryFact({ ...at, kind: 'loss', mg: -500, paid: null })
    expect(loss?.postings).toEqual({ gold: -50_00, goldLosses: 50_00 })
    expect(goldEntryFact({ ...at, kind: 'cast', mg: 0, paid: null })).toBeNull()
    const bought = { ...at, kind: 'purchase', mg: -500, paid: cents(-50_00) } as const
    expect(goldEntryFact(bought)?.postings).toEqual({ gold: -50_00, goldPurchases: 50_00 })
    const tradedIn = goldEntryFact({ ...bought, ofTradeIn: true })
    expect(tradedIn?.postings).toEqual({ gold: -50_00, tradeInGains: 50_00 })
  })
})

const figure = /^-?\d+\.\d\d$/

describe('the files of a month', () => {
  it('add up to zero by entry, whatever the accounts are called [JOURNAL-06]', () => {
    fc.assert(
      fc.property(facts, fc.string({ minLength: 1, maxLength: 20 }), (all, name) => {
        const entries = journalOf(all)
        const names = Object.fromEntries(
          accountsInOrder.map((account) => [account, `${name.replace(/[\r\n,"]/g, 'x')}1`]),
        ) as typeof builtInAccounts.names
        const terms = { ...builtInAccounts, names }
        const table = (text: string) =>
          text
            .trimEnd()
            .split('\r\n')
            .slice(1)
            .filter(Boolean)
            .map((line) =>
              [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map((m) => m[1] ?? m[2] ?? ''),
            )
        const inCents = (text = '') => (text === '' ? 0 : Math.round(Number(text) * 100))
        const sums = new Map<string, number>()
        for (const [number = '', date, , debit, credit] of table(quickBooksCsv(entries, terms))) {
          expect(date).toMatch(/^03\/\d\d\/2026$/)
          expect([debit, credit].filter((cell) => figure.test(cell ?? ''))).toHaveLength(1)
          sums.set(number, (sums.get(number) ?? 0) + inCents(debit) - inCents(credit))
        }
        const narrations = new Map<string, number>()
        for (const cells of table(xeroCsv(entries, terms))) {
          const [narration = '', date] = cells
          const amount = cells.at(-1) ?? ''
          expect(amount).toMatch(figure)
          expect(date).toMatch(/^\d\d Mar 2026$/)
          narrations.set(narration, (narrations.get(narration) ?? 0) + inCents(amount))
        }
        expect([...sums.values(), ...narrations.values()].filter((each) => each !== 0)).toEqual([])
        expect(sums.size).toBe(entries.length)
        expect(narrations.size).toBe(entries.length)
      }),
    )
  })

  it('have no formula in them, and codes and dates as they are [JOURNAL-06]', () => {
    const entries = journalOf([takenOverFact('2026-03-01', cents(100))])
    const names = { ...builtInAccounts.names, gold: '=HYPERLINK("x")', tradeInCredits: '@Credits' }
    const terms = { ...builtInAccounts, names, codes: { ...builtInAccounts.codes, gold: '090' } }
    expect(quickBooksCsv(entries, terms)).toBe(
      'JournalNo,JournalDate,AccountName,Debits,Credits,Description\r\n' +
        '20260301-TRADE,03/01/2026,"\'=HYPERLINK(""x"")",1.00,,Trade-ins\r\n' +
        "20260301-TRADE,03/01/2026,'@Credits,,1.00,Trade-ins\r\n",
    )
    expect(xeroCsv(entries, terms)).toBe(
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount\r\n' +
        'Trade-ins (20260301-TRADE),01 Mar 2026,"\'=HYPERLINK(""x"")",090,Tax Exempt (0%),1.00\r\n' +
        "Trade-ins (20260301-TRADE),01 Mar 2026,'@Credits,2300,Tax Exempt (0%),-1.00\r\n",
    )
  })
})

describe('what does not tie out', () => {
  const none: LooseEnds = {
    ...{ payments: [], payouts: [], strays: [], fees: [], foreign: [] },
    ...{ byHand: [], goldWithoutCost: [], notInMetal: [] },
  }
  const payout = { id: 'po_1', day: '2026-03-11', amount: 100 as Cents, status: 'paid' }

  it('is said in a sentence each, and a payout that is the sum of its transactions is not [JOURNAL-04]', () => {
    const said = (ends: Partial<LooseEnds>) => looseEndsOf({ ...none, ...ends })
    const payouts = (sum: number | null, more = {}) =>
      said({ payouts: [{ ...payout, sum: sum as Cents | null, isAutomatic: true, ...more }] })
    expect(payouts(100)).toEqual([])
    expect(payouts(99)).toEqual([
      'On March 11, 2026, Stripe’s payout of $1.00 (po_1) isn’t the sum of its transactions, which is $0.99.',
    ])
    expect(payouts(null).join()).toContain('hasn’t listed its transactions')
    expect(payouts(null, { isAutomatic: false }).join()).toContain('was sent manually')
    expect(payouts(100, { status: 'failed' }).join()).toContain('failed')
    const payment = { payment: 'pi_1', booked: cents(0), order: null }
    expect(said({ payments: [{ ...payment, atStripe: cents(500) }] })).toEqual([
      'Payment pi_1: $5.00 is in Stripe’s balance, but not in the ledger.',
    ])
    expect(
      said({ payments: [{ ...payment, order: 'FN-1', booked: cents(700), atStripe: null }] }),
    ).toEqual(['Order FN-1: $7.00 is in the ledger, but not in Stripe’s balance.'])
    const byHand = Array.from({ length: 30 }, () => ({
      ...{ order: 'FN-2', day: '2026-03-02', kind: 'check' as const, amount: cents(100) },
    }))
    expect(said({ byHand })).toHaveLength(26)
    expect(said({ byHand }).at(-1)).toBe('And 5 more.')
  })
})
