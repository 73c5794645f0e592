import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balancesOf,
  handEntry,
  type MetalPostings,
  metalKinds,
  openingEntry,
  positionOf,
  returnedEntry,
  reversalOf,
  sentEntry,
  soldEntry,
  takenFrom,
  unsoldEntry,
} from './metal-ledger.ts'

const anyMg = fc.integer({ min: 1, max: 100_000_000 })
const byHand = metalKinds.filter((kind) => kind !== 'opening')
const anyEntry: fc.Arbitrary<MetalPostings> = fc.oneof(
  fc.record({ stock: fc.nat(1e8), pieces: fc.nat(1e8) }).map(openingEntry),
  fc.tuple(fc.constantFrom(...byHand), anyMg).map(([kind, mg]) => handEntry(kind, mg)),
  anyMg.map(soldEntry),
  anyMg.map(unsoldEntry),
  fc.tuple(anyMg, anyMg).map(([sold, actual]) => sentEntry(sold, actual)),
  anyMg.map(returnedEntry),
)
const sumOf = (postings: MetalPostings) => Object.values(postings).reduce((sum, mg) => sum + mg, 0)

describe('the metal ledger', () => {
  it('balances after any history, entries taken back among it [METAL-01]', () => {
    const history = fc.array(fc.tuple(anyEntry, fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(history, (steps) => {
        const entries = steps.flatMap(([entry, isTakenBack]) =>
          isTakenBack ? [entry, reversalOf(entry)] : [entry],
        )
        expect(entries.map(sumOf)).toEqual(entries.map(() => 0))
        const balances = balancesOf(entries)
        expect(sumOf(balances)).toBe(0)
        // What was reversed leaves nothing behind.
        const standing = steps.filter(([, isTakenBack]) => !isTakenBack).map(([entry]) => entry)
        expect(balances).toEqual(balancesOf(standing))
      }),
    )
  })

  it('has to buy what was sold and is neither here nor bought, whatever was cast [METAL-02]', () => {
    const history = fc.array(anyEntry, { maxLength: 40 })
    fc.assert(
      fc.property(history, (entries) => {
        const { stock, pieces, owed } = balancesOf(entries)
        const now = positionOf({ stock, pieces, owed: 0 - owed })
        expect(now.toBuy - now.spare).toBe(0 - owed - stock - pieces)
        expect(Math.min(now.toBuy, now.spare)).toBe(0)
        const cast = balancesOf([...entries, handEntry('cast', 1000)])
        expect(
          positionOf({ stock: cast.stock, pieces: cast.pieces, owed: 0 - cast.owed }).toBuy,
        ).toBe(now.toBuy)
      }),
    )
  })

  it('follows one piece from the sale to the sink [METAL-02]', () => {
    const bought = [soldEntry(28_900), handEntry('purchase', 31_104)]
    expect(balancesOf(bought)).toMatchObject({ stock: 31_104, owed: -28_900, suppliers: -31_104 })
    const made = [...bought, handEntry('cast', 29_500), handEntry('loss of pieces', 600)]
    const sent = balancesOf([...made, sentEntry(28_900, 28_850)])
    expect(sent).toMatchObject({ owed: 0, promised: 0, pieces: 50, buyers: 28_850, lost: 600 })
    const back = balancesOf([...made, sentEntry(28_900, 28_850), returnedEntry(28_850)])
    expect(back).toMatchObject({ pieces: 28_900, buyers: 0 })
  })

  it('takes gold from where it is: nothing is cast, lost or sold from elsewhere [METAL-05]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...byHand), anyMg, (kind, mg) => {
        const { stock = 0, pieces = 0 } = handEntry(kind, mg)
        const from = takenFrom(kind)
        expect({ stock, pieces }[from ?? 'stock']).toBe(from === null ? mg : -mg)
      }),
    )
  })
})
