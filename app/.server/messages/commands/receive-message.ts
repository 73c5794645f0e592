import { createHash } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { messages } from '#app/.server/platform/db/message-schema.ts'
import { mailOutbox } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { MessageKind } from '#app/contracts/message.ts'

type Written = {
  kind: MessageKind
  name?: string
  email: string
  phone?: string
  subject: string
  body: string
}

/** Stores what a visitor wrote and queues the mail to staff; sent twice on a day, it is one message [MESSAGE-01]. */
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
      if (!stored) return
      await tx.insert(mailOutbox).values({
        messageId: stored.id,
        kind: 'message-staff',
        nextAttemptAt: now,
        createdAt: now,
      })
    }),
  )
}
