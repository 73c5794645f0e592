type Crypto = typeof import('better-auth/crypto')

/** Passwords and encryption by better-auth, loaded once somebody signs in: the shop alone needs none. */
const crypto = (): Promise<Crypto> => import('better-auth/crypto')

export const hashPassword: Crypto['hashPassword'] = async (...args) =>
  (await crypto()).hashPassword(...args)

export const verifyPassword: Crypto['verifyPassword'] = async (...args) =>
  (await crypto()).verifyPassword(...args)

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
