import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { emailHtml } from '#app/.server/emails/templates/html.ts'
import { emailText } from '#app/.server/emails/templates/text.ts'
import { passwordResets } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { hashOfToken } from '#app/.server/platform/secret.ts'
import { passwordLinkEmail } from '../password-link.ts'
import { adminByEmail } from '../queries/admins.ts'

const batch = 20
/** Then the mail server is asked again, as long as the link would still work. */
const waitMs = 60_000
const maxSendMs = 15_000

/**
 * Emails a link to each admin whose password was reported as forgotten. A request for any other address is
 * deleted, and so is what has ended [FORGOT-01, FORGOT-02]. The email is not stored: its link is a key.
 */
export async function sendPasswordLinks(app: AppContext): Promise<void> {
  await withFallback(app, async ({ orm }) => {
    const now = app.now()
    await orm.delete(passwordResets).where(lte(passwordResets.expiresAt, now))
    const due = await orm
      .select({ id: passwordResets.id })
      .from(passwordResets)
      .where(isDue(now))
      .orderBy(asc(passwordResets.requestedAt))
      .limit(batch)
    for (const { id } of due) {
      const link = await writeLink(orm, app, id)
      if (link) await send(orm, app, id, link)
    }
  })
}

/** The link of a request, and to whom it goes; null where no admin has the address. */
async function writeLink(orm: Orm, app: AppContext, id: string) {
  return orm.transaction(async (tx) => {
    const own = eq(passwordResets.id, id)
    // Another process may have it.
    const [request] = await tx
      .select()
      .from(passwordResets)
      .where(and(own, isDue(app.now())))
      .for('update', { skipLocked: true })
    if (!request) return null
    const admin = await adminByEmail(tx, request.email)
    if (!admin || !app.mail) {
      await tx.delete(passwordResets).where(own)
      return null
    }
    const token = randomBytes(32).toString('base64url')
    // Only the latest link works.
    await tx.delete(passwordResets).where(eq(passwordResets.adminId, admin.id))
    await tx
      .update(passwordResets)
      .set({ adminId: admin.id, tokenHash: hashOfToken(token) })
      .where(own)
    return { to: admin.email, href: new URL(`/admin/password/${token}`, app.publicUrl).href }
  })
}

async function send(
  orm: Orm,
  app: AppContext,
  id: string,
  { to, href }: { to: string; href: string },
): Promise<void> {
  const email = passwordLinkEmail(href)
  const written = { subject: email.subject, text: emailText(email), html: emailHtml(email) }
  const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxSendMs)])
  try {
    await app.mail?.send({ id: randomUUID(), to, replyTo: null, ...written }, signal)
  } catch (error) {
    app.log.error({ err: error }, 'a link to choose another password was not taken')
    const nextAttemptAt = new Date(app.now().getTime() + waitMs)
    const again = { adminId: null, tokenHash: null, nextAttemptAt }
    await orm.update(passwordResets).set(again).where(eq(passwordResets.id, id))
  }
}

function isDue(now: Date) {
  return and(isNull(passwordResets.adminId), lte(passwordResets.nextAttemptAt, now))
}
