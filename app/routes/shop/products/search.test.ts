import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxQueryLength, readSearch, searchAddress } from './search.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

describe('a search in the address', () => {
  it('comes back from its own address [LIST-06, LIST-08]', () => {
    const anySearch = fc.record({
      q: fc
        .string({ maxLength: maxQueryLength, unit: 'grapheme-ascii' })
        .filter((q) => q.trim() !== ''),
      category: fc.string({ maxLength: 60 }),
      page: fc.integer({ min: 1, max: 999_999 }),
    })
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(
          readSearch(new URL(searchAddress(search), 'https://shop.example').searchParams),
        ).toEqual(search)
      }),
    )
  })

  it('is the plain collection where nothing is asked', () => {
    expect(read('')).toEqual({ q: '', category: '', page: 1 })
    expect(searchAddress({ q: '  ', category: '', page: 1 })).toBe('/products')
    expect(searchAddress({ q: 'wave', category: 'water', page: 2 })).toBe(
      '/products?q=wave&category=water&page=2',
    )
  })

  it('meets junk calmly', () => {
    for (const page of ['-1', '0', 'abc', '1e9', '1.5', '', '99999999999', 'NaN', '١']) {
      expect(read(`page=${page}`).page).toBe(1)
    }
    expect(read(`q=${'x'.repeat(10_000)}&category=${'y'.repeat(10_000)}`)).toEqual({
      q: 'x'.repeat(maxQueryLength),
      category: 'y'.repeat(maxQueryLength),
      page: 1,
    })
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const { page, q } = read(query)
        expect(Number.isInteger(page) && page >= 1 && q.length <= maxQueryLength).toBe(true)
      }),
    )
  })
})
