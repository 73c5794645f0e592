import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { NewPasswordForm } from '#app/contracts/sign-in.ts'
import { adminSessions, admins } from '#app/.server/platform/db/schema.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import { adminByEmail } from '../queries/admins.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { renewSession } from './admin-session.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'
import { attemptOf, spendCode, type Visitor } from './sign-in.ts'
import { countAttempt, forgetAttempts } from '../sign-in-attempts.ts'

/**
 * An admin's own password, changed with the current one and a code, so that a session left open is
 * not enough. Counted like signing in, or it would be a way to guess. Every other session of the admin
 * ends; the one that asks stays [AUTH-26]. Throws a Problem whose `alongside.at` names the field.
 */
export async function changePassword(
  shop: Shop,
  email: string,
  form: NewPasswordForm,
  visitor: Visitor,
): Promise<void> {
  const { db } = shop
  const session = await renewSession(shop, visitor.headers)
  const admin = db && (await adminByEmail(db.orm, email))
  if (!db || !admin || session?.admin.id !== admin.id) throw signedOut()
  const attempt = await attemptOf(shop, admin.id, admin.email, visitor)
  await countAttempt(shop, attempt)
  const refused = async (at: keyof NewPasswordForm, sentence: string) => {
    const deed = { at: shop.now(), by: admin.email, deed: 'failed to change the password' }
    await logDeed(db.orm, { ...deed, details: sentence })
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
  const factor = await spendCode(shop, db, admin, code)
  if (!factor) throw await refused('code', 'Invalid MFA code')
  const passwordHash = await hashPassword(password)
  await db.orm.transaction(async (tx) => {
    await tx.update(admins).set({ passwordHash }).where(eq(admins.id, admin.id))
    const others = and(eq(adminSessions.userId, admin.id), ne(adminSessions.id, session.sessionId))
    const ended = await tx.delete(adminSessions).where(others).returning({ id: adminSessions.id })
    await logDeed(tx, {
      at: shop.now(),
      by: admin.email,
      deed: 'changed the password',
      details: `from ${visitor.address}, with ${factor}; other sessions ended: ${ended.length}`,
    })
  })
  await forgetAttempts(shop, attempt)
}

function refusal(at: keyof NewPasswordForm, sentence: string): Problem {
  return new Problem('password_not_changed', 400, sentence, { alongside: { at } })
}

function signedOut(): Problem {
  return new Problem('not_signed_in', 401, 'You are signed out. Please sign in again.')
}
