import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffWork } from '#app/.server/audit-log/staff-transaction.ts'
import { emailHtml } from '#app/.server/emails/templates/html.ts'
import { emailText } from '#app/.server/emails/templates/text.ts'
import { adminEmailChanges, adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { sqlState } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { derived, readableSecrets } from '#app/.server/platform/secret.ts'
import type { ProofForm } from '#app/contracts/auth/sign-in.ts'
import { WrongField } from '../auth-errors.ts'
import { emailChangeEmails } from '../email-change-mails.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { adminByEmail } from '../queries/admins.ts'
import { changeOwnAccount, proveIdentity } from './prove-identity.ts'
import type { Visitor } from './sign-in.ts'

/** How long the link that confirms the new address works. */
const linkLivesMs = 2 * 60 * 60 * 1000
/** For each of the two emails; the admin waits for it. */
const maxSendMs = 15_000

/**
 * Asks for another email address, after password and code. Both addresses are told, and nothing changes
 * before the new one confirms it by the link in its email [SESS-08]. Where an email is not taken, the
 * change is rolled back: an owner who is not told could not object.
 */
export async function requestEmailChange(
  app: AppContext,
  email: string,
  { newEmail, ...proof }: ProofForm & { newEmail: string },
  visitor: Visitor,
): Promise<void> {
  const { mail } = app
  if (!mail) {
    const message =
      'No mail server is set up, so the new address can’t be confirmed. An owner can add one in Setup.'
    throw new AppError('no_mail_server', 409, message)
  }
  const change = { change: 'email', ...proof } as const
  const proven = await proveIdentity(app, email, change, visitor, async () => {
    const taken = await adminByEmail(app.db.orm, newEmail)
    if (!taken) return
    const whose =
      taken.email === email
        ? 'This is already your address.'
        : 'An admin already uses this address.'
    throw new WrongField('email_taken', 'newEmail', whose)
  })
  const { admin } = proven
  const token = newToken()
  const cancelToken = newToken()
  const pending = {
    newEmail,
    tokenHash: hashOf(app.secret, token),
    cancelHash: hashOf(app.secret, cancelToken),
    expiresAt: new Date(app.now().getTime() + linkLivesMs),
  }
  await changeOwnAccount(app, proven, visitor, async (tx, { audit }) => {
    await tx
      .insert(adminEmailChanges)
      .values({ adminId: admin.id, ...pending })
      .onConflictDoUpdate({ target: adminEmailChanges.adminId, set: pending })
    await audit({ action: 'admin.email_change_asked', facts: { to: newEmail } })
  })
  const link = `${app.publicUrl}/admin/email/${token}`
  const cancelLink = `${app.publicUrl}/admin/email/cancel/${cancelToken}`
  try {
    for (const { to, email } of emailChangeEmails({
      from: admin.email,
      to: newEmail,
      link,
      cancelLink,
    })) {
      const written = { text: emailText(email), html: emailHtml(email), subject: email.subject }
      const signal = AbortSignal.any([app.closing, AbortSignal.timeout(maxSendMs)])
      await mail.send({ id: randomUUID(), to, replyTo: null, ...written }, signal)
    }
  } catch (error) {
    app.log.error({ err: error }, 'an email about another email address was not taken')
    await app.db.orm.delete(adminEmailChanges).where(eq(adminEmailChanges.adminId, admin.id))
    const message = 'The mail server didn’t accept the emails. Please try again later.'
    throw new AppError('mail_not_sent', 502, message)
  }
}

/** Whether the link leads anywhere: to which new address, or null. */
export async function pendingEmail(app: AppContext, token: string): Promise<string | null> {
  const [pending] = await app.db.orm
    .select({ newEmail: adminEmailChanges.newEmail })
    .from(adminEmailChanges)
    .where(isOpen(app, token))
  return pending?.newEmail ?? null
}

/** The new address counts from now on, at sign-in too; answers it, or null where the link is dead. */
export async function confirmEmail(
  app: AppContext,
  token: string,
  { address }: { address: string },
): Promise<string | null> {
  try {
    return await app.db.orm.transaction(async (tx) => {
      const [taken] = await tx.delete(adminEmailChanges).where(isOpen(app, token)).returning()
      if (!taken) return null
      const { adminId, newEmail } = taken
      const [before] = await tx
        .select({ email: admins.email })
        .from(admins)
        .where(eq(admins.id, adminId))
        .for('update')
      if (!before) return null
      // A link to choose another password was sent to the address that was.
      const staff = staffWork(tx, { at: app.now(), by: newEmail, address })
      await dropPendingLinks(tx, adminId, staff)
      await tx.update(admins).set({ email: newEmail }).where(eq(admins.id, adminId))
      const facts = { from: before.email, to: newEmail }
      await staff.audit({ action: 'admin.email_changed', facts })
      // To the old address: the person who reads the new one already knows.
      await raiseAlert(tx, {
        kind: 'email-changed',
        at: staff.at,
        account: { id: adminId, email: before.email },
        facts: { before: before.email, after: newEmail },
        from: { address, userAgent: null },
      })
      return newEmail
    })
  } catch (error) {
    // PostgreSQL's code: another admin took the address in the meantime.
    if (sqlState(error) !== '23505') throw error
    throw new AppError('email_taken', 409, 'An admin now uses this address.')
  }
}

/** Whether the link "This wasn't me" still cancels a change: to which address, or null. */
export async function cancelableEmail(app: AppContext, token: string): Promise<string | null> {
  const [pending] = await app.db.orm
    .select({ newEmail: adminEmailChanges.newEmail })
    .from(adminEmailChanges)
    .where(isCanceledBy(app, token))
  return pending?.newEmail ?? null
}

/**
 * "This wasn't me": the change is canceled and every session of the account ends, the one that
 * requested it included [SESS-10]. Returns false where there was nothing to cancel.
 */
export async function cancelEmailChange(
  app: AppContext,
  token: string,
  { address }: { address: string },
): Promise<boolean> {
  return app.db.orm.transaction(async (tx) => {
    const [canceled] = await tx
      .delete(adminEmailChanges)
      .where(isCanceledBy(app, token))
      .returning()
    if (!canceled) return false
    const { adminId, newEmail } = canceled
    const [admin] = await tx
      .select({ email: admins.email })
      .from(admins)
      .where(eq(admins.id, adminId))
    const staff = staffWork(tx, { at: app.now(), by: admin?.email ?? '', address })
    await dropPendingLinks(tx, adminId, staff)
    const ended = await tx
      .delete(adminSessions)
      .where(eq(adminSessions.userId, adminId))
      .returning({ id: adminSessions.id })
    const facts = { to: newEmail, sessionsEnded: ended.length }
    await staff.audit({ action: 'admin.email_change_canceled', facts })
    return true
  })
}

function isCanceledBy(app: AppContext, token: string) {
  const hashes = readableSecrets(app).map((secret) => hashOf(secret, token))
  return inArray(adminEmailChanges.cancelHash, hashes)
}

const newToken = () => randomBytes(32).toString('base64url')

function isOpen(app: AppContext, token: string) {
  const { tokenHash, expiresAt } = adminEmailChanges
  const hashes = readableSecrets(app).map((secret) => hashOf(secret, token))
  return and(inArray(tokenHash, hashes), gt(expiresAt, app.now()))
}

const hashOf = (secret: string, token: string) =>
  createHmac('sha256', derived(secret, 'email-change/v1')).update(token).digest('base64url')
