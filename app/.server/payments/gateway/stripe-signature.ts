import { createHmac, timingSafeEqual } from 'node:crypto'
import { BadSignature } from './payment-gateway.ts'

/** How far a signature's time may be from now, in either direction: seconds. Stripe's own advice. */
export const toleranceSeconds = 300

/**
 * Believes a webhook's body, or throws BadSignature. The signature is over the bytes as they came,
 * before anything reads them, and its time must be near now in both directions: one from the future
 * would stay good for replays until then. (The SDK looks at the past alone, and decodes the bytes
 * first.) Several secrets are good at once while one is rolled.
 * Source: https://docs.stripe.com/webhooks/signature
 */
export function checkSignature(
  body: Uint8Array,
  header: string | null,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): void {
  if (!header) throw new BadSignature('There is no Stripe-Signature.')
  const { time, signatures } = parts(header)
  if (time === null || signatures.length === 0) {
    throw new BadSignature('The Stripe-Signature cannot be read.')
  }
  const isSigned = secrets.some((secret) => {
    if (secret === '') return false
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return signatures.some((signature) => timingSafeEqual(signature, expected))
  })
  if (!isSigned) throw new BadSignature('The Stripe-Signature is not of this body.')
  if (Math.abs(now.getTime() / 1000 - time) > toleranceSeconds) {
    throw new BadSignature('The Stripe-Signature is not of now.')
  }
}

/** `t=1492774577,v1=5257a8…,v1=…,v0=…`; other schemes are passed over. */
function parts(header: string): { time: number | null; signatures: Buffer[] } {
  const fields = header.split(',').map((field) => field.trim().split('=', 2))
  const times = fields.flatMap(([name, value]) => (name === 't' && value ? [value] : []))
  const [time] = times
  return {
    time: times.length === 1 && time && /^\d{1,12}$/.test(time) ? Number(time) : null,
    signatures: fields.flatMap(([name, value]) =>
      name === 'v1' && value && /^[0-9a-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : [],
    ),
  }
}
