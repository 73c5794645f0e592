import { expect, it } from 'vitest'
import { isFinalSale } from './final-sale.ts'

it('one rule says what a quote and its order do not take back: by product, and by engraving unless the terms say otherwise [RETURN-14]', () => {
  const products = new Map([
    ['5', { finalSale: true }],
    ['6', { finalSale: false }],
    ['7', {}],
  ])
  const engraving = { text: 'A', fee: 0 }
  const saidOf = (takesEngraved: boolean) =>
    ['5', '6', '7', 'deleted'].map((productId) => {
      const isFinal = isFinalSale(products, { takesEngraved })
      return [isFinal({ productId }), isFinal({ productId, engraving })]
    })
  const [no, yes] = [false, true]
  expect(saidOf(false)).toEqual([
    [yes, yes],
    [no, yes],
    [no, yes],
    [no, yes],
  ])
  expect(saidOf(true)).toEqual([
    [yes, yes],
    [no, no],
    [no, no],
    [no, no],
  ])
})
