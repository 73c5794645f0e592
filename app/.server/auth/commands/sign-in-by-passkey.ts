import type { AppContext } from '#app/.server/app-context.ts'
import type { PasskeyAssertion } from '#app/contracts/auth/passkey.ts'
import { verifiedPasskey } from '../passkey-assertion.ts'
import type { AdminRow } from '../second-factor.ts'
import { openSession } from './admin-session.ts'
import { recordSignIn, type Visitor } from './sign-in.ts'

/**
 * A passkey in place of email, password and code: the device holds it, and has verified its owner by a
 * finger, a face or a PIN, so both factors are shown at once [PASSKEY-01].
 */
export async function signInByPasskey(
  app: AppContext,
  assertion: PasskeyAssertion,
  visitor: Visitor,
): Promise<{ admin: Pick<AdminRow, 'role'>; cookies: string[] }> {
  const { admin, passkey } = await verifiedPasskey(app, assertion, null)
  const { cookies, newDevice } = await openSession(
    app,
    { ...admin, passkeyId: passkey.id },
    visitor,
  )
  await recordSignIn(app, admin, { factor: 'passkey', newDevice }, visitor)
  return { admin, cookies }
}
