import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cents } from '../money/cents.ts'
import { indexRelated, relatedTo } from './related.ts'

const piece = (id: string, price: number | null, ...categories: string[]) => ({
  id,
  price: price as Cents | null,
  categories: categories.map((id) => ({ id })),
})
type Priced = ReturnType<typeof piece>
const ids = (pieces: readonly { id: string }[]) => pieces.map(({ id }) => id)
const priceOf = ({ price }: Priced) => price
const related = (one: Priced, pieces: readonly Priced[]) =>
  relatedTo(one, indexRelated(pieces, priceOf), priceOf)

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
    expect(ids(related(coin, others))).toEqual(['near', 'far', 'unpriced'])
    // One that is not in the lists itself, as a sold one.
    expect(ids(related(piece('ring', 300_000), others))).toEqual(['near', 'like it', 'coin'])
  })

  it('are the three nearest of all in that order, never the piece itself [FACTS-11]', () => {
    fc.assert(
      fc.property(anyPieces, fc.boolean(), (pieces, isSold) => {
        const [one, ...rest] = pieces as [Priced, ...Priced[]]
        const rank = (other: Priced) => ({
          isAkin: other.categories.some(({ id }) => one.categories.some((own) => own.id === id)),
          away:
            other.price === null || one.price === null
              ? Infinity
              : Math.abs(other.price - one.price),
        })
        const ranks = rest
          .map(rank)
          .toSorted(
            (a, b) =>
              Number(b.isAkin) - Number(a.isAkin) ||
              (a.away < b.away ? -1 : Number(a.away > b.away)),
          )
        const found = related(one, isSold ? rest : pieces)
        expect(ids(found)).not.toContain(one.id)
        expect(new Set(ids(found)).size).toBe(found.length)
        expect(found.map(rank)).toEqual(ranks.slice(0, 3))
      }),
    )
  })

  it('are found by a few looks among 10,000, and are not the same three under all [FACTS-21]', () => {
    const catalogs = [
      (at: number) => piece(`${at}`, at * 7, 'all'),
      (at: number) => piece(`${at}`, 500, 'all'),
      (at: number) => piece(`${at}`, at, ...(at % 2 ? ['odd'] : [])),
      (at: number) => piece(`${at}`, null),
    ]
    for (const of of catalogs) {
      const pieces = Array.from({ length: 10_000 }, (_, at) => of(at))
      const index = indexRelated(pieces, priceOf)
      let looks = 0
      const counted = (one: Priced) => {
        looks++
        return one.price
      }
      const shown = new Map<string, number>()
      for (const one of pieces.slice(0, 1000)) {
        looks = 0
        for (const { id } of relatedTo(one, index, counted)) shown.set(id, (shown.get(id) ?? 0) + 1)
        expect(looks).toBeLessThan(20)
      }
      expect(Math.max(...shown.values())).toBeLessThanOrEqual(8)
      looks = 0
      expect(relatedTo(piece('sold', 501, 'all'), index, counted)).toHaveLength(3)
      expect(looks).toBeLessThan(60)
    }
  })
})
