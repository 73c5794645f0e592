import { describe, expect, it } from 'vitest'
import type { Product } from '#app/domain/catalog/product.ts'
import { builtInCategories, builtInPendants, pendantFacts } from './catalog.ts'

const option = (product: Product, name: string) =>
  product.attributes.find((attribute) => attribute.name === name)?.option ?? ''

const goldSize = (product: Product, size: 'Small' | 'Large') => {
  const match = /^Weight: (\d+\.\d)g, Fee: \$(\d+)$/.exec(option(product, `Gold Size: ${size}`))
  if (!match) throw new Error(`${product.name} has no readable ${size}`)
  return { grams: Number(match[1]), fee: Number(match[2]) }
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the built-in pendants', () => {
  it('are eight, ids 5 to 12 in order [DATA-25]', () => {
    expect(builtInPendants.map(({ id }) => id)).toEqual(['5', '6', '7', '8', '9', '10', '11', '12'])
  })

  it('each have catalog price 2499.00 [DATA-27]', () => {
    expect(builtInPendants.map(({ price }) => price)).toEqual(Array(8).fill('2499.00'))
  })

  it('take fees only from 600, 650, 750 and 1100, 1250, and use every one [DATA-28]', () => {
    const fees = (size: 'Small' | 'Large') =>
      [...new Set(builtInPendants.map((product) => goldSize(product, size).fee))].sort(
        (a, b) => a - b,
      )
    expect(fees('Small')).toEqual([600, 650, 750])
    expect(fees('Large')).toEqual([1100, 1250])
  })

  it.each(builtInPendants)(
    '$name weighs 14 to 15.4 g small and 28 to 32 g large [DATA-29]',
    (product) => {
      const [small, large] = [goldSize(product, 'Small').grams, goldSize(product, 'Large').grams]
      expect(small).toBeGreaterThanOrEqual(14)
      expect(small).toBeLessThanOrEqual(15.4)
      expect(large).toBeGreaterThanOrEqual(28)
      expect(large).toBeLessThanOrEqual(32)
    },
  )

  it('state a casting tolerance of 3%, on exactly one of 5%, and an 18-inch chain [DATA-30]', () => {
    const tolerances = builtInPendants.map(
      ({ description }) => /within (\d)%/.exec(description)?.[1],
    )
    expect(tolerances.filter((percent) => percent === '3')).toHaveLength(7)
    expect(tolerances.filter((percent) => percent === '5')).toHaveLength(1)
    for (const { description } of builtInPendants)
      expect(description).toContain('An 18-inch chain is included.')
  })

  it('have two sizes each, no payment links, and at least three featured [DATA-27] [DATA-28]', () => {
    for (const { attributes } of builtInPendants) {
      const sizes = attributes.filter(({ name }) => name.startsWith('Gold Size: '))
      expect(sizes.map(({ name }) => name)).toEqual(['Gold Size: Small', 'Gold Size: Large'])
    }
    expect(JSON.stringify(builtInPendants)).not.toMatch(/Stripe Link|https?:/)
    expect(builtInPendants.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(3)
    expect(builtInPendants.every(({ active }) => active)).toBe(true)
  })

  it('come back with weight, dimensions, shipping class and related ids empty [DATA-04] [DATA-05]', () => {
    for (const product of builtInPendants) {
      expect(product.weight + product.shipping_class).toBe('')
      expect(product.dimensions).toEqual({ length: '', width: '', height: '' })
      expect(product.related_ids).toEqual([])
    }
  })

  it('never share an id, name or slug, and slugs follow from names', () => {
    const all = (values: string[]) => expect(new Set(values).size).toBe(values.length)
    all(builtInPendants.map(({ name }) => name))
    all(
      builtInPendants.flatMap(({ images, attributes }) =>
        [...images, ...attributes].map(({ id }) => id),
      ),
    )
    for (const { name, slug } of [...builtInPendants, ...builtInCategories])
      expect(slug).toBe(name.toLowerCase().replaceAll(' ', '-'))
    for (const { categories } of builtInPendants)
      for (const category of categories) expect(builtInCategories).toContainEqual(category)
  })

  it('leave weights and measures to their sizes and specifications [PDP-30]', () => {
    for (const { description } of builtInPendants)
      expect(textOf(description)).not.toMatch(/\d (g|mm)\b/)
  })

  it.each(builtInPendants)(
    '$name is told in 120 to 200 words of plain HTML [DATA-30]',
    ({ description }) => {
      const words = textOf(description).split(' ').length
      expect(words).toBeGreaterThanOrEqual(120)
      expect(words).toBeLessThanOrEqual(200)
      const tags = [...description.matchAll(/<\/?([a-z0-9]+)[^>]*>/g)].map(([, tag]) => tag)
      expect(new Set(tags)).toEqual(new Set(['p', 'h3']))
      expect(description).not.toContain('!')
    },
  )
})

describe('their measures', () => {
  /** Grams in a cubic centimeter of fine gold. */
  const density = 19.3

  it.each(pendantFacts)(
    '$name could hold its weight of gold within its measures',
    ({ large, size }) => {
      const box = (size.height * size.width * size.depth) / 1000
      const share = large.grams / density / box
      // A sixth is the octahedron's share of its box; a plate fills most of it.
      expect(share).toBeGreaterThan(0.16)
      expect(share).toBeLessThan(0.85)
    },
  )

  it('give a regular octahedron exactly a sixth of its box', () => {
    const facts = pendantFacts.find(({ slug }) => slug === 'eight-faces')
    if (!facts) throw new Error('Eight Faces is missing')
    expect(((facts.size.height / 10) ** 3 / 6) * density).toBeCloseTo(facts.large.grams, 0)
  })
})

describe('their pictures', () => {
  it.each(builtInPendants)(
    '$name is seen in five views, each told in words of its own [PIC-01] [BODY-01]',
    ({ slug, images }) => {
      expect(images.map(({ src, order }) => [src, order])).toEqual([
        [`/pendants/${slug}-front.jpg`, 0],
        [`/pendants/${slug}-body.jpg`, 1],
        [`/pendants/${slug}-three-quarter.jpg`, 2],
        [`/pendants/${slug}-edge.jpg`, 3],
        [`/pendants/${slug}-scale.jpg`, 4],
      ])
      const edge = images[3]
      expect(edge?.alt).toContain('.9999')
      for (const { alt } of images) {
        expect(alt.length).toBeGreaterThan(40)
        expect(alt.length).toBeLessThan(200)
        expect(alt).not.toMatch(/drawing|picture|image|photo/i)
      }
    },
  )

  it('never share their words', () => {
    const alts = builtInPendants.flatMap(({ images }) => images.map(({ alt }) => alt))
    expect(new Set(alts).size).toBe(40)
  })
})
