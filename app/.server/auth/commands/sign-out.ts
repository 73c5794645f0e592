import type { Shop } from '#app/.server/app-context.ts'
import { endSession, renewSession } from './admin-session.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'

/** Ends the request's session on the server; answers the cookies that take it from the browser. */
export async function signOut(shop: Shop, headers: Headers): Promise<{ cookies: string[] }> {
  if (!shop.db) return { cookies: [] }
  const session = await renewSession(shop, headers)
  if (session) {
    await logDeed(shop.db.orm, { at: shop.now(), by: session.admin.email, deed: 'signed out' })
  }
  return endSession(shop, headers)
}
