import { randomBytes, scrypt } from 'node:crypto'
import { isSameText } from '../platform/secret.ts'

/** Parameters of scrypt. */
export type PasswordCost = { N: number; r: number; p: number }

/** The cost of every shop that is started: what OWASP advises for 32 MB of memory [AUTH-31]. */
export const passwordCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
/** For older hashes, made by better-auth, which name no cost. */
const earlierCost = { N: 2 ** 14, r: 16, p: 1 }

/** In bytes. */
const [saltBytes, keyBytes] = [16, 64]

type WithCost = { passwordCost: PasswordCost }

/** `N:r:p:salt:key`: what a hash costs is read from it, so that the cost can be raised again. */
export async function hashPassword(
  { passwordCost: cost }: WithCost,
  password: string,
): Promise<string> {
  const salt = randomBytes(saltBytes).toString('hex')
  return written(cost, salt, await scryptKey(password, salt, cost))
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const { salt, key, ...by } = readHash(hash)
  return isSameText(await scryptKey(password, salt, by), key)
}

/** Whether it was made at another cost than the shop's. */
export function isEarlierHash({ passwordCost: cost }: WithCost, hash: string): boolean {
  const { N, r, p } = readHash(hash)
  return N !== cost.N || r !== cost.r || p !== cost.p
}

const written = ({ N, r, p }: PasswordCost, salt: string, key: string) =>
  [N, r, p, salt, key].join(':')

/**
 * A hash that no password matches: its key was not made with its salt. It costs as much as others
 * [AUTH-28].
 */
export const unmatchableHash = ({ passwordCost: cost }: WithCost) =>
  written(cost, '0'.repeat(saltBytes * 2), '0'.repeat(keyBytes * 2))

function readHash(hash: string) {
  const parts = hash.split(':')
  const [key = '', salt = ''] = parts.toReversed()
  if (parts.length !== 5) return { ...earlierCost, salt, key }
  const [N = 0, r = 0, p = 0] = parts.map(Number)
  return { N, r, p, salt, key }
}

/** Unicode in one form, as NIST SP 800-63B asks: keyboards write one character in several. */
function scryptKey(password: string, salt: string, { N, r, p }: PasswordCost): Promise<string> {
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex')),
    ),
  )
}

type Crypto = typeof import('better-auth/crypto')

/** Encryption by better-auth, loaded once somebody signs in: the shop alone needs none. */
const crypto = (): Promise<Crypto> => import('better-auth/crypto')

export const symmetricEncrypt: Crypto['symmetricEncrypt'] = async (...args) =>
  (await crypto()).symmetricEncrypt(...args)

export const symmetricDecrypt: Crypto['symmetricDecrypt'] = async (...args) =>
  (await crypto()).symmetricDecrypt(...args)

/** By whichever of the keys it was encrypted with; throws where it was none of them. */
export async function decryptWithAny(keys: readonly string[], data: string): Promise<string> {
  for (const key of keys.slice(0, -1)) {
    try {
      return await symmetricDecrypt({ key, data })
    } catch {
      // Another key's.
    }
  }
  return symmetricDecrypt({ key: keys.at(-1) ?? '', data })
}
