import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { claimCode, readClaimCode } from '#app/domain/certificates/codes.ts'

/**
 * What is kept of a claim code. Eighty random bits need no slow hash. It is not bound to the certificate, so
 * that the slip in the box is good for the one that a correction puts in its place [CERT-05].
 */
export const claimHash = (code: string): string =>
  createHash('sha256').update(`four-nines-claim/v1 ${code}`).digest('hex')

/**
 * The code of a certificate's next owner, made from the code that ends: an owner who hands it on
 * and loses the connection asks again and reads the same one. Null: what was typed is no code.
 */
export function nextClaimCode(secret: string, id: string, input: string): string | null {
  const code = readClaimCode(input)
  if (code === null) return null
  return claimCode(createHmac('sha256', secret).update(`next-claim/v1 ${id} ${code}`).digest())
}

/**
 * The code that staff make for an owner who lost theirs, made of the key of their form: sent twice, it is one
 * [CERT-10].
 */
export const staffClaimCode = (secret: string, id: string, key: string): string =>
  claimCode(createHmac('sha256', secret).update(`staff-claim/v1 ${id} ${key}`).digest())

/** Whether what was typed is the code that is kept. */
export function isClaimCode(kept: string | null, input: string): boolean {
  const code = readClaimCode(input)
  if (kept === null || code === null) return false
  return timingSafeEqual(Buffer.from(claimHash(code)), Buffer.from(kept))
}
