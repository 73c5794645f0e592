import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldSizeAttribute, goldSizes } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { builtInPendants } from '#content/pendants/catalog.ts'
import { draftOf, newProduct, type ProductDraft, productDraft, type SizeRow } from './product.ts'
import { hasText, isRefusal } from './product-refusal.ts'
import { type ProductToSave, readProduct } from './read-product.ts'

const filled: ProductDraft = {
  ...newProduct,
  name: 'Salish Wave',
  slug: 'salish-wave',
  shortDescription: 'A wave.',
  description: '<p>A wave.</p>',
}

const read = (changes: Partial<ProductDraft> = {}) => readProduct({ ...filled, ...changes })
const message = (changes: Partial<ProductDraft>) => {
  const answer = read(changes)
  return isRefusal(answer) ? answer.message : null
}
const size = (changes: Partial<SizeRow> = {}): SizeRow => ({
  ...{ size: 'Small', weight: '14.7', fee: '750', stripeLink: '', sizeKey: '' },
  ...{ pieces: '', piecesSeen: '' },
  ...changes,
})
const sizesOf = (rows: SizeRow[]) => {
  const answer = read({ sizes: rows })
  if (isRefusal(answer)) throw new Error(answer.message)
  return answer.sizes.map((one) => one.size)
}

const required = 'Please fill in all required fields'
const sizes = 'Please provide at least one gold size with valid weight and fee'

describe('a new product', () => {
  it('is active, not featured, and comes as Small and Large [DATA-03, SIZE-01]', () => {
    expect(newProduct).toMatchObject({ active: true, featured: false })
    expect(newProduct.sizes.map(({ size, weight, fee }) => [size, weight, fee])).toEqual([
      ['Small', '14.7', '750'],
      ['Large', '28.9', '1250'],
    ])
  })
})

describe('required fields', () => {
  const blanks = ['', '   ', '\u200b', '\u00a0\u3000', '\ufeff']
  it.each(['name', 'slug', 'shortDescription', 'description'] as const)(
    '%s left blank is named [FORM-11]',
    (field) => {
      for (const blank of blanks) expect(message({ [field]: blank })).toBe(required)
    },
  )

  it.each(['<p></p>', '<p> <br></p><h2>&nbsp;</h2>', '<p>\u200b</p>'])(
    'rich text without visible text, %j, counts as empty [FORM-11, D21]',
    (description) => expect(message({ description })).toBe(required),
  )

  it('are named before the sizes, and where [FORM-11, FORM-12]', () => {
    expect(read({ name: '', sizes: [] })).toEqual({
      message: required,
      at: 'name',
      advice: 'Missing: Name. A size needs a label, a weight above 0, and a fee.',
      errors: {
        name: 'Name is required.',
        'sizes.0.size': 'A size needs a label, a weight above 0, and a fee.',
      },
    })
  })

  it('and all else that is wrong are told at once, each at its field [FORM-26, LINK-01]', () => {
    const wrong = {
      ...filled,
      shortDescription: '',
      taxCode: 'x',
      pieces: 'many',
      sizes: [
        size({ fee: '', stripeLink: 'https://pay.evil.example/x', pieces: '1.5' }),
        size({ weight: '14.755' }),
      ],
      images: [{ src: 'http://a.example/a.jpg', alt: '' }],
      specifications: [{ name: 'Gold Size: Large', value: '' }],
    }
    const answer = readProduct(wrong, ['buy.stripe.com'])
    if (!isRefusal(answer)) throw new Error('it was taken')
    expect(answer.at).toBe('shortDescription')
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual([
      'images.0.src',
      'pieces',
      'shortDescription',
      'sizes.0.fee',
      'sizes.0.pieces',
      'sizes.0.stripeLink',
      'sizes.1.size',
      'sizes.1.weight',
      'specifications.0.name',
      'taxCode',
    ])
    expect(answer.errors?.['sizes.0.stripeLink']).toContain('must lead to buy.stripe.com')
    expect(answer.advice).toMatch(
      /^Missing: Short Description\. .*And 6 more, each next to its field\.$/,
    )
  })

  it('counts the whole product or its sizes, not both [STOCK-10]', () => {
    const counted = size({ pieces: '2' })
    expect(read({ pieces: '3', sizes: [counted] })).toMatchObject({ at: 'pieces' })
    expect(message({ pieces: '3', sizes: [counted] })).toContain('not both')
    expect(read({ sizes: [counted, size({ size: 'Large' })] })).toMatchObject({
      pieces: { seen: null, typed: null },
      sizes: [{ pieces: { seen: null, typed: 2 } }, { pieces: { seen: null, typed: null } }],
    })
  })

  it('are named all at once, by name and place [FORM-11, FORM-26]', () => {
    expect(read({ name: ' ', shortDescription: '', description: '<p></p>' })).toMatchObject({
      at: 'name',
      advice: 'Missing: Name, Short Description, Full Description.',
      errors: {
        name: 'Name is required.',
        shortDescription: 'Short Description is required.',
        description: 'Full Description is required.',
      },
    })
  })

  it('take any script, emoji and marks [FORM-11]', () => {
    for (const text of ['ring', 'кольцо', '戒指', 'خاتم', 'נ', '👍🏽', 'e\u0301', '<b>x</b>']) {
      expect(message({ name: text, shortDescription: text, description: text })).toBeNull()
    }
  })
})

