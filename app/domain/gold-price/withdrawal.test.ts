import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPerOunce, goldPrice } from '#tests/support/gold-prices.ts'
import { decide } from './acceptance.ts'
import { defaultGoldPrice } from './gold-price.ts'
import type { PricePerOunce } from './rates.ts'
import { isWithdrawnAgain, planWithdrawal } from './withdrawal.ts'

const anyAccepted = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 })
  .map((ids) => ids.map((id) => ({ id })))
const anyWhich = fc.record({
  from: fc.integer({ min: 1, max: 31 }),
  until: fc.integer({ min: 1, max: 31 }),
})

describe('a withdrawal', () => {
  it('takes what was named and nothing else, and the last one that is left stands [WITHDRAW-02]', () => {
    fc.assert(
      fc.property(anyAccepted, anyWhich, (accepted, which) => {
        const { withdrawn, stands } = planWithdrawal(accepted, which)
        for (const price of accepted) {
          const isNamed = price.id >= which.from && price.id <= which.until
          expect(withdrawn.includes(price)).toBe(isNamed)
          if (!isNamed) expect(stands?.id).toBeGreaterThanOrEqual(price.id)
        }
        if (stands) {
          expect(accepted).toContain(stands)
          expect(withdrawn).not.toContain(stands)
        } else expect(withdrawn).toHaveLength(accepted.length)
      }),
    )
  })

  it('done twice changes nothing more, and in any order comes to the same [WITHDRAW-02]', () => {
    fc.assert(
      fc.property(anyAccepted, anyWhich, anyWhich, (accepted, one, other) => {
        const left = (prices: { id: number }[], which: typeof one) => {
          const { withdrawn } = planWithdrawal(prices, which)
          return prices.filter((price) => !withdrawn.includes(price))
        }
        const once = left(accepted, one)
        expect(planWithdrawal(once, one).withdrawn).toEqual([])
        expect(left(once, other)).toEqual(left(left(accepted, other), one))
      }),
    )
  })
})

describe('a fetched price after a withdrawal', () => {
  const current = goldPrice({ perOunce: 40_000_000 as PricePerOunce })

  it('is taken for the withdrawn one exactly within 1% of it, and nearer to it than to the current one [WITHDRAW-05]', () => {
    fc.assert(
      fc.property(anyPerOunce, anyPerOunce, anyPerOunce, (perOunce, wrong, now) => {
        const [toWrong, toNow] = [Math.abs(perOunce - wrong), Math.abs(perOunce - now)]
        const isNear = BigInt(toWrong) * 100n <= BigInt(wrong)
        const again = isWithdrawnAgain(perOunce, [wrong], { ...current, perOunce: now })
        expect(again).toBe(isNear && toWrong < toNow)
        const ofDefault = isWithdrawnAgain(perOunce, [wrong], defaultGoldPrice)
        expect(ofDefault).toBe(isNear)
      }),
    )
  })

  it('waits for staff where it is the withdrawn one, also with no price to compare it with [WITHDRAW-05]', () => {
    const at = new Date('2026-03-11T16:00:00Z')
    const wrong = 42_000_000 as PricePerOunce
    const outcome = (perOunce: number, now = current) =>
      decide({
        reading: { perOunce, takenAt: at },
        current: { ...now, lastUpdated: now.takenAt },
        lastMarket: null,
        dayRange: null,
        second: undefined,
        now: at,
        movedToday: 0,
        mustAgree: false,
        withdrawn: [wrong],
      })
    expect(outcome(wrong)).toEqual({
      outcome: 'hold',
      reason: 'is close to a price that staff withdrew',
    })
    expect(outcome(wrong, defaultGoldPrice).outcome).toBe('hold')
    expect(outcome(40_100_000).outcome).toBe('accept')
  })
})
