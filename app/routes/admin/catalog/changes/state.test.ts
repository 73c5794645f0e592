import { expect, it } from 'vitest'
import { buttonOf, sentenceOf } from './state.tsx'

it('says what a change does with how many products, and what it adds or hides [BULK-01, BULK-10, CSV-05]', () => {
  const words = (changes: number, adds: number) => [
    buttonOf({ changes, adds }),
    sentenceOf({ changes, adds }),
  ]
  expect(words(1200, 0)).toEqual(['Update 1,200 products', '1,200 products will change'])
  expect(words(0, 1)).toEqual(['Add 1 product', '1 product will be added, hidden'])
  expect(words(2, 1)).toEqual([
    'Update 2 and add 1 product',
    '2 products will change and 1 product will be added, hidden',
  ])
  const hidden = { changes: 8, adds: 0, hides: 'sample product' as const }
  expect([buttonOf(hidden), sentenceOf(hidden)]).toEqual([
    'Hide 8 sample products',
    '8 sample products will be hidden from shoppers',
  ])
  expect(words(0, 0)).toEqual(['Update 0 products', '0 products will change'])
})