describe('too long', () => {
  const long = 'x'.repeat(100_000)
  const row = { size: size(), spec: { name: 'a', value: 'b' } }
  it.each<[string, Partial<ProductDraft>, string]>([
    ['name', { name: long }, 'Name: use no more than 200 characters. This has 100,000.'],
    ['slug', { slug: long }, 'Web address: use no more than 200 characters. This has 100,000.'],
    ['short', { shortDescription: long }, 'Short description: use no more than 2,000'],
    ['full', { description: long }, 'Full description: use no more than 60,000 characters.'],
    ['size', { sizes: [size({ size: long })] }, 'Size: use no more than 60 characters'],
    [
      'link',
      { sizes: [size({ stripeLink: `https://a.example/${long}` })] },
      'payment link: use no more than',
    ],
    [
      'picture',
      { images: [{ src: `/${long}`, alt: '' }] },
      'The address of an image: use no more than',
    ],
    [
      'alt',
      { images: [{ src: '/a', alt: long }] },
      'The description of an image: use no more than 300',
    ],
    [
      'name of a specification',
      { specifications: [{ ...row.spec, name: long }] },
      'use no more than 200',
    ],
    ['specification', { specifications: [{ ...row.spec, value: long }] }, 'use no more than 2,000'],
    ['category', { categories: [long] }, 'A category: use no more than 80 characters'],
    [
      'sizes',
      { sizes: numbered(21).map((n) => size({ size: n })) },
      'Add no more than 20 gold sizes.',
    ],
    [
      'pictures',
      { images: numbered(11).map((n) => ({ src: `/${n}`, alt: '' })) },
      'Maximum of 10 images allowed',
    ],
    [
      'specifications',
      { specifications: numbered(101).map((name) => ({ name, value: '' })) },
      'Add no more than 100 specifications.',
    ],
    ['categories', { categories: numbered(31) }, 'Choose no more than 30 categories.'],
  ])('%s is refused with its limit', (_, changes, sentence) => {
    expect(message(changes)).toContain(sentence)
  })
})

