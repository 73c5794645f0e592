import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { admins, alerts } from '#app/.server/platform/db/auth-schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import type { AlertContent } from '../alert.ts'
import { alertMessages, originLabels } from '../alert-messages.ts'

/** Older ones are history, and are only in the log. */
const shownMs = 7 * 24 * 3_600_000

/** More would push the screen away. */
const maxShown = 5

type ShownAlert = { id: string; at: string; sentence: string; path: string }

/** Newest first; `more` were raised besides. */
export type ShownAlerts = { alerts: ShownAlert[]; more: number }

/**
 * What an admin is told on their health strip: about their own account, and an owner also of the
 * shop, until they dismiss it, a week at most. On the very device that was new, its sign-in is no
 * news [ALERT-03], and neither is to an owner what they did themselves, which is emailed where it
 * could be somebody else with their session [ALERT-08]. Nothing while the database is unavailable.
 */
export async function shownAlerts(
  app: AppContext,
  { adminId, device }: { adminId: string; device: string | null },
): Promise<ShownAlerts> {
  const earliest = new Date(app.now().getTime() - shownMs)
  const read = await withFallback(app, ({ orm }) =>
    orm
      .select({ alert: alerts })
      .from(alerts)
      .innerJoin(admins, eq(admins.id, adminId))
      .where(
        and(
          gt(alerts.at, earliest),
          isNull(alerts.resolvedAt),
          // Who was added later was not among those it was for.
          gt(alerts.at, admins.createdAt),
          or(isNull(admins.alertsSeenUntil), gt(alerts.at, admins.alertsSeenUntil)),
          or(eq(alerts.adminId, adminId), and(isNull(alerts.adminId), eq(admins.role, 'owner'))),
          sql`${alerts.facts} ->> 'by' is distinct from ${admins.email}`,
          or(isNull(alerts.device), sql`${alerts.device} is distinct from ${device}::text`),
        ),
      )
      .orderBy(desc(alerts.at), desc(alerts.id)),
  )
  const found = read?.value ?? []
  return {
    alerts: found.slice(0, maxShown).map(({ alert }) => {
      const { sentence, screen } = alertMessages(alert as AlertContent)
      const origin = originLabels(alert)
      return {
        id: alert.id,
        at: alert.at.toISOString(),
        sentence: origin ? `${sentence} It came ${origin}.` : sentence,
        path: screen.path,
      }
    }),
    more: Math.max(0, found.length - maxShown),
  }
}
