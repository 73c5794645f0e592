import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanHtml } from '#app/.server/catalog/clean-html.ts'
import { isAllowedLink } from './link-address.ts'

it.each([
  'https://a.example/b?c=d:e#f',
  'http://a.example',
  'mailto:someone@a.example',
  'tel:+12065550100',
  '/product/5',
  'guarantees',
  '?q=a:b',
  '#top',
])('a link may lead to %j [FORM-23, D12]', (address) => {
  expect(isAllowedLink(address)).toBe(true)
})

it.each([
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'JAVASCRIPT:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//elsewhere.example',
  '',
  '  ',
])('a link may not lead to %j [FORM-23, D12]', (address) => {
  expect(isAllowedLink(address)).toBe(false)
})

it('allows no address whose scheme the browser would take for another [FORM-23]', () => {
  const anyAddress = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(fc.string(), fc.constantFrom('javascript:', 'data:', 'blob:')).map(([a, b]) => a + b),
  )
  fc.assert(
    fc.property(anyAddress, (address) => {
      if (!isAllowedLink(address)) return
      const { protocol } = URL.canParse(address) ? new URL(address) : { protocol: 'https:' }
      expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(protocol)
    }),
  )
})

it('agrees with what is dropped at save on links as people type them [D12]', () => {
  for (const address of ['https://a.example', 'javascript:x', 'data:x', '/a', '//a.example']) {
    const kept = cleanHtml(`<a href="${address}">x</a>`).includes('href')
    expect(kept).toBe(isAllowedLink(address))
  }
})
