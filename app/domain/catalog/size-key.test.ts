import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyedSizes } from './gold-size.ts'
import { keysToStore, sizeAddress, sizeKeys, sizeOfKey } from './size-key.ts'

const uuid = '123e4567-e89b-12d3-a456-426614174000'
const keysOf = (...labels: string[]) => sizeKeys(labels.map((size) => ({ size })))
const label = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('Small', 'small', 'Large', '6½', '7½', '小', 'Extra large, on a chain', '—'),
)

describe('the key of a size', () => {
  it('is its label where that is short and plain, as ids of feeds were before [SIZEURL-05]', () => {
    expect(keysOf('Small', 'Large', '.25oz')).toEqual(['Small', 'Large', '25oz'])
  })

  it('is cut at a word, and told apart by a number [SIZEURL-05]', () => {
    expect(keysOf('Extra large, on a 24 inch chain', 'Extra large, alone', 'US 6½')).toEqual([
      'Extra-large',
      'Extra-large-2',
      'US-6-1-2',
    ])
  })

  it('fits the id of a feed and an address, and no two are alike in any case, whatever the labels [SIZEURL-05, SEO-07]', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 20 }), (labels) => {
        const keys = keysOf(...labels)
        expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(labels.length)
        for (const key of keys) {
          expect(`${uuid}-${key}`.length).toBeLessThanOrEqual(50)
          expect(key).toMatch(/^[\p{L}\p{N}-]+$/u)
          const address = new URL(sizeAddress('https://shop.example/product/7', key))
          const sizes = keys.map((each) => ({ key: each, size: '' }))
          expect(sizeOfKey(sizes, address.searchParams.get('size'))?.key).toBe(key)
        }
      }),
    )
  })

  it('is found in any case, by its label too, and is none of what no size is called [SIZEURL-04, SIZEURL-08]', () => {
    const sizes = [
      { key: 'Small', size: 'Small' },
      { key: 'Large', size: '8 inch, heavy' },
    ]
    expect(sizeOfKey(sizes, 'large')?.key).toBe('Large')
    expect(sizeOfKey(sizes, '8 inch, heavy')?.key).toBe('Large')
    for (const none of [null, '', 'Medium', 'Large ', 'Large\0']) {
      expect(sizeOfKey(sizes, none)).toBeNull()
    }
  })
})

describe('the keys to store with a form', () => {
  const stored = [
    { size: 'Small', key: 'Small' },
    { size: 'Large', key: 'Large' },
  ]

  it('stay with their rows, renamed, moved and swapped [SIZEURL-05]', () => {
    const rows = [
      { size: 'Small', key: 'Large' },
      { size: 'Medium', key: 'Small' },
    ]
    expect(keysToStore(rows, stored)).toEqual(['Large', 'Small'])
  })

  it('are those of the label where a row brings none, and new beside one that is renamed [SIZEURL-05]', () => {
    expect(keysToStore([{ size: 'Large' }, { size: 'Huge' }], stored)).toEqual(['Large', 'Huge'])
    const rows = [{ size: 'XL', key: 'Large' }, { size: 'Large' }]
    expect(keysToStore(rows, stored)).toEqual(['Large', 'Large-2'])
  })

  it('are never of another product, twice or empty [SIZEURL-05]', () => {
    const anyRow = fc.record({
      size: label,
      key: fc.constantFrom('', 'Small', 'Large', 'x'.repeat(99)),
    })
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 20 }), (rows) => {
        const keys = keysToStore(rows, stored)
        expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(rows.length)
        for (const key of keys) expect(key).toMatch(/^.{1,13}$/u)
      }),
    )
  })
})

it('sizes that cannot be read have a key too, so that none takes it [SIZEURL-05]', () => {
  const attributes = [
    { name: 'Height', option: '2 mm' },
    { name: 'Gold Size: Large', option: 'soon' },
    { name: 'Gold Size: Small', option: 'Weight: 1g, Fee: $0', key: 'old' },
  ]
  expect(keyedSizes(attributes).map(({ size, key }) => [size, key])).toEqual([
    ['Large', 'Large'],
    ['Small', 'old'],
  ])
})
