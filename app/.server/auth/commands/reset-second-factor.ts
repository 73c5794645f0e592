import { eq } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { type AuditActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { adminByEmail } from '../queries/admins.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { forgetAllAttempts } from '../sign-in-attempts.ts'
import { encryptTotpSecret, newTotpSecret, totpUri } from '../totp.ts'
import type { Enrollment } from './create-admin.ts'
import { noSuchAdmin } from './remove-admin.ts'

/**
 * A new secret and new recovery codes for an admin who lost the old ones; those, and every open
 * session, end with it. The password stays. Also opens an account that was shut by too many tries.
 */
export async function resetSecondFactor(
  app: AppContext,
  { email, actor }: { email: string; actor: AuditActor },
): Promise<Enrollment> {
  const mfaSecret = newTotpSecret()
  const mfaCode = await encryptTotpSecret(app.secret, mfaSecret)
  const at = app.now()
  const reset = await app.db.orm.transaction(async (tx) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    await tx.update(admins).set({ mfaCode, lastStep: null }).where(eq(admins.id, admin.id))
    await tx.delete(adminSessions).where(eq(adminSessions.userId, admin.id))
    const recoveryCodes = await newRecoveryCodes(tx, app.secret, admin.id)
    await recordAuditEvent(tx, {
      at,
      actor,
      action: 'admin.second_factor_reset',
      target: { type: 'admin', id: admin.email },
    })
    const facts = { change: 'reset' } as const
    await raiseAlert(tx, { kind: 'second-factor-changed', at, account: admin, facts })
    return { id: admin.id, email: admin.email, recoveryCodes }
  })
  const { id, ...enrollment } = reset
  await forgetAllAttempts(app, id)
  return { ...enrollment, totpUri: totpUri(mfaSecret, reset.email) }
}
