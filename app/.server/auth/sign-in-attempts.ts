import { createHmac } from 'node:crypto'
import { lt, or, sql } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import { signInAttempts } from '../platform/db/schema.ts'
import { Problem } from '../platform/errors.ts'
import { derived } from '../platform/secret.ts'
import type { Shop } from '../app-context.ts'
import { subscriberOf } from '../platform/http/rate-limit-key.ts'

/**
 * How often signing in may be tried, counted in the database, for all processes together [SEC-03,
 * AUTH-24, D5]. An account is counted for each network, so that whoever keeps trying elsewhere does not
 * shut its owner out, and over all networks, so that many of them together cannot go on guessing. A
 * device that signed in before has a count of its own and is in none of the others.
 */
export const attemptLimits = {
  network: { points: 10, seconds: 15 * 60 },
  account: { points: 100, seconds: 15 * 60 },
  address: { points: 50, seconds: 15 * 60 },
  device: { points: 10, seconds: 15 * 60 },
} as const

/**
 * `account`: the admin's id, or for an account that does not exist the e-mail address as typed.
 * `device`: the id of a device that signed in to that account before (known-device.ts).
 */
export type Attempt = { account: string; address: string; device: string | null }

/** Counts an attempt; refuses with 429 once there were too many. Throws where the database fails. */
export async function countAttempt(shop: Shop, attempt: Attempt): Promise<void> {
  const { account, address, device } = attempt
  if (device) return consume(shop, 'device', keyOf(shop, account, device))
  const network = subscriberOf(address)
  // The narrower first: a network that has used up its own uses up nothing of other people's.
  await consume(shop, 'address', keyOf(shop, network))
  await consume(shop, 'network', keyOf(shop, account, network))
  await consume(shop, 'account', keyOf(shop, account))
}

/** After a success: who mistyped a few times is not shut out by it later. */
export async function forgetAttempts(shop: Shop, attempt: Attempt): Promise<void> {
  const { account, address, device } = attempt
  if (device) await limiter(shop, 'device')?.delete(keyOf(shop, account, device))
  else await limiter(shop, 'network')?.delete(keyOf(shop, account, subscriberOf(address)))
  await shop.db?.orm.delete(signInAttempts).where(lt(signInAttempts.expire, new Date()))
}

/** Opens an account to everybody who was shut out of it. */
export async function forgetAllAttempts(shop: Shop, account: string): Promise<void> {
  const own = (['network', 'account', 'device'] as const).map(
    (name) => sql`starts_with(${signInAttempts.key}, ${`${name}:${keyOf(shop, account)}`})`,
  )
  await shop.db?.orm.delete(signInAttempts).where(or(...own))
}

async function consume(shop: Shop, name: keyof typeof attemptLimits, key: string): Promise<void> {
  try {
    await limiter(shop, name)?.consume(key)
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

/** One hash for each part, the account's first, so that all keys of an account begin alike. */
function keyOf(shop: Shop, ...parts: string[]): string {
  const secret = derived(shop.secret, 'sign-in-attempts/v1')
  const hash = (part: string) =>
    createHmac('sha256', secret).update(part.trim().toLowerCase()).digest('base64url')
  return parts.map(hash).join('.')
}
