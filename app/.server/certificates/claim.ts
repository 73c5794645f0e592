import { createHash, timingSafeEqual } from 'node:crypto'
import { readClaimCode } from '#app/domain/certificate/codes.ts'

/**
 * What is kept of a claim code. Eighty random bits need no slow hash. It is not bound to the certificate, so
 * that the slip in the box is good for the one that a correction puts in its place [CERT-05].
 */
export const claimHash = (code: string): string =>
  createHash('sha256').update(`four-nines-claim/v1 ${code}`).digest('hex')

/** Whether what was typed is the code that is kept. */
export function isClaimCode(kept: string | null, typed: string): boolean {
  const code = readClaimCode(typed)
  if (kept === null || code === null) return false
  return timingSafeEqual(Buffer.from(claimHash(code)), Buffer.from(kept))
}
