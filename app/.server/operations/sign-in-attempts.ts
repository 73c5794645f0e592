import { createHmac } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import { signInAttempts } from '../db/schema.ts'
import { Problem } from '../problem.ts'
import { derived } from '../secret.ts'
import type { Shop } from '../shop.ts'
import { subscriberOf } from '../subscriber-of.ts'

/**
 * How often signing in may be tried, counted in the database, for all processes together [SEC-03,
 * D5]. Whoever keeps trying somebody's account shuts its owner out too, but for a quarter of an hour
 * at most; `npm run admin -- reset-2fa` opens it at once.
 */
export const attemptLimits = {
  account: { points: 10, seconds: 15 * 60 },
  address: { points: 50, seconds: 15 * 60 },
} as const

type Attempt = { email: string; address: string }

/** Counts an attempt; refuses with 429 once there were too many. Throws where the database fails. */
export async function countAttempt(shop: Shop, { email, address }: Attempt): Promise<void> {
  // The address first: who has used that up does not use up other people's accounts.
  await consume(shop, 'address', subscriberOf(address))
  await consume(shop, 'account', email)
}

/** After a success: who mistyped a few times is not shut out by it later. */
export async function forgetAttempts(shop: Shop, email: string): Promise<void> {
  await limiter(shop, 'account')?.delete(keyOf(shop, email))
  await shop.db?.orm.delete(signInAttempts).where(lt(signInAttempts.expire, new Date()))
}

async function consume(shop: Shop, name: keyof typeof attemptLimits, who: string): Promise<void> {
  try {
    await limiter(shop, name)?.consume(keyOf(shop, who))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
  }
}

function tooMany(seconds: number): Problem {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Problem(
    'too_many_requests',
    429,
    `Too many attempts to sign in. Please try again in ${wait}.`,
    { alongside: { seconds } },
  )
}

function limiter(shop: Shop, name: keyof typeof attemptLimits) {
  if (!shop.db) return null
  const { points, seconds } = attemptLimits[name]
  return new RateLimiterDrizzle({
    storeClient: shop.db.orm,
    schema: signInAttempts,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  })
}

function keyOf(shop: Shop, who: string): string {
  return createHmac('sha256', derived(shop.secret, 'sign-in-attempts/v1'))
    .update(who.trim().toLowerCase())
    .digest('base64url')
}
