import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents, sumCents } from '../money/cents.ts'
import { type CodeProblem, codeProblemText, whyCodeIsOver } from './code-problem.ts'
import {
  codeKey,
  type DiscountPercent,
  type DiscountTerms,
  discountOfEachLine,
  formatDiscountPercent,
  parseDiscountPercent,
} from './discount-code.ts'

const percent = (hundredths: number) => ({ percent: hundredths as DiscountPercent })
const all = { offMetal: false, productIds: null, minTotal: cents(0) }

const anyLine = fc.record({
  productId: fc.constantFrom('1', '2', '3'),
  metalValue: fc.integer({ min: 1, max: 5_000_000 }).map(cents),
  fee: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 99 }),
})
const anyTerms: fc.Arbitrary<DiscountTerms> = fc.record({
  off: fc.oneof(
    fc.integer({ min: 1, max: 10_000 }).map(percent),
    fc.integer({ min: 1, max: 50_000_000 }).map((amount) => ({ amount: cents(amount) })),
  ),
  offMetal: fc.boolean(),
  productIds: fc.constantFrom(null, ['1'], ['2', '3']),
  minTotal: fc.constant(cents(0)),
})

describe('what a discount code takes off', () => {
  it('is never more than the fee, or gold and fee where owners allow it, and only off its pieces [CODE-01, CODE-03]', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 50 }), anyTerms, (lines, terms) => {
        const discounts = discountOfEachLine(lines, terms)
        for (const [at, line] of lines.entries()) {
          const off = discounts[at] ?? Number.NaN
          const isFor = terms.productIds === null || terms.productIds.includes(line.productId)
          const base = (terms.offMetal ? line.metalValue + line.fee : line.fee) * line.quantity
          expect(off).toBeGreaterThanOrEqual(0)
          expect(off).toBeLessThanOrEqual(isFor ? base : 0)
          if (isFor && 'percent' in terms.off) {
            const exact = (base * terms.off.percent) / 10_000
            expect(Math.abs(off - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
          }
        }
        if ('amount' in terms.off) {
          const most = lines.reduce((sum, { productId, metalValue, fee, quantity }) => {
            const isFor = terms.productIds === null || terms.productIds.includes(productId)
            return sum + (isFor ? (terms.offMetal ? metalValue + fee : fee) * quantity : 0)
          }, 0)
          expect(sumCents(discounts)).toBe(Math.min(terms.off.amount, most))
        }
      }),
    )
  })

  it('is an amount split by the fees, the cents that are left by largest remainder [CODE-01]', () => {
    const line = { productId: '1', metalValue: cents(90_000), fee: cents(7500), quantity: 1 }
    const lines = [line, line, line]
    expect(discountOfEachLine(lines, { ...all, off: { amount: cents(1000) } })).toEqual([
      334, 333, 333,
    ])
    expect(discountOfEachLine(lines, { ...all, off: { amount: cents(99_999) } })).toEqual([
      7500, 7500, 7500,
    ])
    expect(discountOfEachLine(lines, { ...all, off: percent(10_000) })).toEqual([7500, 7500, 7500])
  })
})

describe('a code as it is entered', () => {
  it('is read in any letter case, with spaces around it and any dash [CODE-04]', () => {
    for (const input of [
      'SUMMER-10',
      '  summer-10 ',
      'Summer–10',
      'summer 10',
      'ＳＵＭＭＥＲ１０',
    ]) {
      expect(codeKey(input)).toBe('SUMMER10')
    }
    for (const input of ['', '  ', 'ab', 'SUMMER_10', 'A,B', "1' or '1", 'x'.repeat(31)]) {
      expect(codeKey(input)).toBeNull()
    }
  })

  it('takes off a percentage from 0.01 to 100 [CODE-03]', () => {
    expect(parseDiscountPercent(' 10 ')).toBe(1000)
    expect(parseDiscountPercent('12.5')).toBe(1250)
    expect(parseDiscountPercent('100')).toBe(10_000)
    for (const input of ['0', '0.00', '100.01', '101', '-1', '1e1', '12.555', '12,5', '']) {
      expect(parseDiscountPercent(input)).toBeNull()
    }
    expect(formatDiscountPercent(1250 as DiscountPercent)).toBe('12.5')
  })
})

describe('whether a code can be used', () => {
  const code = {
    ...{ active: true, startsAt: new Date('2026-06-01T04:00:00Z') },
    ...{ endsAt: new Date('2026-07-01T04:00:00Z'), maxUses: 3, maxUsesPerEmail: 1 },
  }
  const use = { at: new Date('2026-06-15'), email: 'ada@example.com', uses: { all: 2, ofEmail: 0 } }

  it('is decided by its times, its uses and the uses of an address [CODE-05, CODE-06]', () => {
    expect(whyCodeIsOver(code, use)).toBeNull()
    expect(whyCodeIsOver({ ...code, active: false }, use)).toEqual({ is: 'unknown' })
    expect(whyCodeIsOver(code, { ...use, at: new Date('2026-06-01T03:59:59Z') })?.is).toBe(
      'unknown',
    )
    expect(whyCodeIsOver(code, { ...use, at: new Date('2026-07-01T03:59:59Z') })).toBeNull()
    expect(whyCodeIsOver(code, { ...use, at: code.endsAt })?.is).toBe('ended')
    expect(whyCodeIsOver(code, { ...use, uses: { all: 3, ofEmail: 0 } })?.is).toBe('used up')
    expect(whyCodeIsOver(code, { ...use, uses: { all: 2, ofEmail: 1 } })?.is).toBe('used by you')
    expect(whyCodeIsOver(code, { ...use, email: null })?.is).toBe('email needed')
  })

  it('is said in a sentence each [CODE-05]', () => {
    const text = (problem: CodeProblem, entered = ' summer-10 ') =>
      codeProblemText(problem, entered, 'America/New_York')
    expect(text({ is: 'unknown' })).toBe(
      'The code “summer-10” isn’t valid. Please check the spelling.',
    )
    expect(text({ is: 'unknown' }, 'SUMMER-10, SPRING')).toBe(
      'The code “SUMMER-10, SPRING” isn’t valid. An order can have one code.',
    )
    expect(text({ is: 'ended', at: code.endsAt })).toBe(
      'The code “summer-10” expired on June 30, 2026.',
    )
    expect(text({ is: 'below minimum', minTotal: cents(100_000) })).toBe(
      'The code “summer-10” requires a cart total of at least $1,000.00.',
    )
  })
})
