import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  balanceOf,
  creditEntry,
  type Entry,
  paymentEntry,
  refundEntry,
  saleEntry,
  totalOf,
} from '../ledger/ledger.ts'
import { type Cents, cents, sumCents, timesQuantity } from '../money/cents.ts'
import { planRefund } from '../refunds/plan-refund.ts'
import type { RefundableLine } from '../refunds/refund-lines.ts'
import { ratedTaxes, sumOfTaxes } from '../tax/sales-tax.ts'
import { editMoney, taxesLike, withApplied } from './plan-edit.ts'
import { type EditableLine, wantedEdit } from './wanted-edit.ts'

const none = cents(0)
const money = fc.integer({ min: 0, max: 9_999_999 }).map(cents)

it('at most one of what is due and what is refunded is above zero, and nothing is lost [EDIT-02]', () => {
  fc.assert(
    fc.property(money, money, (credit, added) => {
      const { due, refund, applied } = editMoney({ credit, added })
      expect(added - credit).toBe(due - refund)
      expect(Math.min(due, refund)).toBe(0)
      expect(applied + refund).toBe(credit)
      expect(applied + due).toBe(added)
    }),
  )
})

it('what is applied is taken off the parts of a refund, and each stays covered [EDIT-02]', () => {
  const part = money.map((amount) => ({
    ...{ payment: 'p', isByHand: false, lines: [], amount },
    credit: { goods: amount, tax: none, shipping: none, discount: none },
  }))
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (parts, share) => {
        const all = sumCents(parts.map(({ amount }) => amount))
        const applied = cents(Math.floor(all * share))
        const left = withApplied(parts, applied)
        expect(sumCents(left.map((each) => each.applied))).toBe(applied)
        for (const [at, { amount, applied: kept, credit }] of left.entries()) {
          expect(amount).toBeGreaterThanOrEqual(0)
          expect(amount + kept).toBe(parts[at]?.amount)
          expect(totalOf(credit)).toBe(amount + kept)
        }
      },
    ),
  )
})

type Piece = { price: number; quantity: number; off: number }
const piece = fc.record({
  price: fc.integer({ min: 100, max: 999_999 }),
  quantity: fc.integer({ min: 1, max: 5 }),
  off: fc.integer({ min: 0, max: 90 }),
})
const rates = fc.constantFrom('0', '6.5', '8.25', '10.35')

/** An order that is sold and paid, and edited as the shop edits it. */
function shopOrder(pieces: readonly Piece[], rate: string, hasCode: boolean) {
  const entries: Entry[] = []
  const lines: (RefundableLine & { quantity: number; discount: Cents; tax: Cents })[] = []
  const taxOf = (due: Cents) => sumOfTaxes(ratedTaxes([due], { rate, state: 'WA', name: 'Rate' }))
  const sell = (each: Piece) => {
    const total = timesQuantity(cents(each.price), each.quantity)
    const discount = cents(hasCode ? Math.floor((total * each.off) / 100) : 0)
    const tax = taxOf(cents(total - discount))
    lines.push({
      ...{ position: lines.length, name: 'Piece', size: 'Small', quantity: each.quantity },
      ...{ unitPrice: cents(each.price), left: each.quantity, lighter: none, discount, tax },
      taxShare: cents(Math.round((tax * 1000) / each.quantity)),
      off: hasCode
        ? {
            share: cents(Math.round((discount * 1000) / each.quantity)),
            ofGold: { discount, price: total },
          }
        : null,
    })
    return { goods: total, tax, shipping: none, discount }
  }
  const sale = pieces.map(sell)
  for (const parts of sale) entries.push(saleEntry(parts))
  entries.push(paymentEntry(sumCents(sale.map(totalOf))))
  /** Swaps pieces of a line for others; false where the refund is refused. */
  const swap = (quantities: { position: number; quantity: number }[], added: Piece[]) => {
    const plan =
      quantities.length === 0
        ? null
        : planRefund({ of: 'lines', quantities }, lines, balanceOf(entries))
    if (plan && 'refused' in plan) return false
    for (const { position, quantity } of quantities) {
      const line = lines[position]
      if (line) line.left -= quantity
    }
    const sold = added.map((each) => sell({ ...each, off: 0 }))
    const { due, refund } = editMoney({
      credit: plan ? totalOf(plan.credit) : none,
      added: sumCents(sold.map(totalOf)),
    })
    if (due > 0) entries.push(paymentEntry(due))
    for (const parts of sold) entries.push(saleEntry(parts))
    if (plan) entries.push(creditEntry(plan.credit))
    if (refund > 0) entries.push(refundEntry(refund))
    return true
  }
  return { lines, swap, balance: () => balanceOf(entries) }
}

