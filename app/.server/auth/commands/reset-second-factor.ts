import { eq, inArray } from 'drizzle-orm'
import type { AlertOrigin } from '#app/.server/alerts/alert.ts'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type AuditActor, adminActor } from '#app/.server/audit-log/record-event.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { adminPasskeys, adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { ProofForm } from '#app/contracts/auth/sign-in.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { adminByEmail } from '../queries/admins.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { forgetAllAttempts } from '../sign-in-limits.ts'
import { encryptTotpSecret, newTotpSecret, totpUri } from '../totp.ts'
import type { Enrollment } from './create-admin.ts'
import { type Proven, proveIdentity, stillSignedIn } from './prove-identity.ts'
import { noSuchAdmin } from './remove-admin.ts'
import { originOf, type Visitor } from './sign-in.ts'

/**
 * A new secret and new recovery codes for an admin who lost the old ones. Those end with it, and so do
 * all passkeys, sessions, known devices and a pending change of the email address: the person who found the
 * lost phone keeps none of them [SESS-10]. The password stays. Also opens an account that was shut by
 * too many tries. For the command on the server and for an owner on the Staff page, who cannot reset their
 * own: that takes the present factor, on the Account page [FORGOT-04].
 */
export async function resetSecondFactor(
  app: AppContext,
  {
    email,
    actor,
    from,
    proven,
  }: { email: string; actor: AuditActor; from?: AlertOrigin; proven?: Proven },
): Promise<Enrollment> {
  const mfaSecret = newTotpSecret()
  const mfaCode = await encryptTotpSecret(app.secret, mfaSecret)
  const who = { actor, address: from?.address }
  const reset = await staffTransaction(app, who, async (tx, staff) => {
    const { at, audit } = staff
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    if (actor.type === 'admin' && actor.id === admin.email) throw ownSecondFactor()
    if (proven) {
      // Both accounts, in one order: of two owners who reset each other the second one is signed out.
      const both = inArray(admins.id, [proven.admin.id, admin.id])
      await tx.select({ id: admins.id }).from(admins).where(both).orderBy(admins.id).for('update')
      await stillSignedIn(tx, proven)
    }
    const account = { mfaCode, lastStep: null, devicesKnownFrom: at }
    await tx.update(admins).set(account).where(eq(admins.id, admin.id))
    await tx.delete(adminPasskeys).where(eq(adminPasskeys.adminId, admin.id))
    await tx.delete(adminSessions).where(eq(adminSessions.userId, admin.id))
    await dropPendingLinks(tx, admin.id, staff)
    const recoveryCodes = await newRecoveryCodes(tx, app.secret, admin.id)
    const target = { type: 'admin', id: admin.email } as const
    await audit({ action: 'admin.second_factor_reset', target })
    const facts = { change: 'reset', by: actor.id } as const
    await raiseAlert(tx, { kind: 'second-factor-changed', at, account: admin, facts, from })
    if (actor.type === 'admin') {
      const told = { by: actor.id, email: admin.email }
      await raiseAlert(tx, { kind: 'staff-factor-reset', at, facts: told, from })
    }
    return { id: admin.id, email: admin.email, recoveryCodes }
  })
  const { id, ...enrollment } = reset
  await forgetAllAttempts(app, id)
  return { ...enrollment, totpUri: totpUri(mfaSecret, reset.email) }
}

/**
 * By an owner on the Staff page, with their own password and a code: a session alone, however fresh, would
 * take over a colleague's account, since the new second factor also replaces the password [FORGOT-04].
 */
export async function resetColleagueFactor(
  app: AppContext,
  { email, by, proof }: { email: string; by: string; proof: ProofForm },
  visitor: Visitor,
): Promise<Enrollment> {
  const change = { change: 'colleague', ...proof } as const
  const proven = await proveIdentity(app, by, change, visitor, async (admin) => {
    const colleague = await adminByEmail(app.db.orm, email)
    if (!colleague) throw noSuchAdmin(email)
    if (colleague.id === admin.id) throw ownSecondFactor()
  })
  return resetSecondFactor(app, { email, actor: adminActor(by), from: originOf(visitor), proven })
}

function ownSecondFactor(): AppError {
  const message =
    'You can’t reset your own second factor here. Set up another authenticator app under Account. If you don’t have the old one, use a recovery code or ask another owner.'
  return new AppError('own_second_factor', 409, message)
}
