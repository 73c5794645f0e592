import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seal, unseal } from './sealed-text.ts'

const anySecret = fc.string({ minLength: 32, maxLength: 60 })
const name = 'STRIPE_SECRET_KEY'

it('what was sealed is read by the same secret for the same name alone [SETUP-02]', () => {
  fc.assert(
    fc.property(anySecret, anySecret, fc.string({ unit: 'binary' }), (secret, other, text) => {
      fc.pre(secret !== other && text.isWellFormed())
      const sealed = seal(secret, name, text)
      const own = { secret, olderSecrets: [] }
      expect(unseal(own, name, sealed)).toBe(text)
      expect(unseal({ secret: other, olderSecrets: [] }, name, sealed)).toBeNull()
      expect(unseal({ secret: other, olderSecrets: [secret] }, name, sealed)).toBe(text)
      expect(unseal(own, 'SMTP_URL', sealed)).toBeNull()
      expect(seal(secret, name, text)).not.toBe(sealed)
      if (text.length > 3) expect(Buffer.from(sealed, 'base64url').includes(text)).toBe(false)
    }),
  )
})

it('what was changed or cut is not read [SETUP-02]', () => {
  const own = { secret: 's'.repeat(32), olderSecrets: [] }
  const bytes = Buffer.from(seal(own.secret, name, 'sk_live_1'), 'base64url')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      expect(unseal(own, name, changed.toString('base64url'))).toBeNull()
      expect(unseal(own, name, bytes.subarray(0, at).toString('base64url'))).toBeNull()
    }),
  )
})
