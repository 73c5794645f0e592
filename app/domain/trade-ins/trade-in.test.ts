import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PricePerGram } from '../gold-price/rates.ts'
import { cents } from '../money/cents.ts'
import {
  atOtherRate,
  type BasisPoints,
  type Fineness,
  fineGold,
  tradeInValue,
} from '../pricing/trade-in-value.ts'
import { identityAsked, identityMissing } from './identity.ts'
import { creditFor, openCredit, payoutOf, taxableAfterCredit } from './money.ts'
import {
  differenceOf,
  formatFineness,
  offerAmount,
  parseFineness,
  parseRate,
  recastFee,
  stampedFineness,
} from './offer.ts'
import { publicPurchases, whyBlocked } from './public-purchases.ts'
import {
  afterCancel,
  canTradeIn,
  closedStates,
  isBeforeArrival,
  isTradeInOpen,
  type TradeInKind,
  type TradeInState,
  tradeInKinds,
  tradeInStates,
} from './trade-in.ts'

const rate = (percent: number) => (percent * 100) as BasisPoints
const perGram = (dollars: number) => (dollars * 10_000) as PricePerGram
const fine = (tenths: number) => tenths as Fineness

const weights = fc.integer({ min: 10, max: 100_000_000 })
const finenesses = fc.integer({ min: 1, max: 10_000 }).map(fine)
const prices = fc.integer({ min: 1, max: 100_000_000 }) as fc.Arbitrary<PricePerGram>
const rates = fc.integer({ min: 100, max: 10_000 }) as fc.Arbitrary<BasisPoints>

describe('a trade-in', () => {
  it('goes by one table; no gold is given up before an offer was accepted, whatever is pressed [TRADE-01]', () => {
    const pressed = fc.array(fc.constantFrom(...tradeInStates))
    fc.assert(
      fc.property(fc.constantFrom(...tradeInKinds), pressed, (kind, steps) => {
        let state: TradeInState = 'requested'
        const been = new Set<TradeInState>([state])
        for (const to of steps) {
          if (!canTradeIn(kind, state, to)) continue
          state = to
          been.add(state)
          if (state === 'done' || state === 'working') {
            const before = ['accepted', 'received', 'weighed', 'offered', 'agreed'] as const
            expect(before.every((each) => been.has(each))).toBe(true)
          }
          // A piece that arrived ends with its owner or in an agreement.
          if (been.has('received')) expect(['declined', 'canceled', 'lost']).not.toContain(state)
          expect(isTradeInOpen(state)).toBe(!(closedStates as readonly string[]).includes(state))
        }
      }),
    )
  })

  it('is recast only after work began, and is opened again only of an exchange or a sale [TRADE-01]', () => {
    const steps = (kind: TradeInKind, from: TradeInState) =>
      tradeInStates.filter((to) => canTradeIn(kind, from, to))
    expect(steps('recast', 'agreed')).toEqual(['working', 'returning'])
    expect(steps('exchange', 'agreed')).toEqual(['returning', 'done'])
    expect(steps('sell-back', 'agreed')).toEqual(['returning', 'done'])
    expect(tradeInKinds.map((kind) => steps(kind, 'done'))).toEqual([[], ['agreed'], ['agreed']])
  })

  it('is canceled at every open step: at once before it is here, by sending it back after [TRADE-08]', () => {
    const open = tradeInStates.filter((state) => isTradeInOpen(state) && state !== 'returning')
    for (const state of open) {
      const to = afterCancel(state)
      expect(canTradeIn('recast', state, to)).toBe(state !== 'returning')
      expect(to).toBe(isBeforeArrival(state) ? 'canceled' : 'returning')
    }
  })
})

