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
