import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import { passkeyChallenges } from '../platform/db/auth-schema.ts'
import { AppError } from '../platform/errors.ts'

/** How long a browser has to ask its owner, and answer. */
export const challengeLivesMs = 5 * 60 * 1000

/** The site passkeys belong to, from PUBLIC_URL: browsers use them nowhere else. */
export function relyingParty({ publicUrl }: Pick<AppContext, 'publicUrl'>) {
  const { hostname: rpId, origin } = new URL(publicUrl)
  return { rpId, origin }
}

/** `sessionId` null: to sign in. `addsPasskey`: to register one, and for nothing else [PASSKEY-04]. */
type Purpose = { sessionId: string | null; addsPasskey: boolean }

/** Random, kept until it comes back or has expired; of one session, or none to sign in [PASSKEY-03]. */
export async function newChallenge(
  { db: { orm }, now }: AppContext,
  { sessionId, addsPasskey }: Purpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(randomBytes(32))
  const at = now()
  await orm.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, at))
  await orm.insert(passkeyChallenges).values({
    challenge: Buffer.from(bytes).toString('base64url'),
    sessionId,
    addsPasskey,
    expiresAt: new Date(at.getTime() + challengeLivesMs),
  })
  return bytes
}

/** Whether it was asked here, of this session, for this, and not answered yet; it is used up by that. */
export async function takeChallenge(
  { db: { orm }, now }: AppContext,
  challenge: string,
  { sessionId, addsPasskey }: Purpose,
): Promise<boolean> {
  const { sessionId: ofSession } = passkeyChallenges
  const taken = await orm
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        sessionId === null ? isNull(ofSession) : eq(ofSession, sessionId),
        eq(passkeyChallenges.addsPasskey, addsPasskey),
        gt(passkeyChallenges.expiresAt, now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return taken.length > 0
}

/** One sentence for whatever was wrong with it: the log says what. */
export function passkeyRefused(why: unknown): AppError {
  const message = 'This passkey wasn’t accepted. Please try again, or use your code.'
  return new AppError('passkey_refused', 401, message, { facts: { why: String(why) } })
}
