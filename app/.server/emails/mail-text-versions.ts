import { desc, eq } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { mailTextVersions } from '#app/.server/platform/db/mail-texts-schema.ts'
import type { MailTemplate } from '#app/domain/emails/mail-template.ts'

export type MailTextVersion = typeof mailTextVersions.$inferSelect

/** What staff wrote for a mail; null where the built-in text stands. */
export async function writtenText(orm: Orm, kind: string): Promise<MailTemplate | null> {
  const last = await lastVersion(orm, kind)
  return last && textOf(last)
}

export async function lastVersion(orm: Orm, kind: string): Promise<MailTextVersion | null> {
  const [last] = await orm
    .select()
    .from(mailTextVersions)
    .where(eq(mailTextVersions.kind, kind))
    .orderBy(desc(mailTextVersions.version))
    .limit(1)
  return last ?? null
}

export function textOf({
  subject,
  body,
}: Pick<MailTextVersion, 'subject' | 'body'>): MailTemplate | null {
  return subject === null || body === null ? null : { subject, body }
}
