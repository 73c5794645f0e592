import { and, eq, isNull, sql } from 'drizzle-orm'
import { admins, alerts } from '../platform/db/auth-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { emailOutbox } from '../platform/db/schema.ts'
import { browserName } from '../platform/http/browser-name.ts'
import { type NewAlert, silentToActor } from './alert.ts'

/**
 * Tells the owner of an account, or every owner of the shop, by email and on the health strip. In the
 * transaction of what it tells, so that neither is without the other; a job sends the emails
 * [ALERT-01, ALERT-02]. Ordinary work of an owner is no alert to that owner [ALERT-08]. Answers its id; null
 * where it was told before.
 */
export async function raiseAlert(tx: Orm, alert: NewAlert): Promise<string | null> {
  const { at, kind, facts, from, occasion } = alert
  const [raised] = await tx
    .insert(alerts)
    .values({
      at,
      kind,
      facts: facts as Record<string, unknown>,
      occasion,
      adminId: 'account' in alert ? alert.account.id : null,
      device: 'account' in alert ? alert.device : null,
      address: from?.address,
      browser: from?.userAgent ? browserName(from.userAgent) : null,
    })
    .onConflictDoNothing()
    .returning({ id: alerts.id })
  if (!raised) return null
  const isSilent = silentToActor.some((silent) => silent === kind)
  const by = isSilent && 'by' in facts ? facts.by : null
  const recipients =
    'account' in alert
      ? [alert.account.email]
      : (await ownerAddresses(tx)).filter((owner) => owner !== by)
  if (recipients.length === 0) return raised.id
  await tx.insert(emailOutbox).values(
    recipients.map((recipient) => ({
      kind: 'alert' as const,
      alertId: raised.id,
      recipient,
      nextAttemptAt: at,
      createdAt: at,
    })),
  )
  return raised.id
}

/** What was told once for its occasion is over; when it happens again, it is told again. */
export async function resolveAlert(
  orm: Orm,
  { kind, occasion, at }: { kind: NewAlert['kind']; occasion: string; at: Date },
): Promise<void> {
  await orm
    .update(alerts)
    .set({ resolvedAt: at, occasion: sql`${alerts.occasion} || ' ' || ${alerts.id}` })
    .where(and(eq(alerts.kind, kind), eq(alerts.occasion, occasion)))
}

/**
 * Of something that goes on and is emailed once a day at most: `day` is its occasion. What was told today and had
 * ended is shown again, without another email; alerts of days before end [ALERT-11].
 */
export async function raiseDailyAlert(
  tx: Orm,
  { day, ...alert }: NewAlert & { day: string },
): Promise<void> {
  const { kind, at } = alert
  await resolveAlerts(tx, { kind, at })
  if ((await raiseAlert(tx, { ...alert, occasion: day })) !== null) return
  await tx
    .update(alerts)
    .set({ at, resolvedAt: null })
    .where(and(eq(alerts.kind, kind), eq(alerts.occasion, day)))
}

/** Whatever their occasion; none of them is emailed again for it. */
export async function resolveAlerts(
  orm: Orm,
  { kind, at }: Pick<NewAlert, 'kind' | 'at'>,
): Promise<void> {
  await orm
    .update(alerts)
    .set({ resolvedAt: at })
    .where(and(eq(alerts.kind, kind), isNull(alerts.resolvedAt)))
}

export async function isAlertOpen(orm: Orm, kind: NewAlert['kind']): Promise<boolean> {
  return (await orm.$count(alerts, and(eq(alerts.kind, kind), isNull(alerts.resolvedAt)))) > 0
}

async function ownerAddresses(tx: Orm): Promise<string[]> {
  const owners = await tx
    .select({ email: admins.email })
    .from(admins)
    .where(eq(admins.role, 'owner'))
  return owners.map(({ email }) => email)
}
