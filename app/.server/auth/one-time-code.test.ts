import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { base32, codeOf, stepAt, stepOfCode, totpUri } from './one-time-code.ts'

// RFC 6238, appendix B, with its key for SHA-1; the last six of its eight digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at second %i is that of the standard [D5]', (second, code) => {
  const key = Buffer.from('12345678901234567890')
  expect(codeOf(key, stepAt(new Date(second * 1000)))).toBe(code)
})

const anySecret = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes))
const anyTime = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})

it('an authenticator app that read the QR code shows the codes that are taken [D5]', () => {
  fc.assert(
    fc.property(anySecret, anyTime, (secret, at) => {
      const uri = new URL(totpUri(secret, { issuer: 'Four Nines', email: 'ann@example.com' }))
      const app = new TOTP({ secret: uri.searchParams.get('secret') ?? '' })
      const code = app.generate({ timestamp: at.getTime() })
      expect(stepOfCode(secret, code, at)).not.toBeNull()
    }),
  )
})

it('no code is taken outside of its own step and those beside it, or twice [AUTH-05, D5]', () => {
  const far = fc.integer({ min: -1000, max: 1000 }).filter((steps) => Math.abs(steps) > 1)
  fc.assert(
    fc.property(anySecret, anyTime, far, (secret, at, steps) => {
      const step = stepAt(at)
      const code = codeOf(secret, step + steps)
      const due = [step - 1, step, step + 1].map((near) => codeOf(secret, near))
      // Two steps have the same code once in a million.
      fc.pre(!due.includes(code) && new Set(due).size === 3)
      expect(stepOfCode(secret, code, at)).toBeNull()
      expect(stepOfCode(secret, codeOf(secret, step), at, step)).toBeNull()
    }),
  )
})

it('a secret in base 32 is that of the standard', () => {
  // RFC 4648, section 10, without its padding.
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((s) => base32(Buffer.from(s)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
})
