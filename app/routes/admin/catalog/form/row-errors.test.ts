import { expect, it } from 'vitest'
import { newProduct } from '#app/contracts/catalog/product.ts'
import { formStateOf } from './form-state.ts'
import { errorsOfRows, rowKeys } from './row-errors.ts'

const opened = formStateOf(newProduct)
const [small, large] = opened.sizes
if (!small || !large) throw new Error('a new product has two sizes')
const sent = rowKeys(opened)
const told = { name: 'Name is required.', 'sizes.0.fee': 'missing', 'sizes.1.fee': 'no amount' }
const shownWith = (sizes: typeof opened.sizes) =>
  errorsOfRows(told, { sent, now: rowKeys({ ...opened, sizes }) })

it('stay at their fields while the rows stay [FORM-26]', () => {
  expect(shownWith([small, large])).toEqual(told)
})

it('follow a row that moved, and go with one that was removed [FORM-26]', () => {
  expect(shownWith([large, small])).toEqual({
    name: 'Name is required.',
    'sizes.1.fee': 'missing',
    'sizes.0.fee': 'no amount',
  })
  const another = formStateOf(newProduct).sizes
  expect(shownWith([large, ...another])).toEqual({
    name: 'Name is required.',
    'sizes.0.fee': 'no amount',
  })
})
