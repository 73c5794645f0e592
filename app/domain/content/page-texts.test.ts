import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leavesOf, withLeaves } from './page-texts.ts'

const anyPage = fc.letrec((tie) => ({
  page: fc.dictionary(
    fc.stringMatching(/^[a-z]{1,4}$/).filter((name) => name !== '__proto__'),
    fc.oneof({ maxDepth: 3 }, fc.string(), fc.array(tie('page')), tie('page')),
    { maxKeys: 4, noNullPrototype: true },
  ),
})).page as fc.Arbitrary<object>

it('every text of a page can be changed in its place, and nothing else changes [TEXTS-01]', () => {
  fc.assert(
    fc.property(anyPage, fc.nat(), (page, at) => {
      const leaves = leavesOf(page, () => true)
      expect(
        withLeaves(page, Object.fromEntries(leaves.map((leaf) => [leaf.name, leaf.value]))),
      ).toEqual(page)
      const leaf = leaves[at % Math.max(1, leaves.length)]
      if (!leaf) return
      const changed = leavesOf(withLeaves(page, { [leaf.name]: 'other' }), () => true)
      expect(changed).toEqual(
        leaves.map((each) => (each.name === leaf.name ? { ...each, value: 'other' } : each)),
      )
    }),
  )
})
