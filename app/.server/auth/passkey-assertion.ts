import { and, eq, lt, or } from 'drizzle-orm'
import type { PasskeyAssertion } from '#app/contracts/auth/passkey.ts'
import type { AppContext } from '../app-context.ts'
import { adminPasskeys, admins } from '../platform/db/auth-schema.ts'
import {
  challengeLivesMs,
  newChallenge,
  passkeyRefused,
  relyingParty,
  takeChallenge,
} from './passkey-challenges.ts'

/** Loaded when a passkey is first used: most of the shop's life needs none of it. */
const webauthn = () => import('@simplewebauthn/server')

/**
 * The challenge for the browser to sign. No passkeys are named: it offers those it has for this
 * shop, so nobody learns here which accounts have one.
 */
export async function assertionOptions(app: AppContext, sessionId: string | null) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(app).rpId,
    challenge: await newChallenge(app, { sessionId, addsPasskey: false }),
    userVerification: 'required',
    timeout: challengeLivesMs,
  })
}

/**
 * Whose passkey it is, once its signature over our challenge is right: for this shop's address, with
 * its owner verified by the device, and counted on from the last use [PASSKEY-02, PASSKEY-03].
 */
export async function verifiedPasskey(
  app: AppContext,
  assertion: PasskeyAssertion,
  sessionId: string | null,
) {
  const { orm } = app.db
  const [found] = await orm
    .select({ passkey: adminPasskeys, admin: admins })
    .from(adminPasskeys)
    .innerJoin(admins, eq(admins.id, adminPasskeys.adminId))
    .where(eq(adminPasskeys.id, assertion.id))
  if (!found) throw passkeyRefused('there is no such passkey')
  const { passkey, admin } = found
  if (Buffer.from(assertion.response.userHandle, 'base64url').toString() !== admin.id) {
    throw passkeyRefused('it names another account')
  }
  const { newCounter, credentialBackedUp } = await verified(app, assertion, passkey, sessionId)
  // Two uses of one count at the same moment: one of them is the first to write.
  const counted = await orm
    .update(adminPasskeys)
    .set({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: app.now() })
    .where(
      and(
        eq(adminPasskeys.id, passkey.id),
        or(lt(adminPasskeys.counter, newCounter), eq(adminPasskeys.counter, 0)),
      ),
    )
    .returning({ id: adminPasskeys.id })
  if (counted.length === 0) throw passkeyRefused('its counter was used already')
  return { admin, passkey }
}

async function verified(
  app: AppContext,
  assertion: PasskeyAssertion,
  { id, publicKey, counter }: typeof adminPasskeys.$inferSelect,
  sessionId: string | null,
) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { rpId, origin } = relyingParty(app)
  const response = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: (challenge) =>
      takeChallenge(app, challenge, { sessionId, addsPasskey: false }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch((error: unknown) => {
    throw passkeyRefused(error)
  })
  if (!response.verified) throw passkeyRefused('the signature is wrong')
  return response.authenticationInfo
}
