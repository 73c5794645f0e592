import { eq } from 'drizzle-orm'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminPasskeys } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { PasskeyProof, PasskeyRegistration } from '#app/contracts/auth/passkey.ts'
import { brand } from '#brand'
import {
  challengeLivesMs,
  newChallenge,
  passkeyRefused,
  relyingParty,
  takeChallenge,
} from '../passkey-challenges.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { confirmByPasskey } from './confirm-factor.ts'
import { changeOwnAccount, proveIdentity, signedInAdmin } from './prove-identity.ts'
import { originOf, type Visitor } from './sign-in.ts'

/** More than anybody has devices, so that nobody fills the table. */
const maxPasskeys = 20

const webauthn = () => import('@simplewebauthn/server')

/**
 * What the browser makes a new passkey of, once password and code, or another passkey of the account,
 * have shown who asks [PASSKEY-04].
 */
export async function registrationOptions(
  app: AppContext,
  email: string,
  proof: PasskeyProof,
  visitor: Visitor,
) {
  const { admin, sessionId } =
    'assertion' in proof
      ? await confirmByPasskey(app, email, proof.assertion, visitor)
      : await proveIdentity(app, email, { change: 'passkey', ...proof }, visitor)
  const known = await app.db.orm
    .select({ id: adminPasskeys.id })
    .from(adminPasskeys)
    .where(eq(adminPasskeys.adminId, admin.id))
  if (known.length >= maxPasskeys) {
    const message = `You already have ${maxPasskeys} passkeys. Please remove one first.`
    throw new AppError('too_many_passkeys', 409, message)
  }
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: relyingParty(app).rpId,
    userID: new Uint8Array(Buffer.from(admin.id)),
    userName: admin.email,
    challenge: await newChallenge(app, { sessionId, addsPasskey: true }),
    timeout: challengeLivesMs,
    attestationType: 'none',
    // A device that has one is told so, rather than given a second.
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Keeps the new passkey. Only after registrationOptions, of the same session: a challenge of another
 * kind, which any session may ask for, adds none [PASSKEY-04].
 */
export async function addPasskey(
  app: AppContext,
  email: string,
  { name, registration }: { name: string; registration: PasskeyRegistration },
  visitor: Visitor,
): Promise<void> {
  const { admin, sessionId } = await signedInAdmin(app, email, visitor)
  const { verifyRegistrationResponse } = await webauthn()
  const { rpId, origin } = relyingParty(app)
  const response = await verifyRegistrationResponse({
    response: registration,
    expectedChallenge: (challenge) =>
      takeChallenge(app, challenge, { sessionId, addsPasskey: true }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  if (!response.verified) throw passkeyRefused('the registration is not verified')
  const { credential, credentialDeviceType, credentialBackedUp } = response.registrationInfo
  await changeOwnAccount(app, { admin, sessionId }, visitor, async (tx, staff) => {
    const added = await tx
      .insert(adminPasskeys)
      .values({
        id: credential.id,
        adminId: admin.id,
        name,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: registration.response.transports,
        deviceType: credentialDeviceType,
        backedUp: credentialBackedUp,
        createdAt: staff.at,
      })
      .onConflictDoNothing()
      .returning({ id: adminPasskeys.id })
    if (added.length === 0) throw passkeyRefused('it is kept already')
    await dropPendingLinks(tx, admin.id, staff)
    await staff.audit({ action: 'admin.passkey_added', facts: { name } })
    await raiseAlert(tx, {
      kind: 'second-factor-changed',
      at: staff.at,
      account: admin,
      facts: { change: 'passkey added' },
      from: originOf(visitor),
    })
  })
}