describe('an offer', () => {
  it('says the sums of the day, worked out by hand [TRADE-02]', () => {
    const piece = { weight: 14_200, fineness: stampedFineness, productionCost: cents(33_333) }
    const terms = { exchange: rate(95), sellBack: rate(90), recast: '50%' }
    const sums = tradeInKinds.map((kind) => offerAmount(kind, piece, perGram(130), terms))
    expect(sums).toEqual([16_667, 175_352, 166_123])
    expect(
      offerAmount('recast', { ...piece, productionCost: null }, perGram(130), terms),
    ).toBeNull()
    // What the guarantee promises is what it costs; words that are no percentage count as half.
    expect(recastFee(cents(33_333), '40%')).toBe(13_333)
    expect(recastFee(cents(33_333), 'half')).toBe(16_667)
  })

  it('is grams × fineness × price × rate, rounded half up to the cent, once [TRADE-02]', () => {
    fc.assert(
      fc.property(weights, finenesses, prices, rates, (weight, fineness, price, share) => {
        const sum = tradeInValue(weight, fineness, price, share)
        const exact = BigInt(weight) * BigInt(fineness) * BigInt(price) * BigInt(share)
        const off = BigInt(sum) * 10n ** 13n - exact
        // Half a cent at most, and up where it is exactly half.
        expect(off * 2n <= 10n ** 13n && off * 2n > -(10n ** 13n)).toBe(true)
        expect(tradeInValue(weight, fineness, price, rate(100))).toBeGreaterThanOrEqual(sum)
      }),
    )
  })

  it('counts fine gold to the milligram, never more than the piece weighs [TRADE-14]', () => {
    fc.assert(
      fc.property(weights, finenesses, (weight, fineness) => {
        const mg = fineGold(weight, fineness)
        expect(mg).toBeLessThanOrEqual(weight)
        expect(Math.abs(mg * 10_000 - weight * fineness)).toBeLessThanOrEqual(5_000)
      }),
    )
    expect(fineGold(14_200, stampedFineness)).toBe(14_199)
  })

  it.each(['0', '150%', '100.01', '0.99', '-5', '9,5', 'half', ''])(
    'takes %j for no rate [TRADE-03]',
    (input) => {
      expect(parseRate(input)).toBeNull()
    },
  )

  it.each(['0', '0.0', '1000.1', '28,9', '1e9', '99.99', '', '.9999'])(
    'takes %j for no fineness [TRADE-07]',
    (input) => {
      expect(parseFineness(input)).toBeNull()
    },
  )

  it('reads rates and finenesses as they are written [TRADE-03, TRADE-07]', () => {
    expect(['1', '92.5', '90 %', '100'].map(parseRate)).toEqual([100, 9250, 9000, 10_000])
    expect(['999.9', '585', '916.7 ‰', '1000'].map(parseFineness)).toEqual([
      9999, 5850, 9167, 10_000,
    ])
    expect([9999, 5850, 9167, 10_000].map(formatFineness)).toEqual([
      '.9999',
      '.585',
      '.9167',
      '1.000',
    ])
  })

  it('says how a piece differs from what was sold [TRADE-07]', () => {
    const measured = (weight: number, fineness: number) => ({
      ...{ weight, isOurs: true },
      fineness: fine(fineness),
    })
    expect(differenceOf(measured(14_100, 9999), 14_200, 100)).toBeNull()
    expect(differenceOf(measured(13_000, 9160), 14_200, 100)).toBe(
      'it weighs 13.00 g instead of 14.20 g, and its fineness is .916 instead of .9999',
    )
    // Without a certificate there is no weight to compare with.
    expect(differenceOf(measured(13_000, 9990), null, 100)).toBeNull()
  })
})

describe('the money of a trade-in', () => {
  it('is never more than was agreed, in any order of credits, refunds, and payouts, and balances to the cent [TRADE-12]', () => {
    const event = fc.record({
      is: fc.constantFrom('use', 'refund', 'pay'),
      amount: fc.integer({ min: 1, max: 500_000 }),
    })
    fc.assert(
      fc.property(fc.nat({ max: 400_000 }), rates, rates, fc.array(event), (sum, one, two, all) => {
        const offer = cents(sum)
        const [agreed, sellBack] = [one, two].toSorted((a, b) => b - a) as [
          BasisPoints,
          BasisPoints,
        ]
        const orders: number[] = []
        let [credited, settled, paidOut] = [cents(0), cents(0), cents(0)]
        const left = () => openCredit('exchange', { offer, credited, settled })
        for (const { is, amount } of all) {
          if (is === 'use') {
            const used = creditFor(left(), cents(amount))
            orders.push(used)
            credited = cents(credited + used)
          }
          if (is === 'refund') credited = cents(credited - (orders.pop() ?? 0))
          if (is === 'pay') {
            const paid = payoutOf('exchange', left(), { agreed, sellBack })
            expect(paid).toBeLessThanOrEqual(left())
            settled = cents(settled + left())
            paidOut = cents(paidOut + paid)
          }
          expect(credited + settled + left()).toBe(offer)
          expect(credited + paidOut).toBeLessThanOrEqual(offer)
        }
      }),
    )
    expect(openCredit('recast', { offer: cents(5), credited: cents(0), settled: cents(0) })).toBe(0)
    expect(atOtherRate(cents(175_352), rate(95), rate(90))).toBe(166_123)
  })

  it('takes a credit off the taxable amount line by line, to the cent and never below nothing [TRADE-12]', () => {
    const lines = fc.array(fc.nat({ max: 500_000 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(lines, fc.nat({ max: 3_000_000 }), (due, credit) => {
        const taxable = taxableAfterCredit(due.map(cents), cents(credit))
        const sum = (some: readonly number[]) => some.reduce((all, each) => all + each, 0)
        expect(sum(taxable)).toBe(Math.max(0, sum(due) - credit))
        expect(taxable.every((each, at) => each >= 0 && each <= (due[at] ?? 0))).toBe(true)
      }),
    )
  })

  it('warns at 80% of $50,000 a year from the public, and blocks above it [TRADE-15]', () => {
    const stateAt = (dollars: number) => publicPurchases(cents(dollars * 100)).state
    expect([0, 39_999, 40_000, 50_000, 50_001].map(stateAt)).toEqual([
      ...['below', 'below', 'near', 'near', 'above'],
    ])
    expect(whyBlocked(cents(4_900_000), cents(100_000))).toBeNull()
    expect(whyBlocked(cents(4_900_000), cents(100_001))).toContain('$50,000.01')
  })
})

it('asks a seller for what their state asks for; of an unknown state, for all of it [TRADE-16]', () => {
  const rules = { name: 'all', birthDate: ['CA'], vehicle: [] } as const
  expect(identityAsked(rules, 'WA')).toEqual(['name'])
  expect(identityAsked(rules, 'CA')).toEqual(['name', 'birthDate'])
  expect(identityAsked(rules, null)).toEqual(['name', 'birthDate'])
  expect(identityMissing(['name', 'birthDate'], { name: 'Bea', birthDate: ' ' })).toEqual([
    'birthDate',
  ])
  expect(identityMissing(['name'], null)).toEqual(['name'])
})
