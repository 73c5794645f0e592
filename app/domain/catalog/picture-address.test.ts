import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureAddress } from './picture-address.ts'

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
