import { expect } from '@playwright/test'
import { and, desc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'

type Email = typeof emailOutbox.$inferSelect

/**
 * Sends what waits, and gives the newest email of this kind once it was sent, or kept where there is no email
 * server. A served shop sends every five seconds as well; while that job is at it, sending here returns at
 * once and does nothing, so this asks until the email is done.
 */
export async function emailed(
  app: AppContext,
  kind: Email['kind'],
  order?: { id: string },
): Promise<Email & { text: string }> {
  const newest = async () => {
    const [email] = await app.db.orm
      .select()
      .from(emailOutbox)
      .where(and(eq(emailOutbox.kind, kind), order && eq(emailOutbox.orderId, order.id)))
      .orderBy(desc(emailOutbox.createdAt))
      .limit(1)
    return email
  }
  await expect
    .poll(
      async () => {
        await sendEmail(app)
        return (await newest())?.state ?? 'not there'
      },
      { message: kind, timeout: 30_000 },
    )
    .toMatch(/^(kept|sent|failed)$/)
  const email = await newest()
  if (!email?.text) throw new Error(`an email of the kind ${kind} has no text`)
  return { ...email, text: email.text }
}
