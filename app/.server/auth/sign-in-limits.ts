import { createHmac } from 'node:crypto'
import { lt, or, sql } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import type { AppContext } from '../app-context.ts'
import { signInAttempts } from '../platform/db/auth-schema.ts'
import { rateLimitKey } from '../platform/http/client-address.ts'
import { derived } from '../platform/secret.ts'
import { TooManyAttempts } from './auth-errors.ts'

/**
 * How often signing in may be tried, counted in the database, for all processes together [SEC-03,
 * AUTH-24, D5]. An account is counted for each network, so that attempts from elsewhere do not
 * shut its owner out, and over all networks, so that many of them together cannot go on guessing. A
 * device that signed in before has its own count and is in none of the others.
 */
export const attemptLimits = {
  network: { points: 10, seconds: 15 * 60 },
  account: { points: 100, seconds: 15 * 60 },
  address: { points: 50, seconds: 15 * 60 },
  device: { points: 10, seconds: 15 * 60 },
  // Wrong codes after a right password: of the account in one network, of it in all in a day, and of
  // a device that signed in before, which is in neither [AUTH-27].
  codeNetwork: { points: 5, seconds: 15 * 60 },
  codeAccount: { points: 10, seconds: 24 * 60 * 60 },
  codeDevice: { points: 5, seconds: 15 * 60 },
} as const

/**
 * `account`: the admin's id, or for an account that does not exist the email address as typed.
 * `device`: the id of a device that signed in to that account before (known-device.ts).
 */
export type Attempt = { account: string; address: string; device: string | null }

/** Counts an attempt; refuses with 429 once there were too many. Throws where the database fails. */
export async function countAttempt(app: AppContext, attempt: Attempt): Promise<void> {
  const { account, address, device } = attempt
  if (device) {
    await consume(app, 'device', keyOf(app, account, device))
    return
  }
  const network = rateLimitKey(address)
  // The narrower first: a network that has used up its own uses up nothing of other people's.
  await consume(app, 'address', keyOf(app, network))
  await consume(app, 'network', keyOf(app, account, network))
  await consume(app, 'account', keyOf(app, account))
}

/** After a success, so that a few earlier typing errors do not shut an admin out later. */
export async function forgetAttempts(app: AppContext, attempt: Attempt): Promise<void> {
  const { account, address, device } = attempt
  if (device) await limiter(app, 'device').delete(keyOf(app, account, device))
  else await limiter(app, 'network').delete(keyOf(app, account, rateLimitKey(address)))
  // By the clock of the library that wrote them (docs/decisions/008-sign-in.md).
  await app.db.orm.delete(signInAttempts).where(lt(signInAttempts.expire, new Date()))
}

/**
 * Counts a code before it is looked at, so that many at once are not more than allowed. Answers
 * whether it is the last one of its time; refuses with 429 after it.
 */
export async function countCode(app: AppContext, attempt: Attempt): Promise<boolean> {
  const { account, address, device } = attempt
  if (device) return consume(app, 'codeDevice', keyOf(app, account, device))
  const network = await consume(app, 'codeNetwork', keyOf(app, account, rateLimitKey(address)))
  return (await consume(app, 'codeAccount', keyOf(app, account))) || network
}

/** A correct code is not counted; of the day's count, it removes only itself. */
export async function forgetCode(app: AppContext, attempt: Attempt): Promise<void> {
  const { account, address, device } = attempt
  if (device) {
    await limiter(app, 'codeDevice').delete(keyOf(app, account, device))
    return
  }
  await limiter(app, 'codeNetwork').delete(keyOf(app, account, rateLimitKey(address)))
  await limiter(app, 'codeAccount').reward(keyOf(app, account))
}

/** Opens an account to everybody who was shut out of it. */
export async function forgetAllAttempts(app: AppContext, account: string): Promise<void> {
  const own = (Object.keys(attemptLimits) as (keyof typeof attemptLimits)[]).map(
    (name) => sql`starts_with(${signInAttempts.key}, ${`${name}:${keyOf(app, account)}`})`,
  )
  await app.db.orm.delete(signInAttempts).where(or(...own))
}

/** Whether it was the last one allowed. */
async function consume(
  app: AppContext,
  name: keyof typeof attemptLimits,
  key: string,
): Promise<boolean> {
  try {
    const { consumedPoints } = await limiter(app, name).consume(key)
    return consumedPoints === attemptLimits[name].points
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new TooManyAttempts(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
  }
}

function limiter(app: AppContext, name: keyof typeof attemptLimits) {
  const { points, seconds } = attemptLimits[name]
  return new RateLimiterDrizzle({
    storeClient: app.db.orm,
    schema: signInAttempts,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  })
}

/** One hash for each part, the account's first, so that all keys of an account begin alike. */
function keyOf(app: AppContext, ...parts: string[]): string {
  const secret = derived(app.secret, 'sign-in-attempts/v1')
  const hash = (part: string) =>
    createHmac('sha256', secret).update(part.trim().toLowerCase()).digest('base64url')
  return parts.map(hash).join('.')
}
