import { and, eq, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { adminSessions } from '#app/.server/platform/db/auth-schema.ts'
import { dropPendingLinks } from '../pending-links.ts'

type Asked = {
  admin: { id: string; email: string }
  /** The session that asks; it stays, unless it names itself. */
  sessionId: string
  /** One of the admin's own, or all but the one that asks. */
  which: { id: string } | 'others'
  address: string
}

/** Ends sessions of the admin who asks, at once, in every process; answers how many [SESS-04]. */
export async function endSessions(
  app: AppContext,
  { admin, sessionId, which, address }: Asked,
): Promise<number> {
  return app.db.orm.transaction(async (tx) => {
    const named =
      which === 'others' ? ne(adminSessions.id, sessionId) : eq(adminSessions.id, which.id)
    const ended = await tx
      .delete(adminSessions)
      .where(and(eq(adminSessions.userId, admin.id), named))
      .returning({ id: adminSessions.id })
    const recorded = { at: app.now(), actor: adminActor(admin.email), address }
    await dropPendingLinks(tx, admin.id, recorded)
    if (ended.length > 0) {
      await recordAuditEvent(tx, {
        ...recorded,
        action: 'admin.sessions_ended',
        facts: { count: ended.length },
      })
    }
    return ended.length
  })
}
