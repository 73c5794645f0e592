import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { isToken } from '#app/.server/orders/repository.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { hashOfToken } from '#app/.server/platform/secret.ts'
import { findOrderMinutes } from '../find-order-link.ts'

/** Opens a mailed link, once; the session of its list, or null where it has ended [FIND-02]. */
export async function openFoundOrders(app: AppContext, token: string): Promise<string | null> {
  if (!isToken(token) || app.config.database === 'none') return null
  const session = randomBytes(32).toString('base64url')
  const now = app.now()
  const opened = await withDatabase(app, ({ orm }) =>
    orm
      .update(findOrderLinks)
      .set({
        openedAt: now,
        sessionHash: hashOfToken(session),
        sessionEndsAt: new Date(now.getTime() + findOrderMinutes * 60_000),
      })
      .where(
        and(
          eq(findOrderLinks.tokenHash, hashOfToken(token)),
          isNull(findOrderLinks.openedAt),
          gt(findOrderLinks.expiresAt, now),
        ),
      )
      .returning({ id: findOrderLinks.id }),
  )
  return opened.length === 1 ? session : null
}

/** Ends the session of a list before its time. */
export async function closeFoundOrders(app: AppContext, session: string | null): Promise<void> {
  if (session === null || !isToken(session)) return
  await withDatabase(app, ({ orm }) =>
    orm.delete(findOrderLinks).where(eq(findOrderLinks.sessionHash, hashOfToken(session))),
  )
}
