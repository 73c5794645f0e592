import fc from 'fast-check'
import { expect, it } from 'vitest'
import { movedPieces, type PiecesOfSize } from './moved-pieces.ts'

const pieces = fc.array(
  fc.record({
    productId: fc.constantFrom('7', '8'),
    size: fc.constantFrom('Small', 'Large'),
    quantity: fc.integer({ min: 0, max: 9 }),
  }),
)

const count = (some: readonly PiecesOfSize[], of: PiecesOfSize) =>
  some
    .filter(({ productId, size }) => productId === of.productId && size === of.size)
    .reduce((sum, { quantity }) => sum + quantity, 0)

it('an edit takes or returns of each size only the pieces by which it has more or fewer [EDIT-06]', () => {
  fc.assert(
    fc.property(pieces, pieces, (removed, added) => {
      const { taken, returned } = movedPieces(removed, added)
      for (const each of [...removed, ...added]) {
        const more = count(added, each) - count(removed, each)
        expect(count(taken, each)).toBe(Math.max(0, more))
        expect(count(returned, each)).toBe(Math.max(0, -more))
      }
    }),
  )
})
