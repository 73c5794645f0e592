import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the Terms promise no tax display, as long as the payment page adds no tax [PAY-19]', () => {
  const terms = readFileSync(new URL('terms-and-conditions.md', import.meta.url), 'utf8')
  expect(terms).not.toMatch(/tax(es)?\b[^.]*\b(added|shown|displayed)/i)
  expect(terms).toContain('The total in your cart is what you are charged.')
})
