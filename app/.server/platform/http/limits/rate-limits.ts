import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { aheadOfPages } from '#app/.server/platform/db/pool/pool-priority.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { rateLimitKey } from '../client-address.ts'
import { refusal } from '../error-page.ts'
import { appContext, clientAddressContext } from '../request-context.ts'

/**
 * How often one subscriber may post what costs us something [SEC-03]. A cart renews its quote at every
 * change, so quoting is generous; a checkout is a person's deliberate act.
 */
export const limits = {
  quote: { points: 120, seconds: 60 },
  checkout: { points: 60, seconds: 60 },
  /** Apart from quotes, so that pages which ask whether a cart was paid never stop a quote [CART-17]. */
  boughtCart: { points: 60, seconds: 60 },
  webhook: { points: 600, seconds: 60 },
  testPayment: { points: 60, seconds: 60 },
  passkey: { points: 30, seconds: 60 },
  emailLink: { points: 30, seconds: 60 },
  /** Of one session that showed no second factor in the last minutes [FRESH-06]. */
  smallChange: { points: 10, seconds: 3600 },
  /** Parts of uploads: half a gigabyte a minute. */
  upload: { points: 1200, seconds: 60 },
  report: { points: 30, seconds: 60 },
  /** Of one network, and about one address, no matter who asks. */
  findOrder: { points: 5, seconds: 60 },
  findOrderAddress: { points: 3, seconds: 900 },
  /** Requests for a price alert: of one network, and emails to one address. */
  priceAlert: { points: 5, seconds: 600 },
  priceAlertAddress: { points: 3, seconds: 3600 },
  /** Emails that ask to confirm a price alert or the newsletter, and cart reminders, of the whole shop. */
  confirmationShop: { points: 200, seconds: 3600 },
  /** Sign-ups for the newsletter: of one network, and emails to one address. */
  newsletter: { points: 5, seconds: 600 },
  newsletterAddress: { points: 3, seconds: 3600 },
  /** Cart reminders: of one network, and to one address. */
  cartReminder: { points: 10, seconds: 600 },
  cartReminderAddress: { points: 5, seconds: 86_400 },
  /** Links to choose another password: of one network, and about one address. */
  passwordReset: { points: 5, seconds: 60 },
  passwordResetAddress: { points: 3, seconds: 900 },
  /** Messages of one network that are sent from a page [MESSAGE-04]. */
  message: { points: 5, seconds: 600 },
  /** Claim codes entered from one network, and for one certificate. */
  claim: { points: 10, seconds: 600 },
  claimOfCertificate: { points: 60, seconds: 3600 },
  /** Wrong discount codes, and right ones that tell who used them, from one network [CODE-07]. */
  discountCode: { points: 20, seconds: 3600 },
} as const

type LimitName = keyof typeof limits

/** The counts of one app; server.ts makes them. */
export const rateLimitersContext = createContext<ReturnType<typeof createRateLimiters>>()

/**
 * With PostgreSQL all processes count together. While it is unavailable each counts for itself, and so does
 * the one process of the embedded database.
 */
export function createRateLimiters(app: AppContext) {
  const query: Pool['query'] = (...args: [never]) =>
    (app.db.orm as unknown as { $client: Pool }).$client.query(...args)
  return new Map<string, RateLimiterAbstract>(
    Object.entries(limits).map(([name, { points, seconds }]) => {
      const terms = { keyPrefix: name, points, duration: seconds }
      const alone = new RateLimiterMemory(terms)
      if (app.config.database !== 'postgresql') return [name, alone]
      const shared = new RateLimiterPostgres({
        ...terms,
        storeClient: { query },
        storeType: 'client',
        tableName: 'rate_limits',
        tableCreated: true,
        // Who is over the limit is refused without asking the database again.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: alone,
      })
      return [name, shared]
    }),
  )
}

/** How long to wait, in words: up to 90 seconds in seconds, beyond in minutes. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Counts one more of what has this key; how long to wait where it is too many, or null. */
export async function secondsToWait(
  context: Readonly<RouterContextProvider>,
  name: LimitName,
  key: string,
): Promise<number | null> {
  try {
    await context.get(rateLimitersContext).get(name)?.consume(key)
    return null
  } catch (limit) {
    if (!(limit instanceof RateLimiterRes)) throw limit
    // Once for each count: a flood must not fill the log as well.
    if (limit.consumedPoints === limits[name].points + 1) {
      context.get(appContext).log.warn({ code: 'too_many_requests', limit: name }, 'refused')
    }
    return Math.ceil(limit.msBeforeNext / 1000)
  }
}

/** Reverses one count. */
export async function uncount(
  context: Readonly<RouterContextProvider>,
  name: LimitName,
  key: string,
): Promise<void> {
  await context.get(rateLimitersContext).get(name)?.reward(key)
}

/** Middleware of a route that takes orders or payments: its posts are counted, and go ahead of pages. */
export function rateLimit(name: LimitName): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    const key = rateLimitKey(context.get(clientAddressContext))
    const seconds = await secondsToWait(context, name, key)
    if (seconds !== null) {
      const message = `Too many requests. Try again in ${waitText(seconds)}.`
      return refusal(request, new AppError('too_many_requests', 429, message), {
        'Retry-After': String(seconds),
      })
    }
    return aheadOfPages(next)
  }
}
