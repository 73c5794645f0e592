import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { BadSignature } from './payment-gateway.ts'
import { toleranceSeconds, verifySignature } from './stripe-signature.ts'

const now = new Date('2026-03-11T16:00:00Z')
const seconds = now.getTime() / 1000
const secret = 'whsec_one'
const payload = '{"id":"evt_1",  "object":"event","name":"Zoë"}'

/** A header as the official SDK writes it. */
const header = (more: { payload?: string; secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds, ...more })

function isVerified(given: string | null, body: string | Uint8Array = payload, secrets = [secret]) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  try {
    expect(Buffer.from(verifySignature(bytes, given, { secrets, now }))).toEqual(Buffer.from(bytes))
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(BadSignature)
    return false
  }
}

describe('a webhook’s signature', () => {
  it('is accepted as the official SDK makes it, also among others and with any good secret [SEC-06]', () => {
    expect(isVerified(header())).toBe(true)
    expect(isVerified(header(), payload, ['whsec_two', secret])).toBe(true)
    expect(isVerified(`${header()},v1=${'0'.repeat(64)},v0=abc`)).toBe(true)
    const [time, signature] = header().split(',')
    expect(isVerified(`${time},v1=${'f'.repeat(64)},${signature}`)).toBe(true)
  })

  it('holds for any body, and for no other bytes: not re-serialised, not one letter [SEC-06]', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const signed = header({ payload: text })
        expect(isVerified(signed, text)).toBe(true)
        const bytes = new TextEncoder().encode(text)
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ 1
        expect(isVerified(signed, bytes)).toBe(false)
      }),
    )
    expect(isVerified(header(), JSON.stringify(JSON.parse(payload)))).toBe(false)
    // Bytes that a text decoder would drop or fold are still bytes.
    expect(isVerified(header({ payload: '\ufffd' }), new Uint8Array([0xff]))).toBe(false)
    expect(isVerified(header(), new TextEncoder().encode(`\ufeff${payload}`))).toBe(false)
  })

  it.each([
    ['none', null],
    ['an empty one', ''],
    ['no time', header().split(',')[1] ?? ''],
    ['no signature', `t=${seconds}`],
    ['a forged one', `t=${seconds},v1=${'a'.repeat(64)}`],
    ['one that is cut', header().slice(0, -2)],
    ['another secret', header({ secret: 'whsec_other' })],
    ['another scheme', header().replace('v1=', 'v0=')],
    [
      'a time put in its place',
      header({ timestamp: seconds - 900 }).replace(/t=\d+/, `t=${seconds}`),
    ],
    ['two times', `t=${seconds - 900},${header()}`],
    ['a signature without a value', `${header()},v1`.replace(/,v1=\w+/, '')],
    ['no number for a time', header().replace(/t=\d+/, 't=now')],
  ])('is refused: %s [SEC-06]', (_what, given) => {
    expect(isVerified(given)).toBe(false)
  })

  it('is refused where the secret is empty, even if signed with nothing [SEC-06]', () => {
    // The SDK refuses to sign with nothing, so this forger signs manually.
    const forged = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: ' ',
      timestamp: seconds,
    })
    expect(isVerified(forged, payload, [''])).toBe(false)
    expect(isVerified(header(), payload, [])).toBe(false)
  })

  it('is good for five minutes, in both directions [SEC-06]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -86_400, max: 86_400 }), (off) => {
        const given = header({ timestamp: seconds + off })
        expect(isVerified(given)).toBe(Math.abs(off) <= toleranceSeconds)
      }),
    )
  })
})
