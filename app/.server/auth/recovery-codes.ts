import { createHmac, randomInt } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { plainCode } from '#app/domain/text/typed-code.ts'
import { adminRecoveryCodes } from '../platform/db/auth-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { derived } from '../platform/secret.ts'

/**
 * Ten codes for the day the phone is lost, each good once. Kept as keyed hashes: anyone who reads
 * the database cannot try candidates without the shop's secret [D5, docs/decisions/008-sign-in.md].
 */
const count = 10

/**
 * Without 0, 1, I, L, O and U, which are misread. A code of 24 is 117 bits: from 112 on a hash that is not
 * slow protects it (NIST SP 800-63B). Those made earlier had ten, and still count.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Replaces all the codes of an admin; answers the new ones, to be shown once. */
export async function newRecoveryCodes(tx: Orm, secret: string, adminId: string) {
  const codes = Array.from({ length: count }, newCode)
  await tx.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId))
  await tx
    .insert(adminRecoveryCodes)
    .values(codes.map((code) => ({ adminId, codeHash: hashOf(secret, adminId, code) })))
  return codes
}

/** How many of an admin's codes are unused. */
export async function recoveryCodesLeft(orm: Orm, adminId: string): Promise<number> {
  const unused = and(eq(adminRecoveryCodes.adminId, adminId), isNull(adminRecoveryCodes.usedAt))
  return orm.$count(adminRecoveryCodes, unused)
}

/** Whether it was one of the admin's unused codes; it is used from now on. */
export async function redeemRecoveryCode(
  orm: Orm,
  secrets: readonly string[],
  { adminId, code, at }: { adminId: string; code: string; at: Date },
): Promise<boolean> {
  const used = await orm
    .update(adminRecoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(adminRecoveryCodes.adminId, adminId),
        inArray(
          adminRecoveryCodes.codeHash,
          secrets.map((secret) => hashOf(secret, adminId, code)),
        ),
        isNull(adminRecoveryCodes.usedAt),
      ),
    )
    .returning({ adminId: adminRecoveryCodes.adminId })
  return used.length > 0
}

function newCode(): string {
  const character = () => alphabet[randomInt(alphabet.length)]
  const group = () => Array.from({ length: 6 }, character).join('')
  return Array.from({ length: 4 }, group).join('-')
}

function hashOf(secret: string, adminId: string, code: string): string {
  return createHmac('sha256', derived(secret, 'recovery-codes/v1'))
    .update(`${adminId}:${plainCode(code)}`)
    .digest('base64url')
}
