import { and, eq, ne } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { z } from 'zod'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminSessions, admins } from '#app/.server/platform/db/auth-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { derived, readableSecrets } from '#app/.server/platform/secret.ts'
import { type ProofForm, wrongNewAppCode } from '#app/contracts/auth/sign-in.ts'
import { plainCode } from '#app/domain/text/typed-code.ts'
import { WrongField } from '../auth-errors.ts'
import { decryptWithAny, symmetricEncrypt } from '../crypto.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { encryptTotpSecret, newTotpSecret, totpStep, totpUri } from '../totp.ts'
import { changeOwnAccount, proveIdentity, signedInAdmin } from './prove-identity.ts'
import { originOf, type Visitor } from './sign-in.ts'

/** What the new app is given; its form posts the ticket. */
export type NewAuthenticator = { ticket: string; secret: string; totpUri: string }

/** How long the new secret waits in the browser for its first code. */
const ticketLivesMs = 15 * 60 * 1000

const ticketContent = z.object({ sessionId: z.string(), secret: z.string(), at: z.number() })

/**
 * A new secret for the authenticator app, after password and a code of the old one. The old one stays
 * until a code proves the new [SESS-07]: until then the browser keeps it, encrypted, and nothing is
 * stored.
 */
export async function beginAuthenticator(
  app: AppContext,
  email: string,
  proof: ProofForm,
  visitor: Visitor,
): Promise<NewAuthenticator> {
  const change = { change: 'second_factor', ...proof } as const
  const { admin, sessionId } = await proveIdentity(app, email, change, visitor)
  const secret = newTotpSecret()
  const data = JSON.stringify({ sessionId, secret: secret.hex, at: app.now().getTime() })
  const ticket = await symmetricEncrypt({ key: ticketKey(app.secret), data })
  return { ticket, secret: secret.base32, totpUri: totpUri(secret, admin.email) }
}

/** The same step again, after a code that was not right. */
export async function authenticatorStep(
  app: AppContext,
  email: string,
  ticket: string,
): Promise<NewAuthenticator> {
  const { secret } = await readTicket(app, ticket)
  return { ticket, secret: secret.base32, totpUri: totpUri(secret, email) }
}

/** From the first right code on only the new app's count; every other session of the admin ends. */
export async function finishAuthenticator(
  app: AppContext,
  email: string,
  { ticket, code }: { ticket: string; code: string },
  visitor: Visitor,
): Promise<void> {
  const { admin, sessionId } = await signedInAdmin(app, email, visitor)
  const kept = await readTicket(app, ticket)
  if (kept.sessionId !== sessionId) throw beginAgain()
  const lastStep = totpStep(kept.secret, plainCode(code), app.now())
  if (lastStep === null) throw new WrongField('not_proven', 'code', wrongNewAppCode)
  const mfaCode = await encryptTotpSecret(app.secret, kept.secret)
  await changeOwnAccount(app, { admin, sessionId }, visitor, async (tx, staff) => {
    await tx.update(admins).set({ mfaCode, lastStep }).where(eq(admins.id, admin.id))
    await dropPendingLinks(tx, admin.id, staff)
    const others = and(eq(adminSessions.userId, admin.id), ne(adminSessions.id, sessionId))
    await tx.delete(adminSessions).where(others)
    await staff.audit({ action: 'admin.second_factor_changed' })
    await raiseAlert(tx, {
      kind: 'second-factor-changed',
      at: staff.at,
      account: admin,
      facts: { change: 'another authenticator app' },
      from: originOf(visitor),
    })
  })
}

async function readTicket(app: AppContext, ticket: string) {
  try {
    const text = await decryptWithAny(readableSecrets(app).map(ticketKey), ticket)
    const { sessionId, secret, at } = ticketContent.parse(JSON.parse(text))
    if (Math.abs(app.now().getTime() - at) > ticketLivesMs) throw beginAgain()
    return { sessionId, secret: Secret.fromHex(secret) }
  } catch {
    throw beginAgain()
  }
}

function beginAgain(): AppError {
  return new AppError('invalid_request', 400, 'Please start over with your password and a code.')
}

const ticketKey = (secret: string) =>
  derived(secret, 'authenticator-ticket/v1').toString('base64url')
