import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import { type CartItem, itemKey, type NewPrice, type PriceBasis } from './cart.ts'
import { cartItem } from './cart-item.ts'
import { priceChanges } from './changes.ts'

const seen: PriceBasis = { grams: '14.7', fee: '750.00', perGram: '92.77' }
const item = (id: string, more: Partial<CartItem> = {}): CartItem => ({
  ...cartItem({ id, name: `Piece ${id}`, images: [] }, 'Small', cents(211_372), seen),
  quantity: 1,
  ...more,
})
const now = (...lines: [CartItem, NewPrice | null][]) =>
  new Map(lines.map(([of, price]) => [itemKey(of), price]))
const price = (dollars: string, more: Partial<PriceBasis> = {}): NewPrice => ({
  price: dollars,
  seen: { ...seen, ...more },
})

describe('what changed in a cart', () => {
  const one = item('1')
  const two = item('2', { quantity: 2 })

  it('names the gold price, a fee, a weight or an engraving, whichever it was [CART-15, ENGRAVE-05]', () => {
    expect(priceChanges([one], now([one, price('2220.00', { perGram: '100.00' })]))).toBe(
      'The gold price has moved. Your total was $2,113.72.',
    )
    expect(priceChanges([one], now([one, price('2163.72', { fee: '800.00' })]))).toBe(
      'The fee of Piece 1, Small is now $800.00; it was $750.00. Your total was $2,113.72.',
    )
    expect(priceChanges([one], now([one, price('2141.55', { grams: '15' })]))).toBe(
      'Piece 1, Small now weighs 15 g; it was 14.7 g. Your total was $2,113.72.',
    )
    const cut = item('1', { engraving: 'Ada', seen: { ...seen, engraving: '60.00' } })
    expect(priceChanges([cut], now([cut, price('2118.72', { engraving: '65.00' })]))).toBe(
      'Engraving Piece 1, Small now costs $65.00; it was $60.00. Your total was $2,113.72.',
    )
    const both = price('2270.00', { fee: '800.00', perGram: '100.00' })
    expect(priceChanges([one], now([one, both]))).toMatch(
      /^The gold price has moved\. The fee of .* Your total was \$2,113\.72\.$/,
    )
  })

  it('does not blame the gold price where it cannot know, as in a cart saved before [CART-15]', () => {
    const { seen: _, ...old } = one
    expect(priceChanges([old], now([old, price('2220.00', { perGram: '100.00' })]))).toBe(
      'Prices have changed since you last looked. Your total was $2,113.72.',
    )
  })

  it('compares the pieces that are still there, and says so [CART-15]', () => {
    const moved = price('2220.00', { perGram: '100.00' })
    expect(priceChanges([one, two], now([one, null], [two, moved]))).toBe(
      'The gold price has moved. The other pieces came to $4,227.44 before.',
    )
    // Nothing but a piece that went: its own sentence says so, and no price changed.
    expect(priceChanges([one, two], now([one, null], [two, price('2113.72')]))).toBeNull()
  })

  it('is silent where no price changed, and speaks where one did [CART-15]', () => {
    const anyPrice = fc.integer({ min: 1, max: 1_000_000 }).map((whole) => `${whole}.00`)
    fc.assert(
      fc.property(anyPrice, anyPrice, (first, second) => {
        const before = item('1', { price: first })
        expect(priceChanges([before], now([before, price(second)])) === null).toBe(first === second)
      }),
    )
  })
})
