import { createHash } from 'node:crypto'
import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { messages } from '#app/.server/platform/db/message-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { MessageKind } from '#app/contracts/messages/message.ts'

export const staffEmailsAnHour = 60
const hourMs = 60 * 60 * 1000

type Written = {
  kind: MessageKind
  name?: string
  email: string
  phone?: string
  subject: string
  body: string
}

/** Stores what a visitor wrote and queues the email to staff; sent twice on a day, it is one message [MESSAGE-01]. */
export async function receiveMessage(app: AppContext, written: Written): Promise<void> {
  const now = app.now()
  const { kind, email, subject, body } = written
  const day = now.toISOString().slice(0, 10)
  const sentOnce = createHash('sha256')
    .update(JSON.stringify([day, kind, email, subject, body]))
    .digest('base64url')
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const [stored] = await tx
        .insert(messages)
        .values({ ...written, sentOnce, receivedAt: now, changedAt: now })
        .onConflictDoNothing()
        .returning({ id: messages.id })
      if (!stored || !(await mayEmailStaff(tx, now))) return
      await tx.insert(emailOutbox).values({
        messageId: stored.id,
        kind: 'message-staff',
        nextAttemptAt: now,
        createdAt: now,
      })
    }),
  )
}

/** The list of messages has them all; a flood from many networks does not fill the mailbox of staff, too [MESSAGE-07]. */
async function mayEmailStaff(tx: Orm, now: Date): Promise<boolean> {
  // One after the other, or many at once would all be below the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('message mails'))`)
  const [emailed] = await tx
    .select({ count: count() })
    .from(emailOutbox)
    .innerJoin(messages, eq(messages.id, emailOutbox.messageId))
    .where(
      and(
        eq(emailOutbox.kind, 'message-staff'),
        gt(messages.receivedAt, new Date(now.getTime() - hourMs)),
      ),
    )
  return (emailed?.count ?? 0) < staffEmailsAnHour
}
