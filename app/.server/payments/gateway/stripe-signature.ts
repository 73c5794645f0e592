import Stripe from 'stripe'
import { BadSignature } from './payment-gateway.ts'

/** How far a signature's time may be from now, in either direction: seconds. Stripe's own advice. */
export const toleranceSeconds = 300

/** Without loss: a mark or a broken byte that is dropped would let another body pass for the signed one. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of a webhook's body, verified by the SDK, else throws BadSignature. The SDK looks at the
 * past alone, so a time from the future, which would stay good for replays until then, is refused
 * here, and so are two times. Several secrets are good at once while one is rolled.
 * Source: https://docs.stripe.com/webhooks/signature; docs/decisions/009-stripe.md
 */
export function verifySignature(
  body: Uint8Array,
  header: string | null,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): string {
  if (!header) throw new BadSignature('There is no Stripe-Signature.')
  const times = header.split(',').filter((field) => field.startsWith('t='))
  if (times.length !== 1) throw new BadSignature('The Stripe-Signature cannot be read.')
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    throw new BadSignature('The body is not UTF-8.')
  }
  if (!secrets.some((secret) => isSigned(text, header, secret, now))) {
    throw new BadSignature('The Stripe-Signature is not of this body, or not of now.')
  }
  if (Number(times[0]?.slice(2)) - now.getTime() / 1000 > toleranceSeconds) {
    throw new BadSignature('The Stripe-Signature is of the future.')
  }
  return text
}

function isSigned(text: string, header: string, secret: string, now: Date): boolean {
  try {
    const given = [text, header, secret, toleranceSeconds, undefined, now.getTime()] as const
    return Stripe.webhooks.signature?.verifyHeader(...given) ?? false
  } catch {
    return false
  }
}
