import { createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePerGram, parsePerOunce } from '#app/domain/gold-price/rates.ts'
import { cents, parseDollars } from '#app/domain/money/cents.ts'
import { parseGrams } from '#app/domain/money/grams.ts'
import type { BankDiscount } from '#app/domain/pricing/bank-discount.ts'
import { type Quote, quoteId, quoteLifetimeMs } from '#app/domain/quote/quote.ts'
import { signQuote, verifyQuote } from './quote-token.ts'

const secret = 'a secret of the shop that is long enough'
const issuedAt = new Date('2026-03-01T12:00:00.123Z')

function known<T>(value: T | null): T {
  if (value === null) throw new Error('the example is not in form')
  return value
}

const quote: Quote = {
  lines: [
    {
      productId: '7',
      size: 'Small',
      name: 'Salish Wave ✶ 波',
      weight: known(parseGrams('14.7')),
      perGram: known(parsePerGram('131.2778')),
      metalValue: known(parseDollars('1929.78')),
      fee: known(parseDollars('750')),
      unitPrice: known(parseDollars('2679.78')),
      quantity: 2,
      lineTotal: known(parseDollars('5359.56')),
    },
  ],
  total: known(parseDollars('5359.56')),
  bank: null,
  goldPrice: {
    perOunce: known(parsePerOunce('4083.2')),
    perGram: known(parsePerGram('131.2778')),
    source: 'gold-api',
    state: 'live',
    takenAt: new Date('2026-03-01T11:58:00Z'),
  },
  issuedAt,
  expiresAt: new Date(issuedAt.getTime() + quoteLifetimeMs),
  correctedAt: new Date(issuedAt.getTime() - 60_000),
  goldPriceId: 57,
}

/** Written out apart from the code under test, so that the form itself is pinned. */
function signed(body: unknown, { key = secret, purpose = 'shop/quote-seal/v1' } = {}): string {
  const payload = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const text = payload.toString('base64url')
  const mac = createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
  return `${text}.${mac.update(text).digest('base64url')}`
}

function bodyOf(token: string): { v: number; nonce: string; quote: Record<string, unknown> } {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
}

describe('the seal of a quote', () => {
  const token = signQuote(secret, quote)

  it('gives back the very quote that was signed [QUOTE-01]', () => {
    expect(verifyQuote(secret, token)).toEqual(quote)
    expect(verifyQuote(secret, signed(bodyOf(token)))).toEqual(quote)
  })

  it('still reads a quote from before there were bank prices, and one with its bank price [BANK-03]', () => {
    const { bank: _none, ...before } = bodyOf(token).quote
    expect(verifyQuote(secret, signed({ ...bodyOf(token), quote: before }))).toEqual(quote)
    const lower = { ...quote, bank: { discount: 250 as BankDiscount, saving: cents(13_399) } }
    expect(verifyQuote(secret, signQuote(secret, lower))).toEqual(lower)
  })

  it('refuses a token with any character changed, added or taken away [QUOTE-03]', () => {
    const place = fc.nat({ max: token.length - 1 })
    const character = fc.oneof(
      fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= '),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(place, character, (at, other) => {
        fc.pre(token[at] !== other)
        expect(verifyQuote(secret, token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
        expect(verifyQuote(secret, token.slice(0, at) + other + token.slice(at))).toBeNull()
        expect(verifyQuote(secret, token.slice(0, at) + token.slice(at + 1))).toBeNull()
        expect(verifyQuote(secret, token.slice(0, at))).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('refuses every other last character, though some would decode to the same bytes [QUOTE-03]', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const spellings = [...characters].map((character) => token.slice(0, -1) + character)
    expect(spellings.filter((spelling) => verifyQuote(secret, spelling))).toEqual([token])
    expect(verifyQuote(secret, `${token}=`)).toBeNull()
    expect(verifyQuote(secret, ` ${token}`)).toBeNull()
  })

  it('refuses a changed sum under the old signature, and a quote signed with another secret [QUOTE-03]', () => {
    const cheaper = Buffer.from(
      JSON.stringify({ ...bodyOf(token), quote: { ...bodyOf(token).quote, total: 1 } }),
    ).toString('base64url')
    expect(verifyQuote(secret, `${cheaper}.${quoteId(token)}`)).toBeNull()
    expect(verifyQuote(`${secret}.`, token)).toBeNull()
    expect(verifyQuote(secret, signed(bodyOf(token), { key: `${secret}.` }))).toBeNull()
    expect(verifyQuote(secret, signed(bodyOf(token), { purpose: 'shop/session/v1' }))).toBeNull()
  })

  it('refuses another version, and a body that is no quote [QUOTE-03]', () => {
    const body = bodyOf(token)
    expect(verifyQuote(secret, signed({ ...body, v: 2 }))).toBeNull()
    expect(
      verifyQuote(secret, signed({ ...body, quote: { ...body.quote, total: 1.5 } })),
    ).toBeNull()
    expect(verifyQuote(secret, signed({ ...body, quote: { ...body.quote, lines: 7 } }))).toBeNull()
    expect(verifyQuote(secret, signed({ v: 1 }))).toBeNull()
    for (const other of ['null', '7', '"text"', '[]', '{}', '{"quote":{}}']) {
      expect(verifyQuote(secret, signed(other))).toBeNull()
    }
  })

  it('is never made so large that it would be refused [QUOTE-03]', () => {
    const [line] = quote.lines
    const lines = Array.from({ length: 50 }, () => ({
      ...known(line ?? null),
      name: 'x'.repeat(4000),
    }))
    expect(() => signQuote(secret, { ...quote, lines })).toThrow('too large to be signed')
  })

  it('refuses what is too large, empty or no token at all [QUOTE-03]', () => {
    const huge = signed({ ...bodyOf(token), filler: 'x'.repeat(200_000) })
    for (const other of [huge, '', '.', 'abc', '.abc', 'abc.', `${token}.`, `.${token}`]) {
      expect(verifyQuote(secret, other)).toBeNull()
    }
  })

  it('gives two shoppers with the same cart at the same moment two quotes [ORDER-04]', () => {
    expect(quoteId(signQuote(secret, quote))).not.toBe(quoteId(signQuote(secret, quote)))
    expect(quoteId(token)).toMatch(/^[\w-]{43}$/)
    expect(token.endsWith(`.${quoteId(token)}`)).toBe(true)
  })
})
