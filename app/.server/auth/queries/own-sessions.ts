import { and, desc, eq, gt } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminSessions } from '#app/.server/platform/db/auth-schema.ts'
import { browserName } from '#app/.server/platform/http/browser-name.ts'
import { maxSessionMs } from '../session-context.ts'

/** An admin's open sessions, the latest seen first, without their tokens [SESS-03]. */
export async function ownSessions(
  { db: { orm } }: AppContext,
  { adminId, sessionId }: { adminId: string; sessionId: string },
) {
  // By the clock of the library that wrote them (docs/decisions/008-sign-in.md).
  const now = Date.now()
  const open = await orm
    .select()
    .from(adminSessions)
    .where(
      and(
        eq(adminSessions.userId, adminId),
        gt(adminSessions.expiresAt, new Date(now)),
        gt(adminSessions.createdAt, new Date(now - maxSessionMs)),
      ),
    )
    .orderBy(desc(adminSessions.updatedAt), desc(adminSessions.createdAt))
  return open.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => ({
    id,
    device: browserName(userAgent),
    /** The network address it was opened from; null where it was not known. */
    address: ipAddress || null,
    signedInAt: createdAt,
    lastSeenAt: updatedAt,
    isThis: id === sessionId,
  }))
}

export type OwnSession = Awaited<ReturnType<typeof ownSessions>>[number]
