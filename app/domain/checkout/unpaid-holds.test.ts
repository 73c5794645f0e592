import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayHoldAgainAt } from './unpaid-holds.ts'

const minutes = (count: number) => new Date(Date.parse('2026-03-11T16:00:00Z') + count * 60_000)
const hold = (from: number, until = from + 35) => ({ from: minutes(from), until: minutes(until) })

it('lets a network hold a piece for two checkouts in a row, and again after two hours [OPEN-03]', () => {
  expect(mayHoldAgainAt([], minutes(0))).toBeNull()
  expect(mayHoldAgainAt([hold(0)], minutes(35))).toBeNull()
  const two = [hold(0), hold(35)]
  expect(mayHoldAgainAt(two, minutes(70))).toEqual(minutes(190))
  expect(mayHoldAgainAt(two, minutes(189))).toEqual(minutes(190))
  expect(mayHoldAgainAt(two, minutes(190))).toBeNull()
})

it('counts a checkout that replaces another as the same one, and a short look as a short one [OPEN-03]', () => {
  const replaced = [hold(0, 5), hold(5, 10), hold(10, 15)]
  expect(mayHoldAgainAt(replaced, minutes(15))).toBeNull()
  expect(mayHoldAgainAt([...replaced, hold(15, 50), hold(50)], minutes(85))).not.toBeNull()
})

it('never lets a piece be held for longer than three checkouts within any two hours of pause [OPEN-03]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 35 }), { minLength: 4 }), (lengths) => {
      const holds: ReturnType<typeof hold>[] = []
      let at = 0
      for (const length of lengths) {
        const again = mayHoldAgainAt(holds, minutes(at))
        if (again) at = (again.getTime() - minutes(0).getTime()) / 60_000
        expect(mayHoldAgainAt(holds, minutes(at))).toBeNull()
        holds.push(hold(at, at + length))
        at += length
      }
      // Runs without a pause of two hours are at most the time of three checkouts long.
      let begin = holds[0]?.from.getTime() ?? 0
      for (const [nth, each] of holds.entries()) {
        const before = holds[nth - 1]
        if (before && each.from.getTime() - before.until.getTime() >= 120 * 60_000) {
          begin = each.from.getTime()
        }
        expect(each.until.getTime() - begin).toBeLessThanOrEqual(3 * 35 * 60_000)
      }
    }),
  )
})
