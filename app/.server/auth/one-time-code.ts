import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Time-based one-time codes, RFC 6238 as authenticator apps have it: SHA-1, six digits, steps of 30
 * seconds. Written out because the step that a code belongs to must be known, to refuse it a second
 * time, and the shop's own clock must tell the time: the sign-in library gives neither [D5].
 */
const stepSeconds = 30
const digits = 6

/** Steps before and after the present one that are accepted: clocks differ, and typing takes time. */
const tolerance = 1

export function stepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds)
}

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  // RFC 4226, 5.3: the last four bits say where the 31 bits of the code begin.
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that the code belongs to, later than `after` and due at that time; null where none is. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  at: Date,
  after: number | null = null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepAt(at)
  let found: number | null = null
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    const same = timingSafeEqual(Buffer.from(code), Buffer.from(codeOf(secret, step)))
    if (same && (after === null || step > after)) found ??= step
  }
  return found
}

/** What the QR code says to the authenticator app. */
export function totpUri(secret: Buffer, { issuer, email }: { issuer: string; email: string }) {
  const label = [issuer, email].map(encodeURIComponent).join(':')
  const settings = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
  return `otpauth://totp/${label}?${settings}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps take it by hand. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}
