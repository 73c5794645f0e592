import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import type { Quote } from '#app/domain/quote/quote.ts'

/**
 * The signed quote [D4]: `base64url(JSON) . base64url(HMAC-SHA256)`, the whole state of a held
 * price, so that an anonymous visitor writes no row. The signature is over the text of the first
 * part as it is sent, and is compared as text: no other spelling of the same bytes passes.
 */
const version = 1

/**
 * Derived for this purpose alone: no other signature of the shop can ever stand in for a quote's. Quotes
 * that are out would end with another text.
 */
const purpose = `shop/quote-seal/v${version}`

/** In characters. Fifty lines of the longest names stay well below; more is not worth hashing. */
const maxTokenLength = 200_000

export function signQuote(secret: string, quote: Quote): string {
  const body = {
    v: version,
    // Two shoppers with the same cart in the same millisecond get two quotes, and so two orders.
    nonce: randomBytes(12).toString('base64url'),
    quote: quoteToJson(quote),
  }
  const payload = Buffer.from(JSON.stringify(body)).toString('base64url')
  const token = `${payload}.${signature(secret, payload)}`
  if (token.length > maxTokenLength) throw new RangeError('The quote is too large to be signed')
  return token
}

/** The quote, or null where the token is forged, altered, of another shop or another version. */
export function verifyQuote(secret: string, token: string): Quote | null {
  const dot = token.lastIndexOf('.')
  if (dot < 1 || token.length > maxTokenLength) return null
  const payload = token.slice(0, dot)
  if (!sameText(token.slice(dot + 1), signature(secret, payload))) return null
  const body: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (typeof body !== 'object' || body === null || !('v' in body) || body.v !== version) return null
  return 'quote' in body ? quoteFromJson(body.quote) : null
}

function signature(secret: string, payload: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return createHmac('sha256', key).update(payload).digest('base64url')
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
