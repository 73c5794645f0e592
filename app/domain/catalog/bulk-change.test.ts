import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bulkChangeForm } from '#app/contracts/catalog/bulk-change.ts'
import { type Cents, cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { type BulkChange, bulkLabels, changedInBulk, newFee } from './bulk-change.ts'
import { changeOf, type ProductFacts } from './product-facts.ts'

const fee = fc.integer({ min: 0, max: 100_000_000 }).map(cents)
const nothing: BulkChange = { fee: null, active: null, featured: null, category: null }

const facts = (...fees: Cents[]): ProductFacts => ({
  ...{ searchTitle: '', searchDescription: '' },
  ...{ name: 'Wave', slug: 'wave', taxCode: null, active: true, featured: false },
  ...{ engraving: null, options: [] },
  ...{ pieces: 3, categories: ['Water'], shortDescription: 'A', description: '<p>A</p>' },
  sizes: fees.map((each, at) => ({
    size: at === 0 ? 'Small' : `Large ${at}`,
    weight: 14_700 as Milligrams,
    fee: each,
  })),
})

it('a fee by percent is exact, rounded half up to a cent once [BULK-01]', () => {
  fc.assert(
    fc.property(fee, fc.integer({ min: -10_000, max: 100_000 }), (old, hundredths) => {
      const becomes = newFee(old, { how: 'percent', hundredths })
      // Twice the error in ten-thousandths of a cent is at most one cent.
      const error = BigInt(becomes) * 10_000n - BigInt(old) * BigInt(10_000 + hundredths)
      expect(error > -5000n && error <= 5000n).toBe(true)
    }),
    { examples: [[cents(50), 100]] },
  )
  expect(newFee(cents(75_000), { how: 'percent', hundredths: 1250 })).toBe(84_375)
  expect(newFee(cents(1), { how: 'percent', hundredths: 5000 })).toBe(2)
})

it('a fee that is added is taken off again by its opposite [BULK-01]', () => {
  fc.assert(
    fc.property(fee, fc.integer({ min: -1_000_000, max: 1_000_000 }), (old, amount) => {
      const there = newFee(old, { how: 'add', amount: cents(amount) })
      expect(newFee(there, { how: 'add', amount: cents(-amount) })).toBe(old)
    }),
  )
})

it('nothing but what is asked for changes, and sizes by their label alone [BULK-01]', () => {
  const before = facts(cents(75_000), cents(125_000))
  const small = { how: 'set', amount: cents(100), size: ' SMALL' } as const
  const changed = changedInBulk(before, { ...nothing, fee: small })
  if (!('facts' in changed)) throw new Error('refused')
  expect(changeOf(before, changed.facts)).toMatchObject({
    before: { sizes: [{ fee: 75_000 }, { fee: 125_000 }] },
    after: { sizes: [{ fee: 100 }, { fee: 125_000 }] },
  })
  expect(Object.keys(changeOf(before, changed.facts)?.after ?? {})).toEqual(['sizes'])
  expect(changedInBulk(before, nothing)).toEqual({ facts: before })
})

it('a fee below zero or beyond belief is a problem, not a price [BULK-01]', () => {
  const less = { how: 'add', amount: cents(-75_001), size: null } as const
  expect(changedInBulk(facts(cents(75_000)), { ...nothing, fee: less })).toEqual({
    message: 'The fee for Small would be -$0.01, below $0.',
  })
  const more = { how: 'percent', hundredths: 100_000, size: null } as const
  expect(changedInBulk(facts(cents(1_000_000_000)), { ...nothing, fee: more })).toHaveProperty(
    'message',
  )
})

it('categories are added, taken off or replaced once, whatever their capitals [BULK-01]', () => {
  const names = (how: 'add' | 'remove' | 'replace', name: string) => {
    const changed = changedInBulk(facts(cents(0)), { ...nothing, category: { how, name } })
    return 'facts' in changed ? changed.facts.categories : null
  }
  expect(names('add', 'Rings')).toEqual(['Water', 'Rings'])
  expect(names('add', 'water ')).toEqual(['Water'])
  expect(names('remove', 'WATER')).toEqual([])
  expect(names('replace', 'Rings')).toEqual(['Rings'])
})

const typed = (form: Record<string, string>) => bulkChangeForm.safeParse(form)

it('the form reads amounts as people type them and refuses the rest beside the field [BULK-01]', () => {
  const read = typed({ fee: 'add', amount: '-$1,250.50', size: '', active: 'no' })
  expect(read.data).toEqual({
    ...nothing,
    fee: { how: 'add', amount: -125_050, size: null },
    active: false,
  })
  expect(bulkLabels(read.data ?? nothing)).toBe(
    'Flat fee for all sizes lowered by $1,250.50; hidden',
  )
  expect(typed({ fee: 'percent', amount: '12.5 %' }).data?.fee).toMatchObject({ hundredths: 1250 })
  for (const form of [
    { fee: 'set', amount: '' },
    { fee: 'set', amount: '-1' },
    { fee: 'set', amount: '1.005' },
    { fee: 'add', amount: 'fifty' },
    { fee: 'add', amount: '1,5' },
    { fee: 'percent', amount: '-101' },
    { fee: 'percent', amount: '1.234' },
    { fee: '', amount: '5' },
  ]) {
    expect(typed(form).error?.issues[0]?.path, JSON.stringify(form)).toEqual(['amount'])
  }
  expect(typed({ category: 'add', category_name: ' ' }).error?.issues[0]?.path).toEqual([
    'category_name',
  ])
})
