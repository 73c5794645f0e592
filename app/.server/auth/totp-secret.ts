import { randomBytes } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { derived } from '../platform/secret.ts'

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = () => randomBytes(20)

const keyOf = (secret: string) => derived(secret, 'mfa-secret/v1').toString('base64url')

/** As it stands in the database: encrypted, so that a copy of the database opens nothing [D5]. */
export function encryptTotpSecret(shopSecret: string, mfaSecret: Buffer): Promise<string> {
  return symmetricEncrypt({ key: keyOf(shopSecret), data: mfaSecret.toString('hex') })
}

export async function decryptTotpSecret(shopSecret: string, sealed: string): Promise<Buffer> {
  return Buffer.from(await symmetricDecrypt({ key: keyOf(shopSecret), data: sealed }), 'hex')
}
