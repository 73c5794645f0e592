import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derived, readableSecrets, type ShopSecrets } from './secret.ts'

const algorithm = 'aes-256-gcm'
/** Bytes: what NIST SP 800-38D asks of a random nonce, and the whole tag. */
const [nonceBytes, tagBytes] = [12, 16]

const keyOf = (secret: string) => derived(secret, 'saved settings')

/** Encrypted for one name: nobody reads it without the shop's secret, nor moves it to another name. */
export function seal(secret: string, name: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** Null where it was sealed with another secret or for another name, or was changed. */
export function unseal(secrets: ShopSecrets, name: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  for (const secret of readableSecrets(secrets)) {
    try {
      const decipher = createDecipheriv(algorithm, keyOf(secret), nonce, {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
      const body = bytes.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    } catch {
      // Another secret's, or damaged.
    }
  }
  return null
}
