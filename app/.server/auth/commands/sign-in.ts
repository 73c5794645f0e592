import { and, eq } from 'drizzle-orm'
import type { AlertOrigin } from '#app/.server/alerts/alert.ts'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import type { SecondFactor } from '#app/.server/audit-log/audit-actions.ts'
import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { admins } from '#app/.server/platform/db/auth-schema.ts'
import { sqlState } from '#app/.server/platform/db/database.ts'
import { AppError, DatabaseUnavailable } from '#app/.server/platform/errors.ts'
import type { SignInForm } from '#app/contracts/auth/sign-in.ts'
import { hashPassword, isEarlierHash, unmatchableHash, verifyPassword } from '../crypto.ts'
import { knownDevice } from '../known-device.ts'
import { adminByEmail } from '../queries/admins.ts'
import { type AdminRow, redeemCode } from '../second-factor.ts'
import { type Attempt, countAttempt, forgetAttempts } from '../sign-in-limits.ts'
import { openSession } from './admin-session.ts'

/** Who asks: the headers of the request, and the address it came from. */
export type Visitor = { headers: Headers; address: string }

/** The same, as an alert shows it. */
export const originOf = ({ headers, address }: Visitor): AlertOrigin => ({
  address,
  userAgent: headers.get('User-Agent'),
})

/**
 * Email, password and code at once, for a session. Nothing is left behind before all three were
 * right: no session, no cookie, no half-way state [AUTH-15, D5]. Throws an AppError with the
 * sentence for the form; anything else is a bug, or a database that failed in between.
 */
export async function signIn(app: AppContext, form: SignInForm, visitor: Visitor) {
  const { admin, attempt } = await findAdmin(app, form.email, visitor)
  // An unknown address takes the same time.
  const isRight = await verifyPassword({
    hash: admin?.passwordHash ?? unmatchableHash(app),
    password: form.password,
  })
  if (!admin || !isRight) throw await refusal(app, 'Invalid credentials', form.email, visitor)
  const redeemed = await redeemCode(app, admin, form.code, attempt)
  if (!redeemed) throw await refusal(app, 'Invalid MFA code', admin.email, visitor)
  await forgetAttempts(app, attempt)
  const passwordHash = await presentHash(app, admin, form.password)
  const { factor, mfaCode } = redeemed
  const shown = { id: admin.id, passwordHash, mfaCode }
  const { cookies, newDevice } = await openSession(app, shown, visitor)
  await recordSignIn(app, admin, { factor, newDevice }, visitor)
  return { admin: { id: admin.id, email: admin.email, role: admin.role }, cookies }
}

/** A hash of an earlier kind is replaced while the password is at hand. */
async function presentHash(
  app: AppContext,
  { id, passwordHash }: AdminRow,
  password: string,
): Promise<string> {
  if (!isEarlierHash(app, passwordHash)) return passwordHash
  const present = await hashPassword(app, password)
  const unchanged = and(eq(admins.id, id), eq(admins.passwordHash, passwordHash))
  await app.db.orm.update(admins).set({ passwordHash: present }).where(unchanged)
  return present
}

/** For the log; the account's owner is told of a device that was not known [ALERT-04]. */
export async function recordSignIn(
  app: AppContext,
  { id, email }: { id: string; email: string },
  { factor, newDevice }: { factor: SecondFactor; newDevice: string | null },
  visitor: Visitor,
): Promise<void> {
  const { address } = visitor
  await staffTransaction(app, { by: email, address }, async (tx, { at, audit }) => {
    await audit({ action: 'admin.signed_in', facts: { factor } })
    if (newDevice === null) return
    await raiseAlert(tx, {
      kind: 'sign-in-new-device',
      at,
      account: { id, email },
      facts: {},
      device: newDevice,
      from: originOf(visitor),
    })
  })
}

/** Counts the attempt, too; a database that fails says so [AUTH-07, AUTH-12]. */
async function findAdmin(app: AppContext, email: string, visitor: Visitor) {
  try {
    const admin = await adminByEmail(app.db.orm, email)
    const attempt = await attemptOf(app, admin, email, visitor)
    await countAttempt(app, attempt)
    return { admin, attempt }
  } catch (error) {
    if (error instanceof AppError && !(error instanceof DatabaseUnavailable)) throw error
    app.log.error({ err: error }, 'Error verifying admin status')
    // The cause in our words: a driver's own may name hosts and users [SEC-06].
    const why = sqlState(error)
      ? 'the database could not answer the question'
      : 'the database does not answer'
    throw new DatabaseUnavailable(`Error verifying admin status: ${why}`)
  }
}

/** As whom the attempt counts; an account that does not exist is counted like one that does. */
export async function attemptOf(
  app: AppContext,
  admin: AdminRow | null,
  email: string,
  { headers, address }: Visitor,
): Promise<Attempt> {
  const device = admin && (await knownDevice(app, headers, admin.id, admin.devicesKnownFrom))
  return { account: admin?.id ?? email, address, device }
}

async function refusal(
  app: AppContext,
  message: 'Invalid credentials' | 'Invalid MFA code',
  email: string,
  { address }: Visitor,
): Promise<AppError> {
  await recordAuditEvent(app.db.orm, {
    at: app.now(),
    actor: { type: 'visitor', id: address },
    action: 'admin.sign_in_failed',
    target: { type: 'admin', id: email },
    facts: { wrong: message === 'Invalid MFA code' ? 'code' : 'credentials' },
    address,
  })
  return new AppError('not_signed_in', 401, message, { facts: { email } })
}
