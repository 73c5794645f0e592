import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/** Takes the alerts up to a time from one admin's strip; `until` is the newest that was shown [ALERT-03]. */
export async function dismissAlerts(
  app: AppContext,
  { adminId, until }: { adminId: string; until: Date },
): Promise<void> {
  const alertsSeenUntil = new Date(Math.min(until.getTime(), app.now().getTime()))
  await withDatabase(app, ({ orm }) =>
    orm.update(admins).set({ alertsSeenUntil }).where(eq(admins.id, adminId)),
  )
}
