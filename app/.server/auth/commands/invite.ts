import { randomBytes } from 'node:crypto'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { invitations } from '#app/.server/platform/db/auth-schema.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { type Orm, sqlState } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { invitationLink } from '#app/.server/platform/invitation-link.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { WrongField } from '../auth-errors.ts'
import { adminByEmail } from '../queries/admins.ts'
import { isOpen, isUnused } from '../queries/invitations.ts'

const lifetimeMs = 72 * 60 * 60 * 1000

type Inviter = { by: { id: string; email: string }; address: string }

/**
 * Invites somebody by email: the email waits in the outbox, and the link is answered this once, to be
 * handed over otherwise. An earlier invitation of the same address ends by it [INVITE-01, INVITE-02].
 */
export async function invite(
  app: AppContext,
  {
    email,
    role,
    by,
    address,
    userAgent = null,
  }: Inviter & { email: string; role: Role; userAgent?: string | null },
): Promise<{ id: string; link: string; expiresAt: Date }> {
  const id = randomBytes(16).toString('base64url')
  const expiresAt = new Date(app.now().getTime() + lifetimeMs)
  try {
    await staffTransaction(app, { by: by.email, address }, async (tx, staff) => {
      const { at } = staff
      if (await adminByEmail(tx, email)) {
        const message = 'An admin already uses this address.'
        throw new WrongField('email_taken', 'email', message)
      }
      const same = sameEmail(invitations.email, email)
      await revoke(tx, same, staff)
      await tx
        .insert(invitations)
        .values({ id, email, role, invitedBy: by.id, createdAt: at, expiresAt })
      await staff.audit({
        action: 'admin.invited',
        target: { type: 'admin', id: email },
        facts: { role, until: expiresAt.toISOString() },
      })
      // Before it is accepted, so that an owner whose session somebody else uses can revoke it [ALERT-05].
      const facts = { by: by.email, email, role }
      await raiseAlert(tx, { kind: 'staff-invited', at, facts, from: { address, userAgent } })
      await tx.insert(emailOutbox).values({
        kind: 'invitation',
        invitationId: id,
        recipient: email,
        nextAttemptAt: at,
        createdAt: at,
      })
    })
  } catch (error) {
    // PostgreSQL's code: another owner invited the same address at the same moment.
    if (sqlState(error) !== '23505') throw error
    throw new AppError('invited_meanwhile', 409, 'Someone else just invited this address.')
  }
  return { id, link: invitationLink(app, id), expiresAt }
}

/** Its email, which was not taken or was kept, is sent at the job's next run, with the same link [INVITE-09]. */
export async function resendInvitation(
  app: AppContext,
  { id, by, address }: Inviter & { id: string },
): Promise<{ email: string }> {
  if (!app.mail) {
    const message = 'No mail server is set up. An owner can add one in Setup.'
    throw new AppError('no_mail_server', 409, message)
  }
  return staffTransaction(app, { by: by.email, address }, async (tx, { at, audit }) => {
    const [invitation] = await tx
      .select({ email: invitations.email })
      .from(invitations)
      .where(and(eq(invitations.id, id), isOpen(at)))
    if (!invitation)
      throw new AppError('invitation_ended', 409, 'This invitation has already ended.')
    const { email } = invitation
    const waiting = await tx
      .update(emailOutbox)
      .set({ state: 'waiting', attempts: 0, nextAttemptAt: at, lastError: null })
      .where(and(eq(emailOutbox.invitationId, id), inArray(emailOutbox.state, ['kept', 'failed'])))
      .returning({ id: emailOutbox.id })
    if (waiting.length > 0) {
      const target = { type: 'admin', id: email } as const
      await audit({ action: 'admin.invitation_mail_retried', target })
    }
    return { email }
  })
}

/** Its link makes nobody an admin from now on [INVITE-04]. */
export async function revokeInvitation(
  app: AppContext,
  { id, by, address }: Inviter & { id: string },
): Promise<{ email: string }> {
  const revoked = await staffTransaction(app, { by: by.email, address }, (tx, staff) =>
    revoke(tx, eq(invitations.id, id), staff),
  )
  const [one] = revoked
  if (!one) throw new AppError('invitation_ended', 409, 'This invitation has already ended.')
  return one
}

/** Within the transaction that takes an owner's rights away, or is a remedy of their account [INVITE-06]. */
export async function revokeInvitationsBy(
  tx: Orm,
  adminId: string,
  staff: StaffWork,
): Promise<void> {
  await revoke(tx, eq(invitations.invitedBy, adminId), staff)
}

async function revoke(tx: Orm, which: SQL, { at, audit }: StaffWork) {
  const revoked = await tx
    .update(invitations)
    .set({ revokedAt: at })
    .where(and(which, isUnused))
    .returning({ id: invitations.id, email: invitations.email, role: invitations.role })
  for (const { id, email, role } of revoked) {
    await tx
      .delete(emailOutbox)
      .where(and(eq(emailOutbox.invitationId, id), eq(emailOutbox.state, 'waiting')))
    const target = { type: 'admin', id: email } as const
    await audit({ action: 'admin.invitation_revoked', target, facts: { role } })
  }
  return revoked
}