describe('gold sizes', () => {
  it.each<[string, SizeRow[]]>([
    ['no row', []],
    ['no size', [size({ size: ' ' })]],
    ['no weight', [size({ weight: '' })]],
    ['weight 0', [size({ weight: '0' })]],
    ['weight -1', [size({ weight: '-1' })]],
    ['a weight below 0 with many places', [size({ weight: '-0.00001' })]],
    ['a weight too small for a number', [size({ weight: '1e-400' })]],
    ['weight 1,5', [size({ weight: '1,5' })]],
    ['weight 1e9', [size({ weight: '1e9' })]],
    ['no fee', [size({ fee: '' })]],
    ['fee -1', [size({ fee: '-1' })]],
    ['fee 1,5', [size({ fee: '1,5' })]],
    ['fee of half a cent', [size({ fee: '0.005' })]],
    ['fee beyond belief', [size({ fee: '1e9' })]],
    ['a second row without a fee', [size(), size({ size: 'Large', fee: '' })]],
    ['a second row with a bad fee', [size(), size({ size: 'Large', fee: 'x' })]],
    ['the same size twice', [size(), size({ weight: '20' })]],
  ])('%s is refused [FORM-12, D23]', (_, rows) => {
    expect(message({ sizes: rows })).toBe(sizes)
  })

  it('drops rows without a size or without a weight above 0, whatever else they hold [SIZE-07]', () => {
    const rows = [
      size({ size: '', fee: 'x' }),
      size({ weight: '', fee: 'x' }),
      size({ weight: '0' }),
      size({ weight: '-3' }),
      size({ size: 'Large' }),
    ]
    expect(sizesOf(rows)).toEqual(['Large'])
  })

  it('names the field of the size that is missing [SIZE-07, FORM-12]', () => {
    const first = (rows: SizeRow[]) => read({ sizes: rows })
    expect(first([size({ size: '' })])).toMatchObject({
      message: sizes,
      at: 'sizes.0.size',
      errors: { 'sizes.0.size': 'The size is missing: a label like “Small” or “6½.”' },
    })
    expect(
      first([size({ size: '', weight: '' }), size({ size: 'Large', weight: '' })]),
    ).toMatchObject({
      at: 'sizes.1.weight',
      errors: { 'sizes.1.weight': 'Size Large: the weight is missing.' },
    })
    expect(first([size({ weight: '0' })])).toMatchObject({
      at: 'sizes.0.weight',
      errors: { 'sizes.0.weight': 'Size Small: the weight must be above 0.' },
    })
  })

  it('takes a fee of 0 and a hundredth of a gram [FORM-12, SIZE-03, SIZE-07]', () => {
    for (const weight of ['0.1', '0.01', '14.73']) {
      expect(sizesOf([size({ fee: '0', weight })])).toEqual(['Small'])
    }
  })

  it.each(['0.001', '14.735', '14.701'])(
    'refuses the weight %s, which no piece is sold by [SIZE-03, SIZE-12]',
    (weight) => {
      expect(read({ sizes: [size({ weight })] })).toEqual({
        message: 'Size Small: enter the weight to the nearest 0.01 g, like 14.73.',
        at: 'sizes.0.weight',
      })
    },
  )

  it('distinguishes a missing fee from a label used twice, each at its field [FORM-12, SIZE-11, D23]', () => {
    const missing = read({ sizes: [size(), size({ size: 'Large', fee: '' })] })
    const why = 'Size Large: the fee is missing. Enter 0 for no fee.'
    expect(missing).toEqual({
      message: sizes,
      at: 'sizes.1.fee',
      advice: why,
      errors: { 'sizes.1.fee': why },
    })
    const twice = read({ sizes: [size(), size({ weight: '20' })] })
    expect(twice).toMatchObject({
      message: sizes,
      at: 'sizes.1.size',
      advice: 'Two sizes are named “Small.” Each size needs its own label.',
    })
  })

  it.each([
    ['Größe', 'größe'],
    ['Größe', 'GRÖSSE'],
    ['Größe', 'Gro\u0308ße'],
    ['Ürün', 'ürün'],
  ])('%s and %s are one label [SIZE-11, D23]', (one, other) => {
    expect(read({ sizes: [size({ size: one }), size({ size: other })] })).toMatchObject({
      message: sizes,
      at: 'sizes.1.size',
    })
    expect(sizesOf([size({ size: one }), size({ size: 'Other' })])).toEqual([one, 'Other'])
  })

  it('keeps a label in its composed form [SIZE-11]', () => {
    expect(sizesOf([size({ size: 'Gro\u0308ße' })])).toEqual(['Größe'])
  })

  it.each(['31.1035', '0.0001', '14.70001'])(
    'refuses a weight of %j, which is finer than the books, instead of rounding it [SIZE-07, SIZE-12, D1]',
    (weight) => {
      for (const sizes of [[size({ weight })], [size({ size: 'Other' }), size({ weight })]]) {
        expect(read({ sizes })).toEqual({
          message: 'Size Small: enter the weight to the nearest 0.01 g, like 14.73.',
          at: `sizes.${sizes.length - 1}.weight`,
        })
      }
    },
  )

  it('says of a weight and a fee with a comma how they may be written, and reads thousands [FORM-31]', () => {
    expect(read({ sizes: [size({ weight: '14,2', fee: '750,50' })] })).toMatchObject({
      errors: {
        'sizes.0.weight': expect.stringContaining('Please enter 14.2.'),
        'sizes.0.fee': expect.stringContaining('Please enter 750.50.'),
      },
    })
    expect(read({ sizes: [size({ weight: '14,200' })] })).toMatchObject({
      errors: { 'sizes.0.weight': expect.stringContaining('It could mean 14200 or 14.200.') },
    })
    expect(read({ sizes: [size({ weight: '1,234.50', fee: '1,250' })] })).toMatchObject({
      sizes: [{ weight: 1_234_500, fee: 125_000 }],
    })
    expect(read({ engraved: true, engravingFee: '60,50' })).toMatchObject({
      message: expect.stringContaining('Please enter 60.50.'),
    })
  })

  it.each(['1e9', 'heavy'])(
    'does not drop a weight of %j in silence beside a right one',
    (weight) => {
      expect(read({ sizes: [size(), size({ size: 'Large', weight })] })).toEqual({
        message:
          'Size Large: the weight must be a number of grams, like 14.7, and no more than 100,000.',
        at: 'sizes.1.weight',
      })
    },
  )

  it.each(['javascript:alert(1)', 'http://buy.example/x', 'buy.example/x', 'data:text/html,x'])(
    'refuses the payment link %j [SIZE-04, PAY-06]',
    (stripeLink) => {
      expect(message({ sizes: [size({ stripeLink })] })).toBe(
        'Size Small: the payment link must be an address that begins with https://.',
      )
    },
  )
})

