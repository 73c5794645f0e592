import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, exists, lt } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminPasskeys, adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { deviceCookie, knownDevice } from '../known-device.ts'
import { adminByEmail } from '../queries/admins.ts'
import { factorShown } from '../require-reauthentication.ts'
import type { AdminRow } from '../second-factor.ts'
import { maxSessionMs } from '../session-context.ts'

/** Loaded once somebody signs in: the shop alone needs none of it, and it takes a hundred megabytes. */
const betterAuthOf = async (app: AppContext, secret?: string) =>
  (await import('../better-auth.ts')).betterAuthOf(app, secret)

/** A session that was signed before the shop's secret was rotated goes on until its end [SECRET-03]. */
async function readSession(app: AppContext, headers: Headers) {
  const read = async (secret: string) => {
    const { api } = await betterAuthOf(app, secret)
    return api.getSession({ headers, returnHeaders: true })
  }
  const answer = await read(app.secret)
  if (answer.response) return answer
  for (const secret of app.olderSecrets) {
    const older = await read(secret)
    if (older.response) return older
  }
  return answer
}

/** The factors as they were stored when they were shown; `passkeyId`: the passkey that was used. */
type Shown = Pick<AdminRow, 'id' | 'passwordHash' | 'mfaCode'> & { passkeyId?: string }

/** Cookies to be set, each the value of a Set-Cookie header. */
type Cookies = { cookies: string[] }

/**
 * A new session, for someone who has shown both factors; one that the browser held before ends. None where
 * the password or second factor that was shown, or whose account it was, has changed since [SESS-12]: the row is
 * written after the session is there, so that a change at the same moment either ends the session or is seen here. The
 * browser is known from then on (known-device.ts); `newDevice` is its id where it was not before.
 */
export async function openSession(
  app: AppContext,
  { id: adminId, passwordHash, mfaCode, passkeyId }: Shown,
  { headers, address }: { headers: Headers; address: string },
): Promise<Cookies & { newDevice: string | null }> {
  const { api } = await betterAuthOf(app)
  await endSession(app, headers)
  // By the clock of the library that wrote them (docs/decisions/008-sign-in.md).
  await app.db.orm.delete(adminSessions).where(lt(adminSessions.expiresAt, new Date()))
  const answer = await api.openSession({ body: { adminId, address }, headers, returnHeaders: true })
  const { sessionId } = answer.response
  const { orm } = app.db
  const isThere = passkeyId
    ? exists(orm.select().from(adminPasskeys).where(eq(adminPasskeys.id, passkeyId)))
    : undefined
  const unchanged = and(eq(admins.passwordHash, passwordHash), eq(admins.mfaCode, mfaCode), isThere)
  const [admin] = await orm
    .update(admins)
    .set({ signedInAt: app.now() })
    .where(and(eq(admins.id, adminId), unchanged))
    .returning({ devicesKnownFrom: admins.devicesKnownFrom })
  if (!admin) {
    await app.db.orm.delete(adminSessions).where(eq(adminSessions.id, sessionId))
    const message = 'Your password or second factor was just changed. Please sign in again.'
    throw new AppError('not_signed_in', 401, message)
  }
  const known = await knownDevice(app, headers, adminId, admin.devicesKnownFrom)
  const device = known ?? randomUUID()
  await factorShown(app, sessionId)
  return {
    cookies: [...answer.headers.getSetCookie(), await deviceCookie(app, adminId, device)],
    newDevice: known ? null : device,
  }
}

export type SignedIn = {
  admin: { id: string; email: string; role: Role }
  sessionId: string
  /** When the session last showed a second factor. */
  factorAt: Date | null
} & Cookies

/**
 * Who the request's cookie belongs to, or null; a session in use is renewed. The row in admins
 * decides, not the session: without it there is no admin [AUTH-13]. Throws where the database fails.
 */
export async function renewSession(app: AppContext, headers: Headers): Promise<SignedIn | null> {
  if (!headers.has('cookie') || app.config.database === 'none') return null
  const answer = await readSession(app, headers)
  if (!answer.response) return null
  const { id, createdAt, factorAt = null } = answer.response.session
  // By the clock of the library that wrote it (docs/decisions/008-sign-in.md).
  if (Date.now() - createdAt.getTime() >= maxSessionMs) {
    await app.db.orm.delete(adminSessions).where(eq(adminSessions.id, id))
    return null
  }
  const admin = await adminByEmail(app.db.orm, answer.response.user.email)
  if (!admin || admin.id !== answer.response.session.userId) return null
  return {
    admin: { id: admin.id, email: admin.email, role: admin.role },
    sessionId: id,
    factorAt,
    cookies: answer.headers.getSetCookie(),
  }
}

/**
 * The cookies of an answer to a write. Where the write showed a factor again, the session goes on under
 * another token, and a copy of the one before opens nothing [SESS-11].
 */
export async function cookiesAfterWrite(app: AppContext, session: SignedIn): Promise<string[]> {
  const { sessionId, factorAt, cookies } = session
  const own = eq(adminSessions.id, sessionId)
  const [now] = await app.db.orm
    .select({ factorAt: adminSessions.factorAt })
    .from(adminSessions)
    .where(own)
  if (!now || now.factorAt?.getTime() === factorAt?.getTime()) return cookies
  const token = randomBytes(32).toString('base64url')
  await app.db.orm.update(adminSessions).set({ token }).where(own)
  const { api } = await betterAuthOf(app)
  const headers = new Headers()
  const answer = await api.giveCookie({ body: { token }, headers, returnHeaders: true })
  return answer.headers.getSetCookie()
}

/** Ends the request's session on the server and takes its cookie back. */
export async function endSession(app: AppContext, headers: Headers): Promise<Cookies> {
  for (const secret of app.olderSecrets)
    await (await betterAuthOf(app, secret)).api.endSession({ headers })
  const { api } = await betterAuthOf(app)
  const answer = await api.endSession({ headers, returnHeaders: true })
  return { cookies: answer.headers.getSetCookie() }
}
