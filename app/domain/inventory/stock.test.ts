import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  availabilityProblem,
  countProblem,
  putBack,
  recounted,
  release,
  reserve,
  type StoredStock,
  sell,
  stockForShop,
  stockForStaff,
  stockLeftProblem,
  stockOfSizesForStaff,
  takenPieces,
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
          expect(availabilityProblem('Wave', number, stock) === null).toBe(isFree)
          if (!after) continue
          stock = after
          orders.push({ quantity: number, state: 'reserved' })
        } else if (what === 'count') {
          const now = recounted(stock.pieces, { seen: stock.pieces, typed: number })
          if (now === null || countProblem(now, stock)) continue
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
      expect(availabilityProblem('Wave', second, stock)).toBeNull()
    }),
  )
})

it('a count that was changed means the difference, whatever was sold in the meantime [STOCK-06]', () => {
  const count = fc.nat({ max: 50 })
  fc.assert(
    fc.property(count, count, count, (stored, seen, input) => {
      expect(recounted(stored, { seen, typed: seen })).toBe(stored)
      expect(recounted(seen, { seen, typed: input })).toBe(input)
      expect(recounted(stored, { seen, typed: input })).toBe(Math.max(0, stored + input - seen))
    }),
  )
  expect(recounted(2, { seen: 3, typed: 5 })).toBe(4)
  expect(recounted(null, { seen: null, typed: 1 })).toBe(1)
  expect(recounted(3, { seen: 3, typed: null })).toBeNull()
})

const anyCount = fc.option(fc.nat({ max: 9 }), { nil: null })
const countOf = (pieces: number | null) => ({ pieces, reserved: 0 })

it('each line takes from one count: of the product, else of its size, else of none [STOCK-01, STOCK-10]', () => {
  const labels = ['Small', 'Large'] as const
  const line = fc.record({
    productId: fc.constantFrom('7', '9', 'gone'),
    size: fc.constantFrom(...labels, 'Renamed'),
    quantity: fc.integer({ min: 1, max: 9 }),
  })
  const product = fc.record({ whole: anyCount, small: anyCount, large: anyCount })
  fc.assert(
    fc.property(fc.array(line), product, product, (lines, seven, nine) => {
      const products = new Map(
        Object.entries({ '7': seven, '9': nine }).map(([id, { whole, small, large }]) => [
          id,
          {
            ...{ name: 'Wave', stock: countOf(whole) },
            sizes: labels.map((size) => ({
              ...{ size, key: size.toLowerCase() },
              stock: countOf(size === 'Small' ? small : large),
            })),
          },
        ]),
      )
      const taken = takenPieces(lines, products)
      for (const { productId, size, name, stock, quantity } of taken) {
        const own = lines.filter((each) => each.productId === productId)
        const ofIt = own.filter((each) => size === '' || each.size.toLowerCase() === size)
        expect(quantity).toBe(ofIt.reduce((sum, each) => sum + each.quantity, 0))
        expect(stock.pieces).not.toBeNull()
        expect(name).toBe(size === '' ? 'Wave' : `Wave (${ofIt[0]?.size})`)
      }
      const known = taken.map(({ productId, size }) => `${productId} ${size}`)
      expect(new Set(known).size).toBe(known.length)
      for (const { productId, size } of lines) {
        const of = new Map([
          ['7', seven],
          ['9', nine],
        ]).get(productId)
        const left = size === 'Small' ? of?.small : size === 'Large' ? of?.large : null
        const key = typeof of?.whole === 'number' ? '' : size.toLowerCase()
        const isCounted = typeof (of?.whole ?? left) === 'number'
        expect(known.includes(`${productId} ${key}`)).toBe(isCounted)
      }
    }),
  )
})

it('says of sizes how many are left in all, and in how many of them [STOCK-10]', () => {
  const stock = (pieces: number, reserved = 0) => ({ pieces, reserved, counted: pieces })
  expect(stockOfSizesForStaff([])).toBeNull()
  expect(stockOfSizesForStaff([stock(2), stock(1)])).toBe('3 left in 2 sizes')
  expect(stockOfSizesForStaff([stock(2, 1), stock(0)])).toBe(
    '2 left in 1 size, 1 of them in a checkout',
  )
  expect(stockOfSizesForStaff([stock(0), stock(0)])).toBe('None left')
})

it('says in plain words what is left, and what cannot be had [STOCK-03, STOCK-04, STOCK-05, STOCK-13]', () => {
  const shop = (pieces: number, reserved: number, counted: number) =>
    stockForShop({ pieces, reserved, counted }).words
  expect(stockForShop(null).words).toBeNull()
  expect(shop(1, 0, 1)).toBe('One of a kind')
  const oneOfSize = { pieces: 1, reserved: 0, counted: 1 }
  expect(stockForShop(oneOfSize, 'size').words).toBe('Only 1 left')
  expect(shop(1, 1, 1)).toBe('In someone’s checkout right now')
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
    availabilityProblem('Wave', wanted, { pieces, reserved })
  expect(why(1, 0, 0)).toBe('Wave is sold.')
  expect(why(3, 2, 0)).toBe('Only 2 of Wave are left. Please take no more than 2.')
  expect(why(2, 1, 0)).toBe('Only 1 of Wave is left. Please take one.')
  expect(why(1, 1, 1)).toContain('Wave is in someone’s checkout right now.')
  expect(why(1, 3, 3)).toContain('Each Wave that is left is in someone’s checkout right now.')
  expect(why(2, 3, 2)).toBe('Only 1 of Wave is available right now; 2 are in someone’s checkout.')
  // It may be the shopper’s own checkout, which the next one takes the place of.
  expect(stockLeftProblem('Wave', 1, { pieces: 1, reserved: 1 })).toBeNull()
})