describe('pictures', () => {
  it.each(['javascript:alert(1)', 'data:image/png;base64,AA', 'http://a.example/a.jpg', 'a.jpg'])(
    '%j is refused in words [IMG-06, D13]',
    (src) => {
      expect(message({ images: [{ src, alt: '' }] })).toBe(
        'An image URL must begin with https://, or with / for a path on this site.',
      )
    },
  )

  it('ignores a blank address and gives a picture its default words [IMG-01, IMG-05]', () => {
    const answer = read({
      images: [
        { src: '', alt: 'x' },
        { src: '/a.svg', alt: ' ' },
      ],
    })
    expect(answer).toMatchObject({ images: [{ src: '/a.svg', alt: 'Product image' }] })
  })
})

describe('specifications and categories', () => {
  it('leaves out rows without a name and keeps those without a value [SPEC-05, D23]', () => {
    const rows = [
      { name: '', value: 'x' },
      { name: 'Height', value: '' },
    ]
    expect(read({ specifications: rows })).toMatchObject({
      specifications: [{ name: 'Height', option: '' }],
    })
  })

  it('stores chain or cord as the specification Chain, and shows it apart again [FACTS-03]', () => {
    const chain = '14k gold cable, 18 inches, 1.2 mm, included'
    const rows = [{ name: 'Finish', value: 'Polished' }]
    const product = read({ chain, specifications: rows })
    expect(product).toMatchObject({
      specifications: [
        { name: 'Chain', option: chain },
        { name: 'Finish', option: 'Polished' },
      ],
    })
    expect(read({ chain: ' ', specifications: rows })).toMatchObject({
      specifications: [{ name: 'Finish', option: 'Polished' }],
    })
    const attributes = [
      { id: '1', name: 'Finish', option: 'Polished' },
      { id: '2', name: 'chain', option: chain },
    ]
    const [pendant] = builtInPendants
    if (!pendant) throw new Error('no pendant')
    expect(draftOf({ ...pendant, attributes })).toMatchObject({
      chain,
      specifications: rows,
    })
  })

  it('does not let a size past the check of sizes', () => {
    const row = { name: 'Gold Size: Huge', value: 'Weight: 1g, Fee: $1' }
    expect(message({ specifications: [row] })).toContain('is reserved for the gold sizes')
  })

  it('keeps each category once, whatever its capitals and blanks [CAT-04, D43]', () => {
    expect(read({ categories: ['Water', ' WATER', 'water  ', '', 'Stone'] })).toMatchObject({
      categories: ['Water', 'Stone'],
    })
  })
})

