import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { createContext, type MiddlewareFunction } from 'react-router'
import { aheadOfPages } from '../db/pool-priority.ts'
import { AppError } from '../errors.ts'
import { rateLimitKey } from './client-address.ts'
import { refusal } from './error-page.ts'
import { clientAddressContext } from './request-context.ts'

/**
 * How often one subscriber may post what costs us something [SEC-03]. Counted in each process: with
 * several, a client gets at most that many times the number. A cart renews its quote at every
 * change, so quoting is generous; a checkout is a person's deliberate act.
 */
export const limits = {
  quote: { points: 120, seconds: 60 },
  checkout: { points: 60, seconds: 60 },
  webhook: { points: 600, seconds: 60 },
  testPayment: { points: 60, seconds: 60 },
} as const

type LimitName = keyof typeof limits

/** The counts of one app; server.ts makes them. */
export const rateLimitersContext = createContext<ReturnType<typeof createRateLimiters>>()

export function createRateLimiters() {
  return new Map(
    Object.entries(limits).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    ]),
  )
}

/** Middleware of a route that takes orders or payments: its posts are counted, and go ahead of pages. */
export function rateLimit(name: LimitName): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    try {
      const key = rateLimitKey(context.get(clientAddressContext))
      await context.get(rateLimitersContext).get(name)?.consume(key)
    } catch (limit) {
      if (!(limit instanceof RateLimiterRes)) throw limit
      const seconds = Math.ceil(limit.msBeforeNext / 1000)
      const sentence = `Too many requests. Try again in ${seconds} seconds.`
      return refusal(request, new AppError('too_many_requests', 429, sentence), {
        'Retry-After': String(seconds),
      })
    }
    return aheadOfPages(next)
  }
}
