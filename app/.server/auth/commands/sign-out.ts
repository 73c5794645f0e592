import type { AppContext } from '#app/.server/app-context.ts'
import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { endSession, renewSession } from './admin-session.ts'

/** Ends the request's session on the server; answers the cookies that take it from the browser. */
export async function signOut(app: AppContext, headers: Headers): Promise<{ cookies: string[] }> {
  if (!app.db) return { cookies: [] }
  const session = await renewSession(app, headers)
  if (session) {
    await recordAuditEvent(app.db.orm, {
      at: app.now(),
      by: session.admin.email,
      deed: 'signed out',
    })
  }
  return endSession(app, headers)
}
