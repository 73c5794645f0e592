import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { isNull, sql } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { signingKeys } from '../platform/db/signing-schema.ts'
import { AppError } from '../platform/errors.ts'
import { seal, unseal } from '../platform/sealed-text.ts'
import { canonicalJson, type Json } from './canonical-json.ts'

export type SigningKey = { id: string; privateKey: KeyObject }

/** What is sealed is bound to the key's id. */
const sealName = (id: string) => `signing key ${id}`

/** What staff do where the shop's secret, and with it the key, is not the one of before. */
export const keyRemedy =
  'Give the shop its former SESSION_SECRET (or the file secret of DATA_DIR) back, or make another key: npm run admin -- rotate-signing-key.'

/**
 * What a start says where the shop's secret is another one than its key was sealed with: a file that was
 * lost, a setting that was changed. Null where it is the same, or there is no key yet [ENV-08].
 */
export async function lostSecretMessage(app: Pick<AppContext, 'db' | 'secret' | 'olderSecrets'>) {
  const [current] = await app.db.orm.select().from(signingKeys).where(isNull(signingKeys.retiredAt))
  if (!current?.sealed || unseal(app, sealName(current.id), current.sealed) !== null) return null
  return `The secret of this shop is not the one of before: SESSION_SECRET was changed, or the file secret of DATA_DIR was lost and made again. Put the former one back and start again. Where it is lost for good: npm run admin -- rotate-signing-key (certificates signed before are checked as ever), npm run admin -- reset-2fa EMAIL for each admin, and enter again what was saved in Setup (docs/certificates.md)`
}

/** The key that signs; made where there is none yet, once, however many processes ask. */
export async function currentSigningKey(app: AppContext): Promise<SigningKey> {
  const found = await app.db.orm.transaction(async (tx) => {
    await lockKeys(tx)
    const [current] = await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt))
    return current ?? (await insertSigningKey(tx, app))
  })
  const sealed = found.sealed === null ? null : unseal(app, sealName(found.id), found.sealed)
  if (sealed === null) throw new SigningKeyUnreadable()
  return { id: found.id, privateKey: createPrivateKey(sealed) }
}

export async function lockKeys(tx: Pick<Orm, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('signing_keys'))`)
}

export async function insertSigningKey(
  tx: Pick<Orm, 'insert'>,
  app: AppContext,
): Promise<typeof signingKeys.$inferSelect> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const id = createHash('sha256').update(der).digest('hex').slice(0, 16)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const key = {
    id,
    publicKey: der.toString('base64'),
    sealed: seal(app.secret, sealName(id), pem),
    madeAt: app.now(),
    retiredAt: null,
  }
  await tx.insert(signingKeys).values(key)
  return key
}

/** Ed25519 over the canonical JSON, in base64. */
export function signJson({ privateKey }: SigningKey, value: Json): string {
  return sign(null, Buffer.from(canonicalJson(value)), privateKey).toString('base64')
}

/** False also for a key or a value that is none. */
export function isSignedBy(publicKey: string, value: Json, signature: string): boolean {
  try {
    const der = Buffer.from(publicKey, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(canonicalJson(value)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** What was signed stays good; nothing new is signed until there is another key. */
class SigningKeyUnreadable extends AppError {
  constructor() {
    super(
      'signing_key_unreadable',
      503,
      `Nothing new can be signed: the shop’s signing key cannot be read. What was signed before remains valid. ${keyRemedy}`,
    )
  }
}
