import { eq } from 'drizzle-orm'
import type { AlertOrigin } from '#app/.server/alerts/alert.ts'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import type { SecondFactor } from '#app/.server/audit-log/audit-actions.ts'
import { type AuditActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { ForgottenPasswordForm } from '#app/contracts/auth/forgotten-password.ts'
import { WrongField } from '../auth-errors.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { hashPassword } from '../crypto.ts'
import { verifiedPasskey } from '../passkey-assertion.ts'
import { passkeyRefused } from '../passkey-challenges.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { adminByEmail } from '../queries/admins.ts'
import { adminOfPasswordLink, takePasswordLink } from '../queries/password-link.ts'
import { type AdminRow, redeemCode } from '../second-factor.ts'
import { type Attempt, countAttempt, forgetAllAttempts, forgetAttempts } from '../sign-in-limits.ts'
import { noSuchAdmin } from './remove-admin.ts'
import { attemptOf, originOf, type Visitor } from './sign-in.ts'

/**
 * Another password by the emailed link and a second factor: a code, a recovery code or a passkey of the
 * account. Every session ends, and nobody is signed in by it [FORGOT-03]. A WrongField names the field.
 */
export async function resetForgottenPassword(
  app: AppContext,
  token: string,
  { password, ...proof }: ForgottenPasswordForm,
  visitor: Visitor,
): Promise<void> {
  const admin = await adminOfPasswordLink(app, token)
  const attempt = await attemptOf(app, admin, admin.email, visitor)
  await countAttempt(app, attempt)
  // Checked before a code is used up.
  await refuseCommonPassword(password, admin.email)
  const factor = await shownFactor(app, admin, proof, attempt)
  const { address } = visitor
  if (!factor) {
    await recordAuditEvent(app.db.orm, {
      at: app.now(),
      actor: { type: 'visitor', id: address },
      action: 'admin.password_reset_failed',
      target: { type: 'admin', id: admin.email },
      address,
    })
    throw new WrongField('not_proven', 'code', 'Invalid MFA code')
  }
  const passwordHash = await hashPassword(app, password)
  await staffTransaction(app, { by: admin.email, address }, async (tx, staff) => {
    await takePasswordLink(tx, app, token)
    await replacePassword(tx, staff, admin, { passwordHash, factor, from: originOf(visitor) })
  })
  await forgetAttempts(app, attempt)
}

async function shownFactor(
  app: AppContext,
  admin: AdminRow,
  { code = '', assertion }: Pick<ForgottenPasswordForm, 'code' | 'assertion'>,
  attempt: Attempt,
): Promise<SecondFactor | null> {
  if (!assertion) {
    const redeemed = await redeemCode(app, admin, code, attempt, 'password link')
    return redeemed?.factor ?? null
  }
  const { admin: owner } = await verifiedPasskey(app, assertion, null)
  if (owner.id !== admin.id) throw passkeyRefused('it is of another account')
  return 'passkey'
}

/**
 * Another password by the command on the server, for an owner whom nobody can help on the Staff page. The
 * account and its second factor stay. Also opens an account that was shut by too many tries [FORGOT-05].
 */
export async function setPassword(
  app: AppContext,
  { email, password, actor }: { email: string; password: string; actor: AuditActor },
): Promise<{ email: string }> {
  const admin = await adminByEmail(app.db.orm, email)
  if (!admin) throw noSuchAdmin(email)
  await refuseCommonPassword(password, admin.email)
  const passwordHash = await hashPassword(app, password)
  await staffTransaction(app, { actor }, (tx, staff) =>
    replacePassword(tx, staff, admin, { passwordHash, factor: null }),
  )
  await forgetAllAttempts(app, admin.id)
  return { email: admin.email }
}

type Replacement = {
  passwordHash: string
  /** Null: by the command on the server. */
  factor: SecondFactor | null
  from?: AlertOrigin
}

async function replacePassword(
  tx: Orm,
  staff: StaffWork,
  { id, email }: AdminRow,
  { passwordHash, factor, from }: Replacement,
): Promise<void> {
  const { at, audit } = staff
  await tx.update(admins).set({ passwordHash }).where(eq(admins.id, id))
  await dropPendingLinks(tx, id, staff)
  const ended = await tx
    .delete(adminSessions)
    .where(eq(adminSessions.userId, id))
    .returning({ id: adminSessions.id })
  await audit({
    action: 'admin.password_reset',
    target: { type: 'admin', id: email },
    facts: { factor, sessionsEnded: ended.length },
  })
  const facts = { by: factor === null ? ('command' as const) : ('link' as const) }
  await raiseAlert(tx, { kind: 'password-changed', at, account: { id, email }, facts, from })
}
