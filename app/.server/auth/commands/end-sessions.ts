import { and, eq, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
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
  return staffTransaction(app, { by: admin.email, address }, async (tx, staff) => {
    const named =
      which === 'others' ? ne(adminSessions.id, sessionId) : eq(adminSessions.id, which.id)
    const ended = await tx
      .delete(adminSessions)
      .where(and(eq(adminSessions.userId, admin.id), named))
      .returning({ id: adminSessions.id })
    await dropPendingLinks(tx, admin.id, staff)
    if (ended.length > 0) {
      await staff.audit({ action: 'admin.sessions_ended', facts: { count: ended.length } })
    }
    return ended.length
  })
}
