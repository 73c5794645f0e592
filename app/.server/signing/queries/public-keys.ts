import { asc } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { signingKeys } from '#app/.server/platform/db/signing-schema.ts'

/** All keys the shop ever signed with, the oldest first [PROOF-01]. */
export async function publicKeys(orm: Orm) {
  const found = await orm
    .select()
    .from(signingKeys)
    .orderBy(asc(signingKeys.madeAt), asc(signingKeys.retiredAt), asc(signingKeys.id))
  return found.map(({ id, publicKey, madeAt, retiredAt }) => ({
    id,
    algorithm: 'Ed25519',
    publicKey,
    madeAt: madeAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  }))
}

/** `publicKey`: SubjectPublicKeyInfo in base64; times in ISO 8601. */
export type PublicKey = Awaited<ReturnType<typeof publicKeys>>[number]
