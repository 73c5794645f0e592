import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams } from '#app/domain/money/grams.ts'
import { fieldChanges } from '#app/domain/text/field-changes.ts'
import { type PricedFacts, undoChange } from './undo-change.ts'

const size = fc.record({
  size: fc.constantFrom('Small', 'Large', 'Medium', 'Charm'),
  weight: fc.integer({ min: 1, max: 500_000 }).map((mg) => mg as Milligrams),
  fee: fc.integer({ min: 0, max: 900_000 }).map(cents),
})
const anyFacts: fc.Arbitrary<PricedFacts> = fc.record({
  active: fc.boolean(),
  sizes: fc.uniqueArray(size, { selector: (one) => one.size, maxLength: 4 }),
})

/** As the product form holds it, and the log compares it. */
const typed = ({ active, sizes }: PricedFacts) => ({
  active,
  sizes: sizes.map(({ size, weight, fee }) => ({
    size,
    weight: gramsToDecimal(weight),
    fee: centsToDecimal(fee),
  })),
})
const bySize = ({ active, sizes }: PricedFacts) => ({
  active,
  sizes: [...sizes].sort((one, other) => one.size.localeCompare(other.size)),
})

it('what a change of the form made of a product is undone from the log alone [PROOF-09]', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (before, after) => {
      const fields = fieldChanges(typed(before), typed(after), { sizes: 'size' })
      const undone = undoChange(after, { fields })
      expect(undone && bySize(undone)).toEqual(bySize(before))
    }),
  )
})

it('one of many products at once is undone by what was before it [PROOF-09]', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (before, after) => {
      expect(undoChange(after, { before })).toEqual(before)
      expect(undoChange(after, { before: { active: before.active } })).toEqual({
        ...after,
        active: before.active,
      })
    }),
  )
})

it('is not guessed where the log does not tell [PROOF-09]', () => {
  const after: PricedFacts = { active: true, sizes: [] }
  const undo = (field: string, before: string | number) =>
    undoChange(after, { fields: [{ field, of: 'Small', before, after: null }] })
  expect(undo('sizes.weight', 'about ten')).toBeNull()
  expect(undo('sizes.fee', 'free')).toBeNull()
  expect(undo('more', 3)).toBeNull()
  expect(undo('name', 'Another')).toEqual(after)
})
