import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import type { PasskeyAssertion } from '#app/contracts/passkey.ts'
import { verifiedPasskey } from '../passkey-assertion.ts'
import { openSession } from './admin-session.ts'
import type { Visitor } from './sign-in.ts'

/**
 * A passkey in place of e-mail, password and code: the device holds it, and has verified its owner by a
 * finger, a face or a PIN, so both factors are shown at once [PASSKEY-01].
 */
export async function signInByPasskey(
  app: AppContext,
  assertion: PasskeyAssertion,
  visitor: Visitor,
): Promise<{ cookies: string[] }> {
  const { admin } = await verifiedPasskey(app, assertion, null)
  const { cookies } = await openSession(app, admin.id, visitor)
  await recordAuditEvent(app.db.orm, {
    at: app.now(),
    actor: adminActor(admin.email),
    action: 'admin.signed_in',
    facts: { factor: 'passkey' },
    address: visitor.address,
  })
  return { cookies }
}
