import { eq, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'

/** Shown instead of the words of a mail that has none yet; they are written when it is sent. */
const unwritten = {
  subject: 'Held back after a restore',
  text: 'Its words are written when it is sent.',
  html: '<p>Its words are written when it is sent.</p>',
}

/**
 * What the restored rows alone do not say. Mails that waited when the backup was written were most
 * likely sent since, by the shop that is replaced: they go to staff as not sent, with the reason,
 * instead of to buyers a second time. Answers how many these are.
 */
export async function settleRestored(
  orm: Orm,
  { now, backupOf }: { now: Date; backupOf: string },
): Promise<number> {
  return orm.transaction(async (tx) => {
    const held = await tx
      .update(mailOutbox)
      .set({
        state: 'failed',
        attempts: 0,
        lastError: `It waited when the backup of ${backupOf} was written, and may have been sent since.`,
        subject: sql`coalesce(${mailOutbox.subject}, ${unwritten.subject})`,
        text: sql`coalesce(${mailOutbox.text}, ${unwritten.text})`,
        html: sql`coalesce(${mailOutbox.html}, ${unwritten.html})`,
        // No address makes the words be written anew (write-mail.ts).
        recipient: sql`case when ${mailOutbox.subject} is not null then ${mailOutbox.recipient} end`,
      })
      .where(eq(mailOutbox.state, 'waiting'))
      .returning({ id: mailOutbox.id })
    await recordAuditEvent(tx, {
      at: now,
      actor: { type: 'command', id: 'npm run restore' },
      action: 'backup.restored',
      target: { type: 'backup', id: backupOf },
      facts: { mailsHeld: held.length },
    })
    return held.length
  })
}
