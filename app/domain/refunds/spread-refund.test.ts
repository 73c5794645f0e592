import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type SaleParts, totalOf } from '../ledger/ledger.ts'
import { allocateCents } from '../money/allocate-cents.ts'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { spreadRefund, takeFrom, takeWithCredit } from './spread-refund.ts'

const upTo = (max: number) => fc.integer({ min: 0, max }).map(cents)
const parts = ['goods', 'tax', 'shipping', 'discount'] as const

/** A refund of some goods at their price, a part of which may be owed beyond the sale. */
const refund = fc
  .record({
    prices: fc.array(upTo(500_000), { maxLength: 4 }),
    off: fc.integer({ min: 0, max: 100 }),
    ...{ tax: upTo(50_000), shipping: upTo(5_000), owed: upTo(200_000) },
  })
  .map(({ prices, off, tax, shipping, owed }) => {
    const goods = sumCents(prices)
    const [discount = cents(0)] = allocateCents(goods, [cents(off), cents(100 - off)])
    const credit: SaleParts = { goods, discount, tax, shipping }
    const lines = prices.map((amountCents, position) => ({
      ...{ position, name: 'Low Sun', size: 'Small', quantity: position + 1, amountCents },
    }))
    return { amount: cents(totalOf(credit) + owed), credit, lines }
  })
  .filter(({ amount }) => amount > 0)

/** What several payments have left, together at least as much. */
const spread = fc
  .tuple(refund, fc.array(upTo(1_000), { minLength: 1, maxLength: 5 }), upTo(1_000))
  .map(([planned, weights, more]) => {
    const lefts = allocateCents(cents(planned.amount + more), [
      ...weights.slice(1),
      cents((weights[0] ?? 0) + 1),
    ])
    return { planned, lefts }
  })

it('adds up to the refund in each part of the sale and of each line, and none is below zero [REFUND-23]', () => {
  fc.assert(
    fc.property(spread, ({ planned, lefts }) => {
      const taken = takeFrom(lefts, planned.amount)
      const shares = spreadRefund(
        planned,
        taken.map(({ amount }) => amount),
      )
      expect(sumCents(shares.map(({ amount }) => amount))).toBe(planned.amount)
      for (const name of parts) {
        expect(sumCents(shares.map(({ credit }) => credit[name]))).toBe(planned.credit[name])
        for (const { credit } of shares) expect(credit[name]).toBeGreaterThanOrEqual(0)
      }
      const owed = shares.map(({ amount, credit }) => amount - totalOf(credit))
      for (const each of owed) expect(each).toBeGreaterThanOrEqual(0)
      expect(sumCents(owed.map(cents))).toBe(planned.amount - totalOf(planned.credit))
      for (const [nth, { amount, credit, lines }] of shares.entries()) {
        expect(amount).toBeLessThanOrEqual(lefts[taken[nth]?.at ?? -1] ?? 0)
        expect(totalOf(credit)).toBeGreaterThanOrEqual(0)
        expect(sumOfLines(lines)).toBe(planned.lines.length > 0 ? credit.goods : 0)
      }
    }),
  )
})

it('has the pieces in the first part alone, and their price in all [REFUND-23]', () => {
  fc.assert(
    fc.property(spread, ({ planned, lefts }) => {
      const amounts = takeFrom(lefts, planned.amount).map(({ amount }) => amount)
      const [first, ...rest] = spreadRefund(planned, amounts)
      const pieces = (lines: readonly { position: number; quantity: number }[]) =>
        lines.map(({ position, quantity }) => [position, quantity])
      expect(pieces(first?.lines ?? [])).toEqual(pieces(planned.lines))
      for (const { lines } of rest) for (const { quantity } of lines) expect(quantity).toBe(0)
      for (const { position, amountCents } of planned.lines) {
        const ofLine = [first, ...rest].flatMap(
          (share) => share?.lines.filter((line) => line.position === position) ?? [],
        )
        expect(sumOfLines(ofLine)).toBe(amountCents)
      }
    }),
  )
})

it('is one part, equal to the refund, where one payment has enough; else of as few as needed [REFUND-23]', () => {
  fc.assert(
    fc.property(spread, ({ planned, lefts }) => {
      const taken = takeFrom(lefts, planned.amount)
      const byLeft = lefts.toSorted((a, b) => b - a)
      const withOneLess = sumCents(byLeft.slice(0, taken.length - 1))
      expect(withOneLess).toBeLessThan(planned.amount)
      expect(taken.every(({ amount }) => amount > 0)).toBe(true)
      expect(spreadRefund(planned, [planned.amount])).toEqual([planned])
    }),
  )
})

const sumOfLines = (lines: readonly { amountCents: number }[]): Cents =>
  sumCents(lines.map(({ amountCents }) => cents(amountCents)))

it('takes of a credit that reduced tax its share of the goods, never more than a payment has, and all of the refund [TRADE-12]', () => {
  const payment = fc.record({ left: upTo(500_000), reducesTax: fc.boolean() })
  const facts = fc.record({
    payments: fc.array(payment, { minLength: 1, maxLength: 4 }),
    share: fc.integer({ min: 0, max: 1000 }),
    ofGoods: fc.integer({ min: 0, max: 1000 }),
  })
  fc.assert(
    fc.property(facts, ({ payments, share, ofGoods }) => {
      const all = sumCents(payments.map(({ left }) => left))
      const amount = cents(Math.floor((all * share) / 1000))
      const sold = cents(all)
      const refunded = cents(Math.floor((amount * ofGoods) / 1000))
      const taken = takeWithCredit(payments, amount, { refunded, sold })
      expect(sumCents(taken.map((each) => each.amount))).toBe(amount)
      expect(new Set(taken.map(({ at }) => at)).size).toBe(taken.length)
      for (const each of taken)
        expect(each.amount).toBeLessThanOrEqual(payments[each.at]?.left ?? 0)
      const credits = payments.flatMap(({ left, reducesTax }) => (reducesTax ? left : []))
      const credit = sumCents(credits)
      const ofCredit = sumCents(
        taken.flatMap((each) => (payments[each.at]?.reducesTax ? each.amount : [])),
      )
      const wanted = sold === 0 ? 0 : Math.floor((2 * credit * refunded + sold) / (2 * sold))
      const rest = all - credit
      // More of the credit only where the other payments have too little.
      expect(ofCredit).toBe(Math.min(credit, amount, Math.max(wanted, amount - rest, 0)))
      if (credits.length === 0) {
        const lefts = payments.map(({ left }) => left)
        expect(taken).toEqual(takeFrom(lefts, amount))
      }
    }),
  )
})
