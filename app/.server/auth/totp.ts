import { Secret, TOTP } from 'otpauth'
import { brand } from '#brand'
import { derived } from '../platform/secret.ts'
import { symmetricDecrypt, symmetricEncrypt } from './crypto.ts'

/** 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = () => new Secret({ size: 20 })

/**
 * The time step that the code belongs to: the present one or one beside it, since clocks differ and
 * typing takes time. Null where the code is wrong, or its step is not later than `lastStep`, the one
 * last accepted: no code is good twice [D5].
 */
export function totpStep(
  secret: Secret,
  code: string,
  at: Date,
  lastStep: number | null = null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const timestamp = at.getTime()
  // RFC 6238 as authenticator apps have it: SHA-1, six digits, steps of 30 seconds.
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: 1 })
  if (delta === null) return null
  const step = TOTP.counter({ timestamp }) + delta
  return lastStep !== null && step <= lastStep ? null : step
}

/** For the authenticator app, with the secret first, as `npm run admin` has always printed it. */
export function totpUri(secret: Secret, email: string): string {
  const [issuer, account] = [brand.name, email].map(encodeURIComponent)
  return `otpauth://totp/${issuer}:${account}?secret=${secret.base32}&issuer=${issuer}&algorithm=SHA1&digits=6&period=30`
}

const keyOf = (shopSecret: string) => derived(shopSecret, 'mfa-secret/v1').toString('base64url')

/** As stored in the database: encrypted, so that a copy of the database opens nothing [D5]. */
export function encryptTotpSecret(shopSecret: string, secret: Secret): Promise<string> {
  return symmetricEncrypt({ key: keyOf(shopSecret), data: secret.hex.toLowerCase() })
}

/** Whichever of the shop's secrets it was encrypted with, and whether that was the present one. */
export async function readTotpSecret(
  secrets: readonly string[],
  encrypted: string,
): Promise<{ secret: Secret; isCurrent: boolean }> {
  for (const [index, shopSecret] of secrets.entries()) {
    try {
      return { secret: await decryptTotpSecret(shopSecret, encrypted), isCurrent: index === 0 }
    } catch (error) {
      if (index === secrets.length - 1) throw error
    }
  }
  throw new RangeError('no secret to read it with')
}

export async function decryptTotpSecret(shopSecret: string, encrypted: string): Promise<Secret> {
  return Secret.fromHex(await symmetricDecrypt({ key: keyOf(shopSecret), data: encrypted }))
}
