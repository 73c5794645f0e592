import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { SecondFactor } from '#app/.server/audit-log/audit-actions.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { type StaffWork, staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { WrongField } from '../auth-errors.ts'
import { verifyPassword } from '../crypto.ts'
import { adminByEmail } from '../queries/admins.ts'
import { factorShown } from '../require-reauthentication.ts'
import { type AdminRow, redeemCode } from '../second-factor.ts'
import { countAttempt, forgetAttempts } from '../sign-in-limits.ts'
import { renewSession } from './admin-session.ts'
import { attemptOf, type Visitor } from './sign-in.ts'

/** The part of an account that will be changed. */
export type AccountChange =
  | 'password'
  | 'email'
  | 'recovery_codes'
  | 'second_factor'
  | 'passkey'
  | 'colleague'

export type Proven = { admin: AdminRow; sessionId: string; factor: SecondFactor }

/**
 * The signed-in admin, with the current password and a code, so that a session left open is not enough
 * to take the account over. Counted like signing in, or it would be a way to guess. A WrongField names
 * the field. `check` refuses what was typed beside them, before a code is used up by it.
 */
export async function proveIdentity(
  app: AppContext,
  email: string,
  { change, current, code }: { change: AccountChange; current: string; code: string },
  visitor: Visitor,
  check: (admin: AdminRow) => Promise<void> | void = () => undefined,
): Promise<Proven> {
  const { admin, sessionId } = await signedInAdmin(app, email, visitor)
  const attempt = await attemptOf(app, admin, admin.email, visitor)
  await countAttempt(app, attempt)
  const refused = async (wrong: 'current' | 'code', message: string) => {
    const entry = { at: app.now(), actor: adminActor(admin.email), address: visitor.address }
    await recordAuditEvent(
      app.db.orm,
      change === 'password'
        ? { ...entry, action: 'admin.password_change_failed', facts: { wrong } }
        : { ...entry, action: 'admin.account_change_failed', facts: { wrong, change } },
    )
    return new WrongField('not_proven', wrong, message)
  }
  if (!(await verifyPassword({ hash: admin.passwordHash, password: current }))) {
    throw await refused('current', 'This isn’t your current password.')
  }
  await check(admin)
  const redeemed = await redeemCode(app, admin, code, attempt, 'session')
  if (!redeemed) throw await refused('code', 'Invalid MFA code')
  await forgetAttempts(app, attempt)
  await factorShown(app, sessionId)
  return { admin, sessionId, factor: redeemed.factor }
}

/** The row of the admin whose session the request carries. */
export async function signedInAdmin(app: AppContext, email: string, { headers }: Visitor) {
  const session = await renewSession(app, headers)
  const admin = await adminByEmail(app.db.orm, email)
  if (!admin || session?.admin.id !== admin.id) {
    throw signedOut()
  }
  return { admin, sessionId: session.sessionId }
}

/**
 * At the start of the transaction that changes an account by its own session: the session must not have ended
 * since it was read, or a change on its way would survive a reset of the second factor, and undo it [SESS-12]. The
 * account is locked first, so that a reset at the same moment either waits or has ended the session.
 */
export async function stillSignedIn(
  tx: Orm,
  { admin, sessionId }: Pick<Proven, 'admin' | 'sessionId'>,
): Promise<void> {
  await tx.select({ id: admins.id }).from(admins).where(eq(admins.id, admin.id)).for('update')
  const own = and(eq(adminSessions.id, sessionId), eq(adminSessions.userId, admin.id))
  if ((await tx.$count(adminSessions, own)) === 0) throw signedOut()
}

/**
 * What admins change in their own account, in one transaction with its entries in the audit log,
 * while the session that requested it is open.
 */
export function changeOwnAccount<R>(
  app: AppContext,
  proven: Pick<Proven, 'admin' | 'sessionId'>,
  { address }: Visitor,
  work: (tx: Orm, staff: StaffWork) => Promise<R>,
): Promise<R> {
  return staffTransaction(app, { by: proven.admin.email, address }, async (tx, staff) => {
    await stillSignedIn(tx, proven)
    return work(tx, staff)
  })
}

function signedOut(): AppError {
  return new AppError('not_signed_in', 401, 'You are signed out. Please sign in again.')
}
