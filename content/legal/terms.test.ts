import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the Terms promise no tax of themselves: they say that the cart does, where one comes on top [PAY-19, TAX-05]', () => {
  const terms = readFileSync(new URL('terms-and-conditions.md', import.meta.url), 'utf8')
  expect(terms).not.toMatch(/tax(es)?\b[^.]*\b(added|shown|displayed)/i)
  expect(terms).toContain('The total in your cart is what you are charged.')
  expect(terms).toContain('The only thing added is sales tax, and only if your cart says so.')
  expect(terms).toContain('If your cart does not mention sales tax, we add nothing when you pay.')
})
