import fc from 'fast-check'
import { goldSizeAttribute, parseGoldSize } from '#app/domain/catalog/gold-size.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { defaultGoldPrice, type GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { maxQuoteLines, priceCart, type QuoteRequestLine } from '#app/domain/quote/quote.ts'

/** When carts are priced. */
export const now = new Date('2026-03-01T12:00:00Z')

export type Size = { size: string; mg: number; fee: number }

export function product(id: string, sizes: readonly Size[], more: Partial<Product> = {}): Product {
  return {
    id,
    name: `Pendant ${id}`,
    slug: `pendant-${id}`,
    price: '2499.00',
    description: '',
    short_description: '',
    weight: '',
    dimensions: { length: '', width: '', height: '' },
    active: true,
    featured: false,
    images: [],
    attributes: sizes.map(({ size, mg, fee }, index) => ({
      id: `${id}-${index}`,
      ...goldSizeAttribute({
        size,
        weight: mg as Milligrams,
        fee: cents(fee),
        checkoutLink: null,
      }),
    })),
    categories: [],
    related_ids: [],
    shipping_class: '',
    ...more,
  }
}

export function catalog(...products: Product[]): Map<string, Product> {
  return new Map(products.map((piece) => [piece.id, piece]))
}

function goldAt(perGram: number): GoldPrice {
  const rate = perGram as PricePerGram
  return { ...defaultGoldPrice, perGram: rate, perOunce: perOunceOf(rate), source: 'gold-api' }
}

export const anyRate = fc.integer({ min: 1, max: 100_000_000 })
const anySizes = fc
  .uniqueArray(
    fc.record({
      size: fc.constantFrom('Small', 'Large', '1oz', '.25oz', 'Extra, wide'),
      mg: fc.integer({ min: 1, max: 1_000_000 }),
      fee: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { selector: (size) => size.size, minLength: 1 },
  )
  .filter((sizes) => sizes.length > 0)

/** A shop of some products and a cart of pieces it has. */
export const anyCart = fc
  .array(anySizes, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((sizes, index) => product(String(index + 1), sizes)))
  .chain((products) => {
    const pieces = products.flatMap((piece) =>
      piece.attributes.flatMap((attribute) => {
        const size = parseGoldSize(attribute)
        return size ? [{ productId: piece.id, size: size.size }] : []
      }),
    )
    const line = fc.record({
      piece: fc.constantFrom(...pieces),
      quantity: fc.integer({ min: 1, max: 99 }),
    })
    return fc.record({
      products: fc.constant(catalog(...products)),
      lines: fc
        .array(line, { maxLength: maxQuoteLines })
        .map((all): QuoteRequestLine[] =>
          all.map(({ piece, quantity }) => ({ ...piece, quantity })),
        ),
    })
  })

export function price(
  lines: readonly QuoteRequestLine[],
  products: Map<string, Product>,
  perGram = 927_700,
) {
  return priceCart(lines, products, goldAt(perGram), 'live', now)
}

/** What /api/quote answers, as JSON: two pieces of one size. */
export const quoteResponse = {
  quote: 'payload.seal',
  lines: [
    {
      productId: '5',
      size: 'Small',
      name: 'Pendant',
      grams: 14.7,
      pricePerGram: '92.77',
      fee: '750.00',
      goldPart: '1363.72',
      unitPrice: '2113.72',
      quantity: 2,
      lineTotal: '4227.44',
    },
  ],
  total: '4227.44',
  goldPrice: {
    price: '2886.32',
    pricePerGram: '92.77',
    source: 'gold-api',
    state: 'live',
    takenAt: null,
  },
  issuedAt: '2025-01-01T10:00:00.000Z',
  expiresAt: '2025-01-01T10:10:00.000Z',
  notes: [],
}
