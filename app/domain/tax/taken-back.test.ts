import { describe, expect, it } from 'vitest'
import { takenBackOf, taxedPartOf } from './taken-back.ts'

const sale = { goods: 1000, tax: 83, total: 1083, taken: 0, kept: 1083 }
const none = { goods: 0, tax: 0 }

describe('what a bank took back of a sale', () => {
  it('has its share of the tax, the whole to the cent [TAX-11]', () => {
    expect(takenBackOf(sale)).toEqual(none)
    expect(takenBackOf({ ...sale, taken: 1083, kept: 0 })).toEqual({
      goods: 1000,
      tax: 83,
    })
    expect(takenBackOf({ ...sale, taken: 500, kept: 583 })).toEqual({
      goods: 462,
      tax: 38,
    })
    const untaxed = { goods: 1000, tax: 0, total: 1000, taken: 1000, kept: 0 }
    expect(takenBackOf(untaxed)).toEqual({ goods: 1000, tax: 0 })
  })

  it('is nothing that another payment pays, and nothing that was paid too much [TAX-11]', () => {
    expect(takenBackOf({ ...sale, taken: 1083, kept: 1083 })).toEqual(none)
    expect(takenBackOf({ ...sale, taken: 600, kept: 1566 })).toEqual(none)
    // What was credited before is not credited twice.
    const credited = { goods: 0, tax: 0, total: 0, taken: 1083, kept: -1083 }
    expect(takenBackOf(credited)).toEqual(none)
  })
})

describe('what is left of a sale that is taxed', () => {
  it('is nothing once its whole tax was refunded, though the goods stay sold [TAX-12]', () => {
    expect(taxedPartOf(sale)).toEqual({ goods: 1000, tax: 83 })
    expect(taxedPartOf({ ...sale, tax: 0, total: 1000, kept: 1000 })).toEqual(none)
    expect(taxedPartOf({ ...sale, taken: 500, kept: 583 })).toEqual({ goods: 538, tax: 45 })
  })
})
