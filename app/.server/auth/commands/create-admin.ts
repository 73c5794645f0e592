import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { brand } from '#brand'
import { type Orm, sqlState } from '#app/.server/platform/db/database.ts'
import { admins, setupLinks } from '#app/.server/platform/db/schema.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import type { Shop } from '#app/.server/app-context.ts'
import { refuseCommonPassword } from '../common-password.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'
import { newMfaSecret, sealMfaSecret } from '../totp-secret.ts'
import { totpUri } from '../one-time-code.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'

/** What is shown once, to the new admin alone. */
export type Enrolment = { email: string; totpUri: string; recoveryCodes: string[] }

type NewAdmin = {
  email: string
  passwordHash: string
  mfaSecret: Buffer
  /** Step of the code by which the second factor was proved, which is used up by that. */
  lastStep?: number
  by: string
}

/**
 * Makes an admin with both factors. There is no other way to become one: the shop's pages have no
 * sign-up, and nothing that a user's data say about themselves is asked for [AUTH-21, D28].
 */
export async function createAdmin(
  shop: Shop,
  { email, password, by }: { email: string; password: string; by: string },
): Promise<Enrolment & { id: string; mfaSecret: Buffer }> {
  await refuseCommonPassword(password, email)
  const passwordHash = await hashPassword(password)
  const mfaSecret = newMfaSecret()
  const made = await creating(shop, (tx) =>
    insertAdmin(shop, tx, { email, passwordHash, mfaSecret, by }),
  )
  return { ...made, mfaSecret }
}

/** Within a transaction of the caller's. */
export async function insertAdmin(
  shop: Shop,
  tx: Orm,
  { email, passwordHash, mfaSecret, lastStep, by }: NewAdmin,
): Promise<Enrolment & { id: string }> {
  const id = randomUUID()
  const at = shop.now()
  const mfaCode = await sealMfaSecret(shop.secret, mfaSecret)
  const row = { id, email, passwordHash, mfaCode, lastStep: lastStep ?? null, createdAt: at }
  await tx.insert(admins).values(row)
  // The way to the first admin is closed by any admin.
  await tx.delete(setupLinks)
  const recoveryCodes = await newRecoveryCodes(tx, shop.secret, id)
  await logDeed(tx, { at, by, deed: 'made an admin', subject: email })
  return { id, email, totpUri: totpUri(mfaSecret, { issuer: brand.name, email }), recoveryCodes }
}

const notUnique = '23505'

/** A transaction; what fails in it is told in the one sentence that there is for it [AUTH-10]. */
export async function creating<T>(shop: Shop, work: (tx: Orm) => Promise<T>): Promise<T> {
  const failed = new Problem('admin_not_created', 503, 'Failed to create admin record')
  if (!shop.db) throw failed
  try {
    return await shop.db.orm.transaction(work)
  } catch (error) {
    if (error instanceof Problem) throw error
    if (sqlState(error) === notUnique) {
      const why = 'there is one with this e-mail address already'
      throw new Problem('admin_exists', 409, `${failed.message}: ${why}.`)
    }
    shop.log.error({ err: error }, failed.message)
    throw failed
  }
}
