import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cents } from '../money/cents.ts'
import { relatedTo } from './related.ts'

const piece = (id: string, price: number | null, ...categories: string[]) => ({
  id,
  price: price as Cents | null,
  categories: categories.map((id) => ({ id })),
})
const ids = (pieces: readonly { id: string }[]) => pieces.map(({ id }) => id)
const priceOf = ({ price }: { price: Cents | null }) => price

const anyPieces = fc
  .array(
    fc.record({
      price: fc.option(fc.integer({ min: 0, max: 5 }).map((price) => price as Cents)),
      categories: fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c') }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map((each, at) => ({ id: `${at}`, ...each })))

describe('the pieces beside a piece', () => {
  it('are of its category first, then near in price [FACTS-11]', () => {
    const coin = piece('coin', 200_000, 'coins', 'sea')
    const others = [
      coin,
      piece('far', 900_000, 'sea'),
      piece('like it', 200_000),
      piece('near', 210_000, 'coins'),
      piece('unpriced', null, 'coins'),
    ]
    expect(ids(relatedTo(coin, others, priceOf))).toEqual(['near', 'far', 'unpriced'])
    expect(ids(relatedTo(piece('ring', 300_000), others, priceOf))).toEqual([
      'near',
      'coin',
      'like it',
    ])
  })

  it('are the first three of all in that order, never the piece itself [FACTS-11]', () => {
    fc.assert(
      fc.property(anyPieces, (pieces) => {
        const [one] = pieces as [(typeof pieces)[number]]
        const isAkin = ({ categories }: typeof one) =>
          categories.some(({ id }) => one.categories.some((own) => own.id === id))
        const away = ({ price }: typeof one) =>
          price === null || one.price === null ? Infinity : Math.abs(price - one.price)
        const expected = pieces
          .slice(1)
          .toSorted(
            (a, b) =>
              Number(isAkin(b)) - Number(isAkin(a)) ||
              (away(a) < away(b) ? -1 : Number(away(a) > away(b))),
          )
        expect(ids(relatedTo(one, pieces, priceOf))).toEqual(ids(expected.slice(0, 3)))
      }),
    )
  })
})
