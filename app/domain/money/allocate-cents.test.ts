import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateCents } from './allocate-cents.ts'
import { cents, sumCents } from './cents.ts'

const anyCents = fc.nat({ max: 100_000_000 }).map(cents)
const anyShares = fc
  .array(anyCents, { minLength: 1, maxLength: 12 })
  .filter((shares) => shares.some((share) => share > 0))

describe('a sum split by shares', () => {
  it('adds up to the whole, each part less than a cent from its exact share [LEDGER-04]', () => {
    fc.assert(
      fc.property(anyCents, anyShares, (whole, shares) => {
        const parts = allocateCents(whole, shares)
        expect(sumCents(parts)).toBe(whole)
        const all = BigInt(sumCents(shares))
        for (const [index, part] of parts.entries()) {
          const off = BigInt(part) * all - BigInt(whole) * BigInt(shares[index] ?? 0)
          expect(off < all && off > -all).toBe(true)
        }
      }),
    )
  })

  it('gives cents that are left to the largest remainders, the first of equals first', () => {
    expect(allocateCents(cents(100), [1, 1, 1].map(cents))).toEqual([34, 33, 33])
    expect(allocateCents(cents(10), [1, 2, 4].map(cents))).toEqual([1, 3, 6])
    expect(allocateCents(cents(0), [cents(0)])).toEqual([0])
  })

  it('never gives more than a share of what is split is [LEDGER-04]', () => {
    fc.assert(
      fc.property(anyShares, fc.nat(), (shares, drawn) => {
        const whole = cents(drawn % (sumCents(shares) + 1))
        const parts = allocateCents(whole, shares)
        expect(parts.every((part, index) => part <= (shares[index] ?? 0))).toBe(true)
      }),
    )
  })

  it('refuses shares below zero, and something to split without a share', () => {
    expect(() => allocateCents(cents(1), [cents(-1), cents(2)])).toThrow(RangeError)
    expect(() => allocateCents(cents(-1), [cents(2)])).toThrow(RangeError)
    expect(() => allocateCents(cents(1), [cents(0)])).toThrow(RangeError)
  })
})
