import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { messageReplies, messages } from '#app/.server/platform/db/message-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { MessageState } from '#app/contracts/messages/message.ts'

type Asked = { id: string; by: string }

/**
 * Stores the answer of staff, once for each form they were shown, and queues its email to the sender
 * [MESSAGE-02]. Without a mail server nothing is answered.
 */
export async function replyToMessage(
  app: AppContext,
  { id, by, text, key }: Asked & { text: string; key: string },
): Promise<void> {
  if (!app.mail) {
    throw new AppError(
      'no_mail_server',
      409,
      'No mail server is set up, so you can’t reply from here. Reply from your own email app and mark the message as answered.',
    )
  }
  await change(app, { id, by }, async (tx, { at, audit }) => {
    const [stored] = await tx
      .insert(messageReplies)
      .values({ id: key, messageId: id, at, by, text })
      .onConflictDoNothing()
      .returning({ id: messageReplies.id })
    if (!stored) return
    await tx.update(messages).set({ state: 'answered', changedAt: at }).where(eq(messages.id, id))
    await tx.insert(emailOutbox).values({
      messageId: id,
      kind: 'message-answer',
      occasion: key,
      nextAttemptAt: at,
      createdAt: at,
    })
    await audit({ action: 'message.answered', target: { type: 'message', id } })
  })
}

/** Moves it among new, answered and archived; it is kept no longer for that [MESSAGE-06]. */
export async function moveMessage(
  app: AppContext,
  { id, by, to }: Asked & { to: MessageState },
): Promise<void> {
  await change(app, { id, by }, async (tx, { state, audit }) => {
    if (state === to) return
    await tx.update(messages).set({ state: to }).where(eq(messages.id, id))
    const target = { type: 'message', id } as const
    await audit({ action: 'message.moved', target, facts: { from: state, to } })
  })
}

/** Deletes it with its answers and their emails, as its sender may ask for. */
export async function deleteMessage(app: AppContext, { id, by }: Asked): Promise<void> {
  await change(app, { id, by }, async (tx, { audit }) => {
    await tx.delete(messages).where(eq(messages.id, id))
    await audit({ action: 'message.deleted', target: { type: 'message', id } })
  })
}

/** Its entry does not say what was written, since entries of the log outlast the erasure of a sender. */
async function change(
  app: AppContext,
  { id, by }: Asked,
  work: (tx: Orm, found: StaffWork & { state: MessageState }) => Promise<void>,
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, staff) => {
    const [found] = await tx
      .select({ state: messages.state })
      .from(messages)
      .where(eq(messages.id, id))
      .for('update')
    if (!found) throw new AppError('message_unknown', 404, 'This message doesn’t exist.')
    await work(tx, { ...staff, state: found.state })
  })
}
