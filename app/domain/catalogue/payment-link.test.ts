import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withReference } from './payment-link.ts'

const link = 'https://buy.stripe.com/test_abc123'

describe('the reference of a payment link', () => {
  it('names the piece, and keeps what stands in the link [PAY-01]', () => {
    expect(withReference(link, '7', 'Extra Small')).toBe(
      `${link}?client_reference_id=7-extra-small`,
    )
    expect(withReference(`${link}?locale=en#a`, '7', '½ oz')).toBe(
      `${link}?locale=en&client_reference_id=7-1-2-oz#a`,
    )
    const given = `${link}?client_reference_id=mine`
    expect(withReference(given, '7', 'Small')).toBe(given)
  })

  it('is for Stripe’s own links alone [PAY-01]', () => {
    for (const other of ['https://pay.example/x', 'https://buy.stripe.com.example/x']) {
      expect(withReference(other, '7', 'Small')).toBe(other)
    }
  })

  it('is one Stripe takes, whatever a size is called: letters, digits, - and _, at most 200', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 64 }), fc.string({ maxLength: 300 }), (id, size) => {
        const url = new URL(withReference(link, id, size))
        expect(url.searchParams.get('client_reference_id')).toMatch(/^[A-Za-z0-9_-]{1,200}$/)
        expect(url.origin + url.pathname).toBe(link)
      }),
    )
  })
})
