import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  averageAfter,
  averageOf,
  averageOfStanding,
  averageText,
  averageToDecimal,
  costOf,
  gainOf,
  type Purchase,
} from './average-cost.ts'

const bought = (mg: number, dollars: number, onHand = 0) => ({
  mg,
  onHand,
  paid: cents(Math.round(dollars * 100)),
})
const text = (average: ReturnType<typeof averageAfter>) => average && averageText(average)

describe('the average cost of a gram', () => {
  it('moves with each purchase by weight, and is rounded once there [METAL-07]', () => {
    const first = averageAfter(null, bought(100_000, 13_000))
    expect(text(first)).toBe('130.000000')
    // 40 g are left of it: 40 × 130 + 50 × 140 = 12,200 for 90 g.
    const second = averageAfter(first, bought(50_000, 7000, 40_000))
    expect(text(second)).toBe('135.555556')
    expect(averageToDecimal(second ?? averageOf('0'))).toBe('135.5556')
    // What was sent beyond what was here weighs nothing.
    expect(text(averageAfter(second, bought(10_000, 1500, -5000)))).toBe('150.000000')
    // Gold of which no cost is known takes that of the first purchase.
    expect(text(averageAfter(null, bought(10_000, 1500, 80_000)))).toBe('150.000000')
  })

  it('stays between the lowest and the highest price paid [METAL-07]', () => {
    const one = fc.record({
      mg: fc.integer({ min: 10, max: 1_000_000 }),
      perGram: fc.integer({ min: 1, max: 500 }),
      onHand: fc.integer({ min: -1_000_000, max: 5_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 30 }), (purchases) => {
        let average: ReturnType<typeof averageAfter> = null
        for (const { mg, perGram, onHand } of purchases) {
          // Whole cents of whole dollars a gram: exact where mg is.
          average = averageAfter(average, {
            mg: mg * 10,
            onHand,
            paid: cents(mg * perGram),
          })
        }
        const prices = purchases.map(({ perGram }) => perGram * 1_000_000)
        const [least, most] = [Math.min(...prices), Math.max(...prices)]
        expect(Number(average)).toBeGreaterThanOrEqual(least)
        expect(Number(average)).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('is without a purchase that was taken back what it had been without it [METAL-06]', () => {
    const chain = (slip: number | null): Purchase[] => [
      { id: 1, ...bought(100_000, 13_000), reversedBy: null },
      ...(slip === null
        ? []
        : [{ id: 2, ...bought(slip, 99_999, 100_000), reversedBy: 9 } satisfies Purchase]),
      { id: 3, ...bought(50_000, 7000, 40_000 + (slip ?? 0)), reversedBy: null },
    ]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (slip) => {
        expect(averageOfStanding(chain(slip))).toBe(averageOfStanding(chain(null)))
      }),
    )
    expect(averageOfStanding([{ id: 1, ...bought(1000, 130), reversedBy: 2 }])).toBeNull()
  })

  it('costs grams exactly, rounded once to the cent [METAL-07]', () => {
    expect(costOf(28_900, averageOf('135.555556'))).toBe(391_756)
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(500_000_000), (mg, millionths) => {
        const exact = (BigInt(mg) * BigInt(millionths) * 2n + 10_000_000n) / 20_000_000n
        expect(costOf(mg, BigInt(millionths) as never)).toBe(Number(exact))
      }),
    )
  })
})

describe('gain or loss on gold', () => {
  const at = (mg: number, average: string | null) => ({
    mg,
    average: average === null ? null : averageOf(average),
  })
  const sent = { returnedMg: 0, givenBack: cents(0) }

  it('is what was charged less what the grams cost when they were sent [METAL-07]', () => {
    const parts = [at(14_200, '120.000000'), at(14_200, '125.500000')]
    expect(gainOf({ ...sent, parts, charged: cents(369_200) })).toEqual({
      mg: 28_400,
      charged: 369_200,
      cost: 170_400 + 178_210,
      gain: 369_200 - 348_610,
    })
    const light = { ...sent, parts: [at(13_600, '120')], givenBack: cents(7800) }
    expect(gainOf({ ...light, charged: cents(184_600) })).toMatchObject({
      charged: 176_800,
      cost: 163_200,
      gain: 13_600,
    })
  })

  it('leaves out what came back, by weight, and is not known where no cost was [METAL-07]', () => {
    const parts = [at(28_400, '120.000000')]
    const half = { parts, returnedMg: 14_200, charged: cents(369_200), givenBack: cents(0) }
    expect(gainOf(half)).toEqual({ mg: 14_200, charged: 184_600, cost: 170_400, gain: 14_200 })
    expect(gainOf({ ...half, returnedMg: 28_400 })).toEqual({
      ...{ mg: 0, charged: 0, cost: 0, gain: 0 },
    })
    expect(gainOf({ ...half, parts: [...parts, at(100, null)] })).toMatchObject({
      cost: null,
      gain: null,
    })
  })
})
