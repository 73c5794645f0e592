import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formsOfCode } from '#tests/support/code-forms.ts'
import type { PricePerGram, PricePerOunce } from '../gold-price/rates.ts'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { type CertifiedPiece, certificateOf, shortRate } from './certificate.ts'
import {
  bytesOfClaimCode,
  bytesOfId,
  certificateId,
  claimCode,
  isCertificateId,
  readClaimCode,
} from './codes.ts'
import { afterMove, certificateMoves, certificateStates, movesOf } from './state.ts'

const at = new Date('2026-03-11T16:00:00Z')
const piece = (more: Partial<CertifiedPiece> = {}): CertifiedPiece => ({
  serial: 'FN-000123',
  product: { name: 'Sound Wave', size: 'Medium', picture: null },
  actual: 28_900 as Milligrams,
  fee: cents(6000),
  soldAt: at,
  weighedAt: at,
  goldPrice: {
    perGram: 1_312_778 as PricePerGram,
    perOunce: 40_832_000 as PricePerOunce,
    record: 7,
    source: 'swissquote',
    takenAt: at,
  },
  test: false,
  ...more,
})
const issue = {
  id: '7k3mq9xz01abcdef7k3mq9xz01',
  page: 'https://shop.example/certificate/7k3mq9xz01abcdef7k3mq9xz01',
  replaces: null,
  maker: { name: 'Four Nines', place: 'Seattle, WA' },
  fineness: '.9999',
  publicKey: 'k',
}

it('says the sum of the day, worked out by hand [CERT-01]', () => {
  // 28.9 × 131.2778 = 3793.92842
  expect(certificateOf(piece(), issue, at)).toMatchObject({
    grams: '28.90',
    goldPrice: { perGram: '131.2778', perOunce: '4083.2000', record: 7 },
    value: { currency: 'USD', metal: '3793.93', fee: '60.00' },
  })
  expect(['92.7700', '131.2778', '130.0000'].map(shortRate)).toEqual([
    '92.77',
    '131.2778',
    '130.00',
  ])
})

it('rounds the value of the metal half up to a cent, once, for any weight and price [CERT-01]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (weight, rate) => {
        const { goldPrice } = piece()
        const { value } = certificateOf(
          piece({
            actual: weight as Milligrams,
            goldPrice: { ...goldPrice, perGram: rate as PricePerGram },
          }),
          issue,
          at,
        )
        const [whole, part] = value.metal.split('.')
        const cent = 100_000n
        const exact = BigInt(weight) * BigInt(rate)
        const shown = BigInt(`${whole}${part}`) * cent
        expect(shown - exact <= cent / 2n && exact - shown < cent / 2n).toBe(true)
      },
    ),
  )
})

it('has addresses that cannot be guessed: drawn ones differ and are well formed [CERT-03]', () => {
  const drawn = new Set<string>()
  const bytes = Buffer.alloc(bytesOfId)
  for (let count = 0; count < 20_000; count += 1) {
    crypto.getRandomValues(bytes)
    drawn.add(certificateId(bytes))
  }
  expect(drawn.size).toBe(20_000)
  for (const id of [...drawn].slice(0, 1000)) expect(isCertificateId(id)).toBe(true)
  // 26 letters of 32: 130 bits.
  expect(26 * Math.log2(32)).toBeGreaterThanOrEqual(128)
  const letters = new Set([...drawn].slice(0, 1000).flatMap((id) => [...id]))
  expect(letters.size).toBe(32)
  for (const other of ['', 'A'.repeat(26), 'i'.repeat(26), '0'.repeat(25), `${'0'.repeat(26)}\n`]) {
    expect(isCertificateId(other)).toBe(false)
  }
  expect(() => certificateId(new Uint8Array(25))).toThrow(RangeError)
})

it('reads a claim code as people type it, and nothing else [CERT-05, DOM-09]', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: bytesOfClaimCode, maxLength: bytesOfClaimCode }),
      (random) => {
        const code = claimCode(random)
        expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
        expect(readClaimCode(code)).toBe(code)
        const input = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')
        expect(readClaimCode(` ${input} `)).toBe(code)
        expect(readClaimCode(code.replaceAll('1', 'l').replaceAll('-', '–'))).toBe(code)
        for (const form of Object.values(formsOfCode)) expect(readClaimCode(form(code))).toBe(code)
        expect(readClaimCode(code.slice(0, -1))).toBeNull()
        expect(readClaimCode(`${code}0`)).toBeNull()
      },
    ),
  )
  for (const none of ['', 'U'.repeat(16), '7K3M-Q9XZ-01AB-CDE*', '0'.repeat(60)]) {
    expect(readClaimCode(none)).toBeNull()
  }
})

it('ends for good where it was revoked or recast, and only by who may say so [CERT-06]', () => {
  const table = certificateStates.flatMap((state) =>
    (['owner', 'staff', 'shop'] as const).map((by) => [state, by, movesOf(state, by)] as const),
  )
  expect(table).toEqual([
    ['valid', 'owner', ['lost', 'passed on']],
    ['valid', 'staff', ['lost', 'new code', 'recast', 'revoked', 'returned']],
    ['valid', 'shop', ['revoked']],
    ['lost', 'owner', ['found']],
    ['lost', 'staff', ['found', 'new code', 'recast', 'revoked']],
    ['lost', 'shop', ['revoked']],
    ...(['recast', 'revoked', 'returned'] as const).flatMap((state) =>
      (['owner', 'staff', 'shop'] as const).map((by) => [state, by, []] as const),
    ),
  ])
  expect(certificateMoves.map((move) => afterMove('valid', move, 'owner'))).toEqual([
    'lost',
    null,
    'valid',
    null,
    null,
    null,
    null,
  ])
  // It does not find what is lost.
  expect(certificateStates.map((state) => afterMove(state, 'new code', 'staff'))).toEqual([
    'valid',
    'lost',
    null,
    null,
    null,
  ])
})
