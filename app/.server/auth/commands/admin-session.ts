import { lt } from 'drizzle-orm'
import { adminSessions } from '#app/.server/platform/db/schema.ts'
import { adminByEmail } from '../queries/admins.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { deviceCookie } from '../known-device.ts'
import { signInLibrary } from '../better-auth.ts'

/** Cookies to be set, each the value of a Set-Cookie header. */
type Cookies = { cookies: string[] }

/**
 * A new session, for someone who has shown both factors; one that the browser held before ends. The
 * browser is known from then on (known-device.ts).
 */
export async function openSession(
  shop: Shop,
  adminId: string,
  { headers, address }: { headers: Headers; address: string },
): Promise<Cookies> {
  const { api } = signInLibrary(shop)
  await endSession(shop, headers)
  await shop.db?.orm.delete(adminSessions).where(lt(adminSessions.expiresAt, new Date()))
  const answer = await api.openSession({ body: { adminId, address }, headers, returnHeaders: true })
  return { cookies: [...answer.headers.getSetCookie(), await deviceCookie(shop, adminId)] }
}

export type SignedIn = { admin: { id: string; email: string }; sessionId: string } & Cookies

/**
 * Who the request's cookie belongs to, or null; a session in use is renewed. The row in admins
 * decides, not the session: without it there is no admin [AUTH-13]. Throws where the database fails.
 */
export async function renewSession(shop: Shop, headers: Headers): Promise<SignedIn | null> {
  if (!headers.has('cookie') || shop.config.database === 'none') return null
  const { api } = signInLibrary(shop)
  const answer = await api.getSession({ headers, returnHeaders: true })
  if (!answer.response || !shop.db) return null
  const admin = await adminByEmail(shop.db.orm, answer.response.user.email)
  if (!admin || admin.id !== answer.response.session.userId) return null
  return {
    admin: { id: admin.id, email: admin.email },
    sessionId: answer.response.session.id,
    cookies: answer.headers.getSetCookie(),
  }
}

/** Ends the request's session on the server and takes its cookie back. */
export async function endSession(shop: Shop, headers: Headers): Promise<Cookies> {
  const { api } = signInLibrary(shop)
  const answer = await api.signOut({ headers, returnHeaders: true })
  return { cookies: answer.headers.getSetCookie() }
}
