import { randomUUID } from 'node:crypto'
import type { Secret } from 'otpauth'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import { staffWork } from '#app/.server/audit-log/staff-transaction.ts'
import { admins, setupLinks } from '#app/.server/platform/db/auth-schema.ts'
import { type Orm, sqlState } from '#app/.server/platform/db/database.ts'
import { AppError, DatabaseUnavailable } from '#app/.server/platform/errors.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { hashPassword } from '../crypto.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { encryptTotpSecret, newTotpSecret, totpUri } from '../totp.ts'

/** Shown once, to the new admin alone. */
export type Enrollment = { email: string; totpUri: string; recoveryCodes: string[] }

type NewAdmin = {
  email: string
  role: Role
  passwordHash: string
  mfaSecret: Secret
  /** Time step of the code that proved the second factor: it is used up by that. */
  lastStep?: number
  actor: AuditActor
}

/**
 * Makes an admin with both factors. There is no other way to become one: the shop's pages have no
 * sign-up, and what a user's data say about themselves is never read [AUTH-21, D28].
 */
export async function createAdmin(
  app: AppContext,
  {
    email,
    password,
    actor,
    role = 'owner',
  }: { email: string; password: string; actor: AuditActor; role?: Role },
): Promise<Enrollment & { id: string; mfaSecret: Secret }> {
  await refuseCommonPassword(password, email)
  const passwordHash = await hashPassword(app, password)
  const mfaSecret = newTotpSecret()
  const { mfaCode: _, ...created } = await orNotCreated(app, (tx) =>
    insertAdmin(tx, app, { email, role, passwordHash, mfaSecret, actor }),
  )
  return { ...created, mfaSecret }
}

/** Within a transaction of the caller's. */
export async function insertAdmin(
  tx: Orm,
  app: AppContext,
  { email, role, passwordHash, mfaSecret, lastStep, actor }: NewAdmin,
): Promise<Enrollment & { id: string; mfaCode: string }> {
  const id = randomUUID()
  const at = app.now()
  const mfaCode = await encryptTotpSecret(app.secret, mfaSecret)
  const row = { id, email, role, passwordHash, mfaCode, lastStep: lastStep ?? null, createdAt: at }
  // Sent before the row exists, so that only the existing owners are told.
  await raiseAlert(tx, { kind: 'staff-added', at, facts: { by: actor.id, email, role } })
  await tx.insert(admins).values(row)
  // The way to the first admin is closed by any admin.
  await tx.delete(setupLinks)
  const recoveryCodes = await newRecoveryCodes(tx, app.secret, id)
  await staffWork(tx, { at, actor }).audit({
    action: 'admin.created',
    target: { type: 'admin', id: email },
    facts: { role },
  })
  return { id, email, mfaCode, totpUri: totpUri(mfaSecret, email), recoveryCodes }
}

/** PostgreSQL's code. */
const uniqueViolation = '23505'

/** A transaction. Whatever fails in it, the reader gets one sentence [AUTH-10]. */
export async function orNotCreated<T>(app: AppContext, work: (tx: Orm) => Promise<T>): Promise<T> {
  const failed = new AppError('admin_not_created', 503, 'Failed to create admin record')
  try {
    return await app.db.orm.transaction(work)
  } catch (error) {
    if (error instanceof AppError && !(error instanceof DatabaseUnavailable)) throw error
    if (sqlState(error) === uniqueViolation) {
      const why = 'there is one with this email address already'
      throw new AppError('admin_exists', 409, `${failed.message}: ${why}.`)
    }
    app.log.error({ err: error }, failed.message)
    throw failed
  }
}
