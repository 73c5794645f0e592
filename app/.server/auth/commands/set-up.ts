import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq, gt, lte } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { setupLinks } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { derived } from '#app/.server/platform/secret.ts'
import { SetupLinkExpired } from '../auth-errors.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { hashPassword, symmetricDecrypt, symmetricEncrypt } from '../crypto.ts'
import { hasAdmin } from '../queries/admins.ts'
import { newTotpSecret, totpStep, totpUri } from '../totp.ts'
import { openSession } from './admin-session.ts'
import { type Enrollment, insertAdmin, orNotCreated } from './create-admin.ts'
import type { Visitor } from './sign-in.ts'

/** After that a new link is printed [AUTH-25]. */
const linkLifetimeMs = 24 * 60 * 60 * 1000

/**
 * The one-time setup link, for the first admin [OPS-07]. It is made of the shop's secret and a random
 * number in the database: every process prints the same link for a day, the database alone opens
 * nothing, and nothing half-made is ever stored. The number is gone with the first admin, and the link
 * with it. The second factor's secret is random, so that it cannot be computed from the link.
 */
export async function setupLink(app: AppContext): Promise<string | null> {
  if (!hasDatabase(app) || (await hasAdmin(app.db.orm))) return null
  const { orm } = app.db
  const nonce = randomBytes(32).toString('base64url')
  await orm
    .insert(setupLinks)
    .values({ id: 'current', nonce, madeAt: app.now() })
    .onConflictDoUpdate({
      target: setupLinks.id,
      set: { nonce, madeAt: app.now() },
      setWhere: lte(setupLinks.madeAt, expiredSince(app)),
    })
  const kept = await currentNonce(app, orm)
  return kept && `${app.publicUrl}/admin/setup/${tokenOf(app, kept)}`
}

/** Whether the link leads anywhere: made by this shop, and no admin there yet. */
export async function isSetupOpen(app: AppContext, token: string): Promise<boolean> {
  return (await nonceOf(app, token)) !== null
}

/** What the second step shows: the authenticator app's secret; its form posts the ticket. */
export type SetupStep = { ticket: string; email: string; secret: string; totpUri: string }

const ticketContent = z.object({
  email: z.string(),
  passwordHash: z.string(),
  mfaSecret: z.string(),
})

/**
 * Until the next step the browser keeps e-mail, password hash and second factor, encrypted in the
 * ticket: nothing is stored.
 */
export async function beginSetup(
  app: AppContext,
  token: string,
  { email, password }: { email: string; password: string },
): Promise<SetupStep> {
  const nonce = await requireNonce(app, token)
  await refuseCommonPassword(password, email)
  const passwordHash = await hashPassword(password)
  const mfaSecret = newTotpSecret()
  const data = JSON.stringify({ email, passwordHash, mfaSecret: mfaSecret.hex })
  const ticket = await symmetricEncrypt({ key: ticketKey(app, nonce), data })
  return { ticket, email, ...enrollment(mfaSecret, email) }
}

/** The second step again, after a code that was not right. */
export async function setupStep(
  app: AppContext,
  token: string,
  ticket: string,
): Promise<SetupStep> {
  const nonce = await requireNonce(app, token)
  const { email, mfaSecret } = await decryptTicket(app, nonce, ticket)
  return { ticket, email, ...enrollment(mfaSecret, email) }
}

/**
 * Makes the first admin, once the code has proved that the app has the secret; answers the recovery
 * codes and a session, for both factors were just shown. Null where the code is not right.
 */
export async function finishSetup(
  app: AppContext,
  token: string,
  { ticket, code }: { ticket: string; code: string },
  visitor: Visitor,
): Promise<(Enrollment & { cookies: string[] }) | null> {
  const nonce = await requireNonce(app, token)
  const { email, passwordHash, mfaSecret } = await decryptTicket(app, nonce, ticket)
  const lastStep = totpStep(mfaSecret, code.replace(/[\s-]/g, ''), app.now())
  if (lastStep === null) return null
  const admin = await orNotCreated(app, async (tx) => {
    // Whoever deletes the number creates the admin; a second one at the same moment finds none.
    const deleted = await tx.delete(setupLinks).where(eq(setupLinks.nonce, nonce)).returning()
    if (deleted.length === 0 || (await hasAdmin(tx))) throw new SetupLinkExpired()
    const actor = { type: 'setup-link', id: 'setup link' } as const
    return insertAdmin(app, tx, { email, role: 'owner', passwordHash, mfaSecret, lastStep, actor })
  })
  const { cookies } = await openSession(app, admin.id, visitor)
  return { ...admin, cookies }
}

function enrollment(secret: Secret, email: string) {
  return { secret: secret.base32, totpUri: totpUri(secret, email) }
}

const expiredSince = (app: AppContext) => new Date(app.now().getTime() - linkLifetimeMs)

/** null where there is none, or it has expired. */
async function currentNonce(app: AppContext, orm: Orm): Promise<string | null> {
  const [row] = await orm
    .select()
    .from(setupLinks)
    .where(gt(setupLinks.madeAt, expiredSince(app)))
  return row?.nonce ?? null
}

/** The nonce that the token was made of, where the link still works. */
async function nonceOf(app: AppContext, token: string): Promise<string | null> {
  if (!hasDatabase(app)) return null
  const nonce = await currentNonce(app, app.db.orm)
  if (!nonce || (await hasAdmin(app.db.orm))) return null
  const [given, right] = [token, tokenOf(app, nonce)].map((text) => Buffer.from(text))
  if (!given || !right || given.length !== right.length) return null
  return timingSafeEqual(given, right) ? nonce : null
}

async function requireNonce(app: AppContext, token: string): Promise<string> {
  const nonce = await nonceOf(app, token)
  if (!nonce) throw new SetupLinkExpired()
  return nonce
}

async function decryptTicket(app: AppContext, nonce: string, ticket: string) {
  try {
    const text = await symmetricDecrypt({ key: ticketKey(app, nonce), data: ticket })
    const { mfaSecret, ...account } = ticketContent.parse(JSON.parse(text))
    return { ...account, mfaSecret: Secret.fromHex(mfaSecret) }
  } catch {
    throw new AppError('invalid_request', 400, 'Please begin again with e-mail and password.')
  }
}

const hmacOf = (app: AppContext, purpose: string, nonce: string) =>
  createHmac('sha256', derived(app.secret, purpose)).update(nonce).digest('base64url')
const tokenOf = (app: AppContext, nonce: string) => hmacOf(app, 'setup-link/v1', nonce)
const ticketKey = (app: AppContext, nonce: string) => hmacOf(app, 'setup-ticket/v2', nonce)
