import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashPassword, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { eq, gt, lte } from 'drizzle-orm'
import { z } from 'zod'
import { brand } from '#brand'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { setupLinks } from '#app/.server/platform/db/schema.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import { hasAdmin } from '../queries/admins.ts'
import { derived } from '#app/.server/platform/secret.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { openSession } from './admin-session.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { creating, type Enrolment, insertAdmin } from './create-admin.ts'
import { newMfaSecret } from '../totp-secret.ts'
import { base32, stepOfCode, totpUri } from '../one-time-code.ts'
import type { Visitor } from './sign-in.ts'

/** How long a link works. Who prints one after that gets a fresh one [AUTH-25]. */
const linkLivesMs = 24 * 60 * 60 * 1000

/**
 * The one-time setup link, for the first admin [OPS-07]. It is made of the shop's secret and a random
 * number in the database: every process prints the same link for a day, the database alone opens
 * nothing, and nothing half-made is ever stored. The number is gone with the first admin, and the link
 * with it. The second factor's secret is random, so that the link tells nothing about it.
 */
export async function setupLink(shop: Shop): Promise<string | null> {
  if (!shop.db || (await hasAdmin(shop.db.orm))) return null
  const { orm } = shop.db
  const nonce = randomBytes(32).toString('base64url')
  await orm
    .insert(setupLinks)
    .values({ id: 'current', nonce, madeAt: shop.now() })
    .onConflictDoUpdate({
      target: setupLinks.id,
      set: { nonce, madeAt: shop.now() },
      setWhere: lte(setupLinks.madeAt, expiredSince(shop)),
    })
  const kept = await currentNonce(shop, orm)
  return kept && `${shop.publicUrl}/admin/setup/${tokenOf(shop, kept)}`
}

/** Whether the link leads anywhere: made by this shop, and no admin there yet. */
export async function isSetupOpen(shop: Shop, token: string): Promise<boolean> {
  return (await nonceOf(shop, token)) !== null
}

/** To be shown to whoever sets up: the authenticator app's secret, and a ticket for the next step. */
export type Begun = { ticket: string; email: string; secret: string; totpUri: string }

const ticketOf = z.object({ email: z.string(), passwordHash: z.string(), mfaSecret: z.string() })

/**
 * E-mail, password and second factor are kept by the browser meanwhile, sealed, the password as its
 * hash.
 */
export async function beginSetup(
  shop: Shop,
  token: string,
  { email, password }: { email: string; password: string },
): Promise<Begun> {
  const nonce = await openNonce(shop, token)
  await refuseCommonPassword(password, email)
  const passwordHash = await hashPassword(password)
  const mfaSecret = newMfaSecret()
  const data = JSON.stringify({ email, passwordHash, mfaSecret: mfaSecret.toString('hex') })
  const ticket = await symmetricEncrypt({ key: ticketKey(shop, nonce), data })
  return { ticket, email, ...enrolling(mfaSecret, email) }
}

/** The second step again, after a code that was not right. */
export async function setupStep(shop: Shop, token: string, ticket: string): Promise<Begun> {
  const nonce = await openNonce(shop, token)
  const { email, mfaSecret } = await openTicket(shop, nonce, ticket)
  return { ticket, email, ...enrolling(mfaSecret, email) }
}

/**
 * Makes the first admin, once the code has proved that the app has the secret; answers the recovery
 * codes and a session, for both factors were just shown. Null where the code is not right.
 */
export async function finishSetup(
  shop: Shop,
  token: string,
  { ticket, code }: { ticket: string; code: string },
  visitor: Visitor,
): Promise<(Enrolment & { cookies: string[] }) | null> {
  const nonce = await openNonce(shop, token)
  const { email, passwordHash, mfaSecret } = await openTicket(shop, nonce, ticket)
  const lastStep = stepOfCode(mfaSecret, code.replace(/[\s-]/g, ''), shop.now())
  if (lastStep === null) return null
  const made = await creating(shop, async (tx) => {
    // Whoever takes the number away makes the admin; a second one at the same moment finds none.
    const taken = await tx.delete(setupLinks).where(eq(setupLinks.nonce, nonce)).returning()
    if (taken.length === 0 || (await hasAdmin(tx))) throw linkIsDead()
    return insertAdmin(shop, tx, { email, passwordHash, mfaSecret, lastStep, by: 'setup link' })
  })
  const { cookies } = await openSession(shop, made.id, visitor)
  return { ...made, cookies }
}

function enrolling(secret: Buffer, email: string) {
  return { secret: base32(secret), totpUri: totpUri(secret, { issuer: brand.name, email }) }
}

const expiredSince = (shop: Shop) => new Date(shop.now().getTime() - linkLivesMs)

/** null where there is none, or it has expired. */
async function currentNonce(shop: Shop, orm: Orm): Promise<string | null> {
  const [row] = await orm
    .select()
    .from(setupLinks)
    .where(gt(setupLinks.madeAt, expiredSince(shop)))
  return row?.nonce ?? null
}

async function nonceOf(shop: Shop, token: string): Promise<string | null> {
  if (!shop.db) return null
  const nonce = await currentNonce(shop, shop.db.orm)
  if (!nonce || (await hasAdmin(shop.db.orm))) return null
  const [given, right] = [token, tokenOf(shop, nonce)].map((text) => Buffer.from(text))
  if (!given || !right || given.length !== right.length) return null
  return timingSafeEqual(given, right) ? nonce : null
}

async function openNonce(shop: Shop, token: string): Promise<string> {
  const nonce = await nonceOf(shop, token)
  if (!nonce) throw linkIsDead()
  return nonce
}

function linkIsDead(): Problem {
  return new Problem(
    'setup_done',
    404,
    'This setup link has been used already, or is older than 24 hours.',
  )
}

async function openTicket(shop: Shop, nonce: string, ticket: string) {
  try {
    const text = await symmetricDecrypt({ key: ticketKey(shop, nonce), data: ticket })
    const { mfaSecret, ...account } = ticketOf.parse(JSON.parse(text))
    return { ...account, mfaSecret: Buffer.from(mfaSecret, 'hex') }
  } catch {
    throw new Problem('invalid_request', 400, 'Please begin again with e-mail and password.')
  }
}

const made = (shop: Shop, purpose: string, nonce: string) =>
  createHmac('sha256', derived(shop.secret, purpose)).update(nonce).digest()
const tokenOf = (shop: Shop, nonce: string) =>
  made(shop, 'setup-link/v1', nonce).toString('base64url')
const ticketKey = (shop: Shop, nonce: string) =>
  made(shop, 'setup-ticket/v2', nonce).toString('base64url')
