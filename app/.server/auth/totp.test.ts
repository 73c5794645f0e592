import { symmetricEncrypt } from 'better-auth/crypto'
import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { derived } from '../platform/secret.ts'
import { decryptTotpSecret, encryptTotpSecret, totpStep, totpUri } from './totp.ts'

const stepMs = 30_000
const at = (secret: Secret, timestamp: number) => new TOTP({ secret }).generate({ timestamp })

// RFC 6238, appendix B, with its key for SHA-1; the last six of its eight digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at second %i is that of the standard [D5]', (second, code) => {
  const secret = Secret.fromUTF8('12345678901234567890')
  expect(totpStep(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30))
})

const anySecret = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => new Secret({ buffer: bytes.slice().buffer }))
const anyTime = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
})

it('an authenticator app that read the QR code shows the codes that are accepted [D5]', () => {
  fc.assert(
    fc.property(anySecret, anyTime, (secret, now) => {
      const uri = new URL(totpUri(secret, 'ann@example.com'))
      expect(uri.href).toMatch(
        /^otpauth:\/\/totp\/Four%20Nines:ann%40example\.com\?secret=[A-Z2-7]{32}&/,
      )
      const {
        issuer,
        algorithm,
        digits,
        period,
        secret: key,
      } = Object.fromEntries(uri.searchParams)
      expect({ issuer, algorithm, digits, period }).toEqual({
        issuer: 'Four Nines',
        algorithm: 'SHA1',
        digits: '6',
        period: '30',
      })
      const code = at(Secret.fromBase32(key ?? ''), now.getTime())
      expect(totpStep(secret, code, now)).not.toBeNull()
    }),
  )
})

it('no code is accepted outside of its own step and those beside it, or twice [AUTH-05, D5]', () => {
  const far = fc.integer({ min: -1000, max: 1000 }).filter((steps) => Math.abs(steps) > 1)
  fc.assert(
    fc.property(anySecret, anyTime, far, (secret, now, steps) => {
      const time = now.getTime()
      const code = at(secret, time + steps * stepMs)
      const due = [-1, 0, 1].map((near) => at(secret, time + near * stepMs))
      // Two steps have the same code once in a million.
      fc.pre(!due.includes(code) && new Set(due).size === 3)
      expect(totpStep(secret, code, now)).toBeNull()
      const step = Math.floor(time / stepMs)
      expect(due.map((each) => totpStep(secret, each, now))).toEqual([step - 1, step, step + 1])
      expect(due.map((each) => totpStep(secret, each, now, step))).toEqual([null, null, step + 1])
    }),
  )
})

it('what is no code of six digits is refused, and is no failure [AUTH-05]', () => {
  const secret = new Secret({ size: 20 })
  for (const text of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', '12345💍', '１２３４５６']) {
    expect(totpStep(secret, text, new Date())).toBeNull()
  }
})

it('a secret is stored encrypted, and one stored by earlier versions can be read [D5]', async () => {
  const shopSecret = 'a secret of the shop, long enough for it'
  const secret = new Secret({ size: 20 })
  const stored = await encryptTotpSecret(shopSecret, secret)
  expect(stored).not.toContain(secret.hex.toLowerCase())
  expect((await decryptTotpSecret(shopSecret, stored)).base32).toBe(secret.base32)
  await expect(decryptTotpSecret(`${shopSecret}!`, stored)).rejects.toThrow()
  const earlier = await symmetricEncrypt({
    key: derived(shopSecret, 'mfa-secret/v1').toString('base64url'),
    data: Buffer.from('12345678901234567890').toString('hex'),
  })
  expect((await decryptTotpSecret(shopSecret, earlier)).utf8).toBe('12345678901234567890')
})
