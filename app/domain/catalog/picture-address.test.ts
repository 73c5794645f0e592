import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from '#app/.server/catalog/clean-html.ts'
import { isAllowedLink, pictureAddress } from './picture-address.ts'

/** What the database lets in: db/migrations/0004_catalog.sql, product_images.src. */
const storable = /^(https:\/\/[^/]|\/([^/\\]|$))/i

describe('the address of a picture', () => {
  it.each([
    ['https://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
    ['  https://pictures.example/a b.jpg ', 'https://pictures.example/a%20b.jpg'],
    ['/pendants/sound-wave-front.jpg', '/pendants/sound-wave-front.jpg'],
    ['/a?b=c#d', '/a?b=c#d'],
  ])('%j is taken [IMG-01, D13]', (input, address) => {
    expect(pictureAddress(input)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://pictures.example/a.jpg',
    'ftp://pictures.example/a.jpg',
    '//elsewhere.example/a.jpg',
    '/\\elsewhere.example/a.jpg',
    '/\t/elsewhere.example/a.jpg',
    '/.//elsewhere.example/a.jpg',
    'pictures/a.jpg',
    'https://',
    '',
  ])('%j is refused [IMG-06, D13]', (input) => {
    expect(pictureAddress(input)).toBeNull()
  })

  it('is its own address, https or a path here, whatever was typed [IMG-06]', () => {
    const input = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string().map((text) => `/${text}`),
      fc.string().map((text) => `https://${text}`),
    )
    fc.assert(
      fc.property(input, (text) => {
        const address = pictureAddress(text)
        if (address === null) return
        expect(address).toMatch(storable)
        expect(pictureAddress(address)).toBe(address)
      }),
    )
  })
})

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
