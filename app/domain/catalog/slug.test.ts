import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categorySlug, slugOf } from './slug.ts'

const anyName = fc.string({ unit: 'grapheme' })

describe('the slug of a product', () => {
  it.each([
    ['Salish Wave', 'salish-wave'],
    ['  Salish   Wave!  ', 'salish-wave'],
    ['Sun & Moon -- .5oz (24k)', 'sun-moon-5oz-24k'],
    ["Maker's Mark", 'maker-s-mark'],
    ['---', ''],
    ['', ''],
  ])('of %j is %j [FORM-06]', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it.each([
    ['Café Élan', 'cafe-elan'],
    ['Cafe\u0301', 'cafe'],
    ['½ oz', '1-2-oz'],
    ['ＦＵＬＬ width', 'full-width'],
    ['İstanbul', 'istanbul'],
    ['Straße', 'strasse'],
    ['Tide Nº 4½ “Größe”', 'tide-no-4-1-2-grosse'],
    ['4½', '4-1-2'],
    ['10²', '10-2'],
    ['Ærø, Łódź, Þór', 'aero-lodz-thor'],
    ['Hawaiʻi', 'hawaii'],
    ['Золотая волна', 'золотая-волна'],
    ['金の波', '金の波'],
    ['ガラス', 'ガラス'],
    ['हिन्दी', 'हिन्दी'],
    ['❤️ Heart', 'heart'],
    ['1️⃣ First', '1-first'],
    ['\u202eevil\u200b', 'evil'],
  ])('of %j is %j: accents folded, letters of every script kept [FORM-06]', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('is words of lower-case letters and digits joined by single hyphens, for any name [FORM-06]', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const slug = slugOf(name)
        expect(slug).toMatch(/^$|^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
        expect(slug).toBe(slug.toLowerCase())
      }),
      { numRuns: 500 },
    )
  })

  it('is its own slug, for any name [FORM-06]', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(slugOf(slugOf(name))).toBe(slugOf(name))
      }),
      { numRuns: 500 },
    )
  })

  it('is plain ASCII for every Latin letter of Western and Central Europe [FORM-06]', () => {
    for (let code = 0xc0; code <= 0x17f; code += 1) {
      const letter = String.fromCodePoint(code)
      expect(slugOf(`a${letter}b`), letter).toMatch(/^[a-z-]+$/)
    }
  })

  it('is plain ASCII for any plain ASCII name [FORM-06]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (name) => {
        const asWritten = name
          .toLowerCase()
          .replace(/[^a-z0-9]+/g, '-')
          .replace(/^-|-$/g, '')
        expect(slugOf(name)).toBe(asWritten)
      }),
    )
  })
})

describe('the slug of a category', () => {
  it.each([
    ['Water', 'water'],
    ['Fine Chains', 'fine-chains'],
    ['  Fine   Chains ', 'fine-chains'],
    ['Rings & Chains', 'rings-&-chains'],
    ['Élan', 'élan'],
    ['金 の', '金-の'],
  ])('of %j is %j [DATA-20]', (name, slug) => {
    expect(categorySlug(name)).toBe(slug)
  })

  it('is one for composed and decomposed letters [DATA-20]', () => {
    expect(categorySlug('Cafe\u0301')).toBe(categorySlug('Caf\u00e9'))
  })

  it('holds no spaces, is its own slug, and comes back whole from an address [DATA-20, LIST-08]', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const slug = categorySlug(name)
        expect(slug).not.toMatch(/\s/)
        expect(categorySlug(slug)).toBe(slug)
        const address = new URLSearchParams({ category: slug }).toString()
        expect(new URLSearchParams(address).get('category')).toBe(slug)
      }),
      { numRuns: 500 },
    )
  })
})