it('any edits of an order add up to the cent: what is sold is what was paid less what was refunded [EDIT-10]', () => {
  const edit = fc.record({
    line: fc.nat(9),
    quantity: fc.integer({ min: 0, max: 3 }),
    added: fc.array(piece, { maxLength: 2 }),
  })
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      rates,
      fc.boolean(),
      fc.array(edit, { maxLength: 5 }),
      (pieces, rate, hasCode, edits) => {
        const order = shopOrder(pieces, rate, hasCode)
        for (const { line, quantity, added } of edits) {
          const position = line % order.lines.length
          const left = order.lines[position]?.left ?? 0
          const many = Math.min(quantity, left)
          order.swap(many > 0 ? [{ position, quantity: many }] : [], added)
          const { due, overpaid, sold, paid, refunded } = order.balance()
          expect(due).toBe(0)
          expect(overpaid).toBe(0)
          expect(totalOf(sold)).toBe(paid - refunded)
          expect(Math.min(sold.goods, sold.tax, sold.discount)).toBeGreaterThanOrEqual(0)
        }
      },
    ),
  )
})

it('an edit that is taken back at the same gold price gives back the same total [EDIT-10]', () => {
  fc.assert(
    fc.property(piece, piece, rates, (first, other, rate) => {
      const order = shopOrder([first], rate, false)
      const before = totalOf(order.balance().sold)
      const { quantity } = first
      expect(order.swap([{ position: 0, quantity }], [other])).toBe(true)
      expect(order.swap([{ position: 1, quantity: other.quantity }], [first])).toBe(true)
      expect(totalOf(order.balance().sold)).toBe(before)
    }),
  )
})

it('new lines are taxed as the line they are like, and exempt where that is [EDIT-05]', () => {
  const known = [
    {
      line: 1,
      state: 'WA',
      level: 'state',
      name: 'Washington',
      rate: '6.5',
      taxable: cents(10_000),
      tax: cents(650),
    },
    {
      line: 1,
      state: 'WA',
      level: 'city',
      name: 'Seattle',
      rate: '3.85',
      taxable: none,
      tax: none,
    },
  ]
  expect(taxesLike(known, { like: 1, line: 4, due: cents(999) })).toEqual([
    { ...known[0], line: 4, taxable: 999, tax: 65 },
    { ...known[1], line: 4 },
  ])
  expect(taxesLike(known, { like: 0, line: 4, due: cents(999) })).toEqual([])
})

const line: EditableLine = {
  ...{ position: 0, productId: '7', name: 'Wave', size: 'Small', engraving: null, left: 2 },
  ...{ weight: 5000, fee: 100, perGram: 130, discount: none },
} as never

it('a line keeps its price unless it is resized, and gets no second engraving [EDIT-01]', () => {
  const edit = { position: 0, size: 'Small', quantity: 2, engraving: '' }
  const wanted = (change: Partial<typeof edit>, of: Partial<EditableLine> = {}) =>
    wantedEdit([{ ...line, ...of }], [{ ...edit, ...change }])
  expect(wanted({})).toEqual({ removed: [], added: [] })
  expect(wanted({ quantity: 0 })).toEqual({ removed: [{ position: 0, quantity: 2 }], added: [] })
  expect(wanted({ quantity: 3 })).toMatchObject({
    removed: [],
    added: [{ quantity: 1, keeps: null }],
  })
  expect(wanted({ size: 'Large', quantity: 1 })).toMatchObject({
    removed: [{ quantity: 2 }],
    added: [{ size: 'Large', quantity: 1, keeps: null, like: 0 }],
  })
  expect(wanted({ engraving: 'Ada', quantity: 3 })).toMatchObject({
    removed: [{ quantity: 2 }],
    added: [
      { quantity: 2, engraving: 'Ada', keeps: { position: 0 } },
      { quantity: 1, engraving: 'Ada', keeps: null },
    ],
  })
  expect(wanted({ engraving: 'Ada' }, { engraving: 'Bob' })).toMatchObject({ of: 'engraving' })
  expect(wanted({ engraving: 'Ada' }, { discount: cents(1) })).toMatchObject({ of: 'engraving' })
  expect(wanted({ quantity: 3 }, { productId: '' })).toMatchObject({ of: 'quantity' })
  expect(wanted({ size: 'Large' }, { left: 0 })).toMatchObject({ of: 'quantity' })
})
