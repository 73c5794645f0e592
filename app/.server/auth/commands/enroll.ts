import { Secret } from 'otpauth'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import type { AuditActor } from '#app/.server/audit-log/record-event.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { linkHmac, readableSecrets } from '#app/.server/platform/secret.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { plainCode } from '#app/domain/text/typed-code.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { decryptWithAny, hashPassword, symmetricEncrypt } from '../crypto.ts'
import { newTotpSecret, totpStep, totpUri } from '../totp.ts'
import { openSession } from './admin-session.ts'
import { type Enrollment, insertAdmin, orNotCreated } from './create-admin.ts'
import type { Visitor } from './sign-in.ts'

/** A link that makes an admin, found to be open: the setup link, or an invitation. */
export type EnrollmentLink = {
  /** A number in the database, of this link alone; the key of its tickets is made of it. */
  nonce: string
  ticketPurpose: 'setup-ticket/v2' | 'invitation-ticket/v1'
  /**
   * Uses the link up, in the transaction that makes the admin, and says as what and by whom; throws
   * where somebody did so at the same moment.
   */
  use(tx: Orm): Promise<{ role: Role; actor: AuditActor }>
}

/** What the second step shows: the authenticator app's secret; its form posts the ticket. */
export type EnrollmentStep = { ticket: string; email: string; secret: string; totpUri: string }

export type Enrolled = Enrollment & { cookies: string[] }

const ticketContent = z.object({
  email: z.string(),
  passwordHash: z.string(),
  mfaSecret: z.string(),
})

/**
 * The password is chosen. Until the next step the browser keeps email, password hash and second factor,
 * encrypted in the ticket: nothing is stored. The second factor's secret is random, so that it cannot be
 * computed from the link.
 */
export async function beginEnrollment(
  app: AppContext,
  link: EnrollmentLink,
  { email, password }: { email: string; password: string },
): Promise<EnrollmentStep> {
  await refuseCommonPassword(password, email)
  const passwordHash = await hashPassword(app, password)
  const mfaSecret = newTotpSecret()
  const data = JSON.stringify({ email, passwordHash, mfaSecret: mfaSecret.hex })
  const ticket = await symmetricEncrypt({ key: ticketKey(app.secret, link), data })
  return { ticket, email: shownEmail(email), ...shown(mfaSecret, email) }
}

/** The second step again, after a code that was not right. */
export async function enrollmentStep(
  app: AppContext,
  link: EnrollmentLink,
  ticket: string,
): Promise<EnrollmentStep> {
  const { email, mfaSecret } = await decryptTicket(app, link, ticket)
  return { ticket, email: shownEmail(email), ...shown(mfaSecret, email) }
}

/**
 * Makes the admin, once the code has proved that the app has the secret; answers the recovery codes and
 * a session, for both factors were just shown. Null where the code is not right.
 */
export async function finishEnrollment(
  app: AppContext,
  link: EnrollmentLink,
  { ticket, code }: { ticket: string; code: string },
  visitor: Visitor,
): Promise<Enrolled | null> {
  const { email, passwordHash, mfaSecret } = await decryptTicket(app, link, ticket)
  const lastStep = totpStep(mfaSecret, plainCode(code), app.now())
  if (lastStep === null) return null
  const { mfaCode, ...admin } = await orNotCreated(app, async (tx) => {
    const as = await link.use(tx)
    return insertAdmin(tx, app, { email, passwordHash, mfaSecret, lastStep, ...as })
  })
  const { cookies } = await openSession(app, { id: admin.id, passwordHash, mfaCode }, visitor)
  return { ...admin, cookies }
}

function shown(secret: Secret, email: string) {
  return { secret: secret.base32, totpUri: totpUri(secret, email) }
}

async function decryptTicket(app: AppContext, link: EnrollmentLink, ticket: string) {
  try {
    const keys = readableSecrets(app).map((secret) => ticketKey(secret, link))
    const text = await decryptWithAny(keys, ticket)
    const { mfaSecret, ...account } = ticketContent.parse(JSON.parse(text))
    return { ...account, mfaSecret: Secret.fromHex(mfaSecret) }
  } catch {
    throw new AppError('invalid_request', 400, 'Please start over with your email and password.')
  }
}

const ticketKey = (secret: string, { ticketPurpose, nonce }: EnrollmentLink) =>
  linkHmac(secret, ticketPurpose, nonce)
