import { eq } from 'drizzle-orm'
import { brand } from '#brand'
import { adminSessions, admins } from '#app/.server/platform/db/schema.ts'
import { Problem } from '#app/.server/platform/errors.ts'
import { adminByEmail } from '../queries/admins.ts'
import type { Shop } from '#app/.server/app-context.ts'
import type { Enrolment } from './create-admin.ts'
import { logDeed } from '#app/.server/audit-log/record-event.ts'
import { newMfaSecret, sealMfaSecret } from '../totp-secret.ts'
import { totpUri } from '../one-time-code.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { noSuchAdmin } from './remove-admin.ts'
import { forgetAllAttempts } from '../sign-in-attempts.ts'

/**
 * A new secret and new recovery codes for an admin who lost the old ones; those, and every open
 * session, end with it. The password stays. Also opens an account that was shut by too many tries.
 */
export async function resetSecondFactor(
  shop: Shop,
  { email, by }: { email: string; by: string },
): Promise<Enrolment> {
  if (!shop.db) throw new Problem('shop_unavailable', 503, 'The database does not answer.')
  const mfaSecret = newMfaSecret()
  const mfaCode = await sealMfaSecret(shop.secret, mfaSecret)
  const reset = await shop.db.orm.transaction(async (tx) => {
    const admin = await adminByEmail(tx, email)
    if (!admin) throw noSuchAdmin(email)
    await tx.update(admins).set({ mfaCode, lastStep: null }).where(eq(admins.id, admin.id))
    await tx.delete(adminSessions).where(eq(adminSessions.userId, admin.id))
    const recoveryCodes = await newRecoveryCodes(tx, shop.secret, admin.id)
    const deed = 'reset the second factor of'
    await logDeed(tx, { at: shop.now(), by, deed, subject: admin.email })
    return { id: admin.id, email: admin.email, recoveryCodes }
  })
  const { id, ...enrolment } = reset
  await forgetAllAttempts(shop, id)
  return { ...enrolment, totpUri: totpUri(mfaSecret, { issuer: brand.name, email: reset.email }) }
}
