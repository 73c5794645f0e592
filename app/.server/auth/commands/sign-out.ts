import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { endSession, renewSession } from './admin-session.ts'

/** Ends the request's session on the server; answers the cookies that take it from the browser. */
export async function signOut(app: AppContext, headers: Headers): Promise<{ cookies: string[] }> {
  if (!hasDatabase(app)) return { cookies: [] }
  const session = await renewSession(app, headers)
  if (session) {
    await recordAuditEvent(app.db.orm, {
      at: app.now(),
      actor: adminActor(session.admin.email),
      action: 'admin.signed_out',
    })
  }
  return endSession(app, headers)
}
