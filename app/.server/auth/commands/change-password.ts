import { and, eq, ne } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { NewPasswordForm } from '#app/contracts/sign-in.ts'
import { WrongField } from '../auth-errors.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { hashPassword, verifyPassword } from '../crypto.ts'
import { adminByEmail } from '../queries/admins.ts'
import { countAttempt, forgetAttempts } from '../sign-in-attempts.ts'
import { renewSession } from './admin-session.ts'
import { attemptOf, redeemCode, type Visitor } from './sign-in.ts'

/**
 * An admin's own password, changed with the current one and a code, so that a session left open is
 * not enough. Counted like signing in, or it would be a way to guess. Every other session of the admin
 * ends; the one that asks stays [AUTH-26]. A WrongField names the field.
 */
export async function changePassword(
  app: AppContext,
  email: string,
  form: NewPasswordForm,
  visitor: Visitor,
): Promise<void> {
  const { orm } = app.db
  const session = await renewSession(app, visitor.headers)
  const admin = await adminByEmail(orm, email)
  if (!admin || session?.admin.id !== admin.id) {
    throw new AppError('not_signed_in', 401, 'You are signed out. Please sign in again.')
  }
  const attempt = await attemptOf(app, admin.id, admin.email, visitor)
  await countAttempt(app, attempt)
  const refused = async (at: 'current' | 'code', sentence: string) => {
    await recordAuditEvent(orm, {
      at: app.now(),
      actor: adminActor(admin.email),
      action: 'admin.password_change_failed',
      facts: { wrong: at },
      address: visitor.address,
    })
    return refusal(at, sentence)
  }
  const { current, password, code } = form
  if (!(await verifyPassword({ hash: admin.passwordHash, password: current }))) {
    throw await refused('current', 'This is not your current password.')
  }
  if (password === current) {
    throw refusal('password', 'This is the password you have now. Please choose another.')
  }
  await refuseCommonPassword(password, admin.email)
  // Last, so that no code is used up by a password that is refused.
  const factor = await redeemCode(app, admin, code)
  if (!factor) throw await refused('code', 'Invalid MFA code')
  const passwordHash = await hashPassword(password)
  await orm.transaction(async (tx) => {
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, admin.id))
    const others = and(eq(adminSessions.userId, admin.id), ne(adminSessions.id, session.sessionId))
    const ended = await tx.delete(adminSessions).where(others).returning({ id: adminSessions.id })
    await recordAuditEvent(tx, {
      at: app.now(),
      actor: adminActor(admin.email),
      action: 'admin.password_changed',
      facts: { factor, otherSessionsEnded: ended.length },
      address: visitor.address,
    })
  })
  await forgetAttempts(app, attempt)
}

function refusal(field: keyof NewPasswordForm, sentence: string): WrongField {
  return new WrongField('password_not_changed', field, sentence)
}
