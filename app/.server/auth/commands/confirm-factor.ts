import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { PasskeyAssertion } from '#app/contracts/auth/passkey.ts'
import { WrongField } from '../auth-errors.ts'
import { verifiedPasskey } from '../passkey-assertion.ts'
import { passkeyRefused } from '../passkey-challenges.ts'
import { factorShown } from '../require-reauthentication.ts'
import { redeemCode } from '../second-factor.ts'
import { signedInAdmin } from './prove-identity.ts'
import { attemptOf, type Visitor } from './sign-in.ts'

/**
 * A code shown again within a session, for what costs money or trust: it counts for ten minutes
 * [FRESH-02]. Wrong ones are in the same counts as at signing in.
 */
export async function confirmFactor(
  app: AppContext,
  email: string,
  code: string,
  visitor: Visitor,
): Promise<void> {
  const { admin, sessionId } = await signedInAdmin(app, email, visitor)
  const attempt = await attemptOf(app, admin, admin.email, visitor)
  const redeemed = await redeemCode(app, admin, code, attempt, 'session')
  const entry = { at: app.now(), actor: adminActor(admin.email), address: visitor.address }
  if (!redeemed) {
    await recordAuditEvent(app.db.orm, { ...entry, action: 'admin.factor_not_confirmed' })
    throw new WrongField('not_proven', 'code', 'Invalid MFA code')
  }
  await factorShown(app, sessionId)
  await recordAuditEvent(app.db.orm, {
    ...entry,
    action: 'admin.factor_confirmed',
    facts: { factor: redeemed.factor },
  })
}

/** The same by a passkey of the admin's own, over a challenge of this session [FRESH-02, PASSKEY-03]. */
export async function confirmByPasskey(
  app: AppContext,
  email: string,
  assertion: PasskeyAssertion,
  visitor: Visitor,
) {
  const { admin, sessionId } = await signedInAdmin(app, email, visitor)
  const { admin: owner } = await verifiedPasskey(app, assertion, sessionId)
  if (owner.id !== admin.id) throw passkeyRefused('it is of another account')
  await factorShown(app, sessionId)
  await recordAuditEvent(app.db.orm, {
    at: app.now(),
    actor: adminActor(admin.email),
    action: 'admin.factor_confirmed',
    facts: { factor: 'passkey' },
    address: visitor.address,
  })
  return { admin, sessionId }
}
