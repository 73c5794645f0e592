import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  codesLeft,
  formatPickupCode,
  maxWrongCodes,
  pickupCodeOf,
  readPickupCode,
  withWrongCode,
} from './pickup.ts'

it('a pickup code is six digits, and is read as it is shown or typed [PICKUP-02]', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 32 }), (digest) => {
      const code = pickupCodeOf(digest)
      expect(code).toMatch(/^\d{6}$/)
      expect(readPickupCode(formatPickupCode(code))).toBe(code)
      expect(readPickupCode(` ${code}\u200b`)).toBe(code)
    }),
  )
  expect(pickupCodeOf(new Uint8Array(32))).toBe('000000')
  for (const other of ['', '12345', '1234567', 'ABCDEF']) expect(readPickupCode(other)).toBeNull()
})

it('no more than five wrong codes are taken within an hour [PICKUP-04]', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 7_200 }), { maxLength: 40 }), (pauses) => {
      let wrong = { wrongCodes: 0, wrongSince: null as Date | null }
      let seconds = 0
      const taken: number[] = []
      for (const pause of pauses) {
        seconds += pause
        const now = new Date(seconds * 1000)
        if (codesLeft(wrong, now) === 0) continue
        wrong = withWrongCode(wrong, now)
        taken.push(seconds)
        // From the first of them on.
        const since = wrong.wrongSince?.getTime() ?? 0
        const counted = taken.filter((at) => at * 1000 >= since)
        expect(counted.length).toBeLessThanOrEqual(maxWrongCodes)
        expect(now.getTime() - since).toBeLessThan(3_600_000)
      }
    }),
  )
})
