import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  piecesByProduct,
  putBack,
  recounted,
  release,
  reserve,
  type StoredStock,
  sell,
  stockForShop,
  stockForStaff,
  whyNotCounted,
  whyNotFree,
  whyNotLeft,
} from './stock.ts'

type Open = { quantity: number; state: 'reserved' | 'sold' }

it('whatever is bought, paid, given up, returned and counted again, no piece is promised twice [STOCK-02, STOCK-06]', () => {
  const step = fc.record({
    what: fc.constantFrom('reserve', 'pay', 'end', 'return', 'count'),
    which: fc.nat({ max: 9 }),
    number: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.nat({ max: 6 }), fc.array(step, { maxLength: 40 }), (pieces, steps) => {
      let stock: StoredStock = { pieces, reserved: 0 }
      const orders: Open[] = []
      // Pieces that are really there: in the shop's hands, or sold and gone.
      let made = pieces
      for (const { what, which, number } of steps) {
        const order = orders[which % Math.max(1, orders.length)]
        if (what === 'reserve') {
          const after = reserve(stock, number)
          const isFree = (stock.pieces ?? 0) - stock.reserved >= number
          expect(after !== null).toBe(isFree)
          expect(whyNotFree('Wave', number, stock) === null).toBe(isFree)
          if (!after) continue
          stock = after
          orders.push({ quantity: number, state: 'reserved' })
        } else if (what === 'count') {
          const now = recounted(stock.pieces, { seen: stock.pieces, typed: number })
          if (now === null || whyNotCounted(now, stock)) continue
          made += now - (stock.pieces ?? 0)
          stock = { ...stock, pieces: now }
        } else if (order?.state === 'reserved' && what !== 'return') {
          stock = what === 'pay' ? sell(stock, order.quantity) : release(stock, order.quantity)
          if (what === 'pay') order.state = 'sold'
          else orders.splice(orders.indexOf(order), 1)
        } else if (order?.state === 'sold' && what === 'return') {
          stock = putBack(stock, order.quantity)
          orders.splice(orders.indexOf(order), 1)
        }
        const sum = (state: Open['state']) =>
          orders.reduce((all, each) => all + (each.state === state ? each.quantity : 0), 0)
        expect(stock.reserved).toBe(sum('reserved'))
        expect(stock.pieces).toBe(made - sum('sold'))
        expect(stock.reserved).toBeLessThanOrEqual(stock.pieces ?? 0)
      }
    }),
    { numRuns: 2000 },
  )
})

it('what is made to order is never short, and nothing of it is counted [STOCK-01]', () => {
  const any = fc.integer({ min: 1, max: 99 })
  fc.assert(
    fc.property(any, any, (first, second) => {
      const stock = reserve({ pieces: null, reserved: 0 }, first)
      expect(stock).toEqual({ pieces: null, reserved: first })
      if (!stock) return
      expect(sell(stock, first)).toEqual({ pieces: null, reserved: 0 })
      expect(putBack(stock, second)).toEqual(stock)
      expect(whyNotFree('Wave', second, stock)).toBeNull()
    }),
  )
})

it('a count that was changed means the difference, whatever was sold meanwhile [STOCK-06]', () => {
  const count = fc.nat({ max: 50 })
  fc.assert(
    fc.property(count, count, count, (stored, seen, typed) => {
      expect(recounted(stored, { seen, typed: seen })).toBe(stored)
      expect(recounted(seen, { seen, typed })).toBe(typed)
      expect(recounted(stored, { seen, typed })).toBe(Math.max(0, stored + typed - seen))
    }),
  )
  expect(recounted(2, { seen: 3, typed: 5 })).toBe(4)
  expect(recounted(null, { seen: null, typed: 1 })).toBe(1)
  expect(recounted(3, { seen: 3, typed: null })).toBeNull()
})

it('sizes of one product count together [STOCK-01]', () => {
  const line = (productId: string, quantity: number) => ({ productId, quantity })
  expect(piecesByProduct([line('7', 1), line('12', 2), line('7', 3)])).toEqual([
    ['12', 2],
    ['7', 4],
  ])
})

it('says in plain words what is left, and what cannot be had [STOCK-03, STOCK-04, STOCK-05]', () => {
  const shop = (pieces: number, reserved: number, counted: number) =>
    stockForShop({ pieces, reserved, counted }).words
  expect(stockForShop(null).words).toBeNull()
  expect(shop(1, 0, 1)).toBe('One of a kind')
  expect(shop(1, 1, 1)).toBe('In someone’s checkout just now')
  expect(shop(0, 0, 1)).toBe('Sold')
  expect(shop(2, 0, 3)).toBe('Only 2 left')
  expect(shop(3, 2, 3)).toBe('Only 1 left')
  expect(shop(12, 0, 12)).toBe('12 left')
  expect(stockForStaff({ pieces: 1, reserved: 1, counted: 1 })).toBe('One of a kind, in a checkout')
  expect(stockForStaff({ pieces: 3, reserved: 2, counted: 4 })).toBe(
    '3 left, 2 of them in a checkout',
  )
  expect(stockForStaff({ pieces: 0, reserved: 0, counted: 4 })).toBe('None left')
  const why = (wanted: number, pieces: number, reserved: number) =>
    whyNotFree('Wave', wanted, { pieces, reserved })
  expect(why(1, 0, 0)).toBe('Wave is sold.')
  expect(why(3, 2, 0)).toBe('Only 2 of Wave are left. Please take no more than 2.')
  expect(why(2, 1, 0)).toBe('Only 1 of Wave is left. Please take one.')
  expect(why(1, 1, 1)).toContain('Wave is in someone’s checkout just now.')
  expect(why(1, 3, 3)).toContain('Each Wave that is left is in someone’s checkout just now.')
  expect(why(2, 3, 2)).toBe('Only 1 of Wave can be had just now; 2 are in someone’s checkout.')
  // It may be the shopper’s own checkout, which the next one takes the place of.
  expect(whyNotLeft('Wave', 1, { pieces: 1, reserved: 1 })).toBeNull()
})