describe('for any text a person or a program may send', () => {
  const any = fc.string({ unit: 'binary', maxLength: 40 })
  const decimal = fc.oneof(
    fc.double().map(String),
    fc.integer({ min: 1, max: 5000 }).map(String),
    any,
  )
  const anyDraft = fc.record<ProductDraft>({
    name: any,
    slug: any,
    taxCode: fc.oneof(any, fc.constantFrom('', 'txcd_12345678')),
    shownFrom: fc.oneof(any, fc.constantFrom('', '2026-03-08T02:30', '2026-12-01T09:00')),
    finalSale: fc.boolean(),
    usOnly: fc.boolean(),
    shownUntil: fc.oneof(any, fc.constantFrom('', '2026-11-01T01:30', '2026-12-24T18:00')),
    chain: any,
    pieces: fc.oneof(any, fc.constantFrom('', '0', '1', '9999', '10000', '-1', '1.5')),
    piecesSeen: fc.oneof(any, fc.constantFrom('', '1', '3')),
    options: fc.array(fc.record({ option: any, choice: any, price: decimal, grams: decimal })),
    engraved: fc.boolean(),
    engravingFee: decimal,
    engravingMax: fc.oneof(any, fc.constantFrom('', '0', '1', '20', '60', '61')),
    active: fc.boolean(),
    featured: fc.boolean(),
    shortDescription: any,
    searchTitle: any,
    searchDescription: any,
    description: any,
    sizes: fc.array(
      fc.record({
        size: any,
        weight: decimal,
        fee: decimal,
        sizeKey: any,
        pieces: fc.oneof(any, fc.constantFrom('', '0', '2')),
        piecesSeen: fc.oneof(any, fc.constantFrom('', '1', '3')),
        stripeLink: fc.oneof(any, fc.webUrl({ validSchemes: ['https'] }), fc.constant('')),
      }),
      { maxLength: 5 },
    ),
    images: fc.array(
      fc.record({
        src: fc.oneof(
          any.map((text) => `/${text}`),
          fc.webUrl(),
        ),
        alt: any,
      }),
      { maxLength: 5 },
    ),
    specifications: fc.array(fc.record({ name: any, value: any }), { maxLength: 5 }),
    categories: fc.array(any, { maxLength: 5 }),
  })
  const stockOf = (pieces: number | null) =>
    pieces === null ? null : { pieces, reserved: 0, counted: pieces }
  /** As a stored product comes back from the database. */
  const stored = (product: ProductToSave): Product => ({
    ...product,
    id: '1',
    price: '1.00',
    short_description: product.shortDescription,
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    images: product.images.map((image, order) => ({ ...image, id: `${order}`, order })),
    attributes: [
      ...product.sizes.map((each) => ({
        ...goldSizeAttribute(each),
        ...{ stock: stockOf(each.pieces?.typed ?? null) },
      })),
      ...product.specifications,
    ].map((attribute, at) => ({ ...attribute, id: `${at}` })),
    categories: product.categories.map((name) => ({ id: name, name, slug: name })),
    stock: stockOf(product.pieces.typed),
    related_ids: [],
    shipping_class: '',
  })

  it('answers a product or a sentence, and never throws [FORM-11, FORM-12]', () => {
    fc.assert(
      fc.property(anyDraft, (input) => {
        const answer = readProduct(productDraft.parse(input))
        if (isRefusal(answer)) expect(answer.message).not.toBe('')
        else expect(answer.sizes.length).toBeGreaterThan(0)
      }),
    )
  })

  it('is the same form again once it was stored and read [SIZE-08, SIZE-09, SIZE-10, DATA-09]', () => {
    const saves = anyDraft.map((input) => {
      const shape = productDraft.parse(input)
      return readProduct({
        ...shape,
        name: shape.name || 'A name',
        slug: `a${shape.slug}`,
        taxCode: /^(txcd_\d{8})?$/.test(shape.taxCode) ? shape.taxCode : '',
        shownFrom: !shape.active && shape.shownFrom.endsWith('T09:00') ? shape.shownFrom : '',
        shownUntil: shape.shownUntil.endsWith('T18:00') ? shape.shownUntil : '',
        ...{ pieces: shape.active ? '2' : '', piecesSeen: shape.active ? '2' : '' },
        engraved:
          shape.engraved &&
          !isRefusal(
            read({
              engraved: true,
              engravingFee: shape.engravingFee,
              engravingMax: shape.engravingMax,
            }),
          ),
        shortDescription: `a${shape.shortDescription}`,
        description: `a${shape.description}`,
        sizes: [
          ...shape.sizes.filter((row) => !isRefusal(read({ sizes: [row] }))).slice(0, 1),
          size({ size: 'Last' }),
        ].map((row) => {
          const pieces = shape.active ? '' : row.pieces
          return { ...row, pieces, piecesSeen: pieces }
        }),
        images: shape.images.filter((image) => !isRefusal(read({ images: [image] }))),
      })
    })
    fc.assert(
      fc.property(saves, (first) => {
        fc.pre(!isRefusal(first))
        if (isRefusal(first)) return
        const sizes = first.sizes.map(({ key: _, ...size }) => size)
        const unkeyed = sizes.map(({ pieces: _, ...size }) => size)
        expect(goldSizes(stored(first).attributes)).toMatchObject(unkeyed)
        const form = productDraft.parse(draftOf(stored(first), first))
        const again = readProduct(form)
        if (isRefusal(again)) throw new Error(again.message)
        // Those of a first save are made from the labels.
        expect(again.sizes.map(({ key: _, ...size }) => size)).toEqual(sizes)
        expect({ ...again, sizes }).toEqual({ ...first, sizes })
      }),
    )
  })

  it('holds no text that a database cannot [SIZE-08]', () => {
    const half = '\ud83d'
    const shape = productDraft.parse({ ...filled, name: `a\0b${half}`, description: `\0${half}` })
    expect(shape.name).toBe('ab\ufffd')
    expect(shape.description).toBe('\ufffd')
  })

  it('sees no text in blanks and characters without a shape', () => {
    expect([' ', '\u2028', '\u0085', '\u202e', '\u200d'].some(hasText)).toBe(false)
  })
})

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `n${index}`)
}
