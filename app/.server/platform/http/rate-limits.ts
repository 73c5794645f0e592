import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitKey } from './rate-limit-key.ts'

/**
 * How often one subscriber may ask for what costs us something [SEC-03]. Counted in each process: with
 * several, a client gets at most that many times the number. A cart renews its quote at every
 * change, so quoting is generous; a checkout is a person's deliberate act.
 */
export const limits = {
  quote: { points: 120, seconds: 60 },
  checkout: { points: 60, seconds: 60 },
  webhook: { points: 600, seconds: 60 },
  testPayment: { points: 60, seconds: 60 },
} as const

export type LimitName = keyof typeof limits

export function openLimiter(): (name: LimitName, address: string) => Promise<number | null> {
  const limiters = new Map(
    Object.entries(limits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    ]),
  )
  /** null: go ahead; else the seconds to wait. */
  return async (name, address) => {
    try {
      await limiters.get(name)?.consume(rateLimitKey(address))
      return null
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.ceil(refusal.msBeforeNext / 1000)
      throw refusal
    }
  }
}
