import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balanceOf,
  creditEntry,
  type Entry,
  paymentEntry,
  refundEntry,
  type SaleParts,
  saleEntry,
  totalOf,
} from '../ledger/ledger.ts'
import { cents } from '../money/cents.ts'
import { isWhollyRefunded, planRefund, type RefundInput } from './plan-refund.ts'
import type { RefundableLine } from './refund-lines.ts'
import { shippingTaxLeft } from './shipping-tax-left.ts'

const any = (min: number, max: number) => fc.integer({ min, max })

/** An order with shipping, each line taxed and discounted in its way. */
const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      price: any(100, 300_000),
      left: any(1, 3),
      tax: any(0, 30_000),
      isKnown: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  discount: any(0, 40),
  rate: any(1, 20_000),
  shippingTax: any(0, 2_000),
})

type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer Order> ? Order : never

function soldOrder({ lines, discount, rate, shippingTax }: AnyOrder) {
  const goods = lines.reduce((sum, { price, left }) => sum + price * left, 0)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0)
  const sold: SaleParts = {
    goods: cents(goods),
    tax: cents(tax + shippingTax),
    shipping: cents(rate),
    discount: cents(Math.floor((goods * discount) / 100)),
  }
  const entries: Entry[] = [saleEntry(sold), paymentEntry(totalOf(sold))]
  const pieces = lines.map(
    ({ price, left, tax: ofLine, isKnown }, position): RefundableLine => ({
      ...{ position, name: 'Wave', size: 'Small', unitPrice: cents(price), left },
      lighter: cents(0),
      taxShare: isKnown ? cents(Math.round((ofLine * 1000) / left)) : null,
    }),
  )
  const taxed = { shipping: cents(rate), taxed: cents(shippingTax) }
  const refunds = (input: RefundInput) => {
    const balance = balanceOf(entries)
    const left = shippingTaxLeft(balance.sold, taxed)
    const plan = planRefund(input, pieces, { ...balance, shippingTax: left })
    if ('refused' in plan) return null
    for (const { position, quantity } of plan.lines) {
      const piece = pieces[position]
      if (piece) piece.left -= quantity
    }
    entries.push(creditEntry(plan.credit), refundEntry(plan.amount))
    expect(totalOf(plan.credit)).toBe(plan.amount)
    return plan
  }
  return { sold, pieces, refunds, balance: () => balanceOf(entries) }
}

const all = (pieces: readonly RefundableLine[], withShipping?: boolean): RefundInput => ({
  of: 'lines',
  quantities: pieces.map(({ position, left }) => ({ position, quantity: left })),
  ...(withShipping && { withShipping }),
})

describe('a refund of an order with shipping', () => {
  it('by pieces leaves exactly the rate and its tax, and the rest is refunded to the cent [SHIPMONEY-04]', () => {
    fc.assert(
      fc.property(anyOrder, fc.array(any(0, 3), { maxLength: 8 }), (order, picks) => {
        const { sold, pieces, refunds, balance } = soldOrder(order)
        for (const pick of picks) {
          const piece = pieces[pick % pieces.length]
          if (!piece || piece.left === 0) continue
          const plan = refunds({
            of: 'lines',
            quantities: [{ position: piece.position, quantity: 1 }],
          })
          expect(plan?.credit.shipping).toBe(0)
        }
        if (pieces.some(({ left }) => left > 0)) refunds(all(pieces))
        const { shippingTax, rate } = order
        expect(balance().sold).toEqual({ goods: 0, tax: shippingTax, shipping: rate, discount: 0 })
        // The order has no piece left; what is left can still be refunded.
        expect(isWhollyRefunded(balance())).toBe(true)
        const rest = refunds({ of: 'whole' })
        expect(rest?.credit).toEqual({ goods: 0, tax: shippingTax, shipping: rate, discount: 0 })
        expect(balance()).toMatchObject({ refunded: totalOf(sold), due: 0, refundable: 0 })
      }),
    )
  })

  it('by pieces and shipping is that of the whole [SHIPMONEY-04]', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { sold, pieces, refunds } = soldOrder(order)
        expect(refunds(all(pieces, true))).toMatchObject({ amount: totalOf(sold), credit: sold })
        const again = soldOrder(order)
        expect(again.refunds({ of: 'whole' })?.credit).toEqual(sold)
      }),
    )
  })

  it('of shipping alone is the rate and its tax, once, and no piece [SHIPMONEY-04]', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        const { sold, pieces, refunds, balance } = soldOrder(order)
        const shippingAlone = { of: 'lines', quantities: [], withShipping: true } as const
        const { rate, shippingTax } = order
        expect(refunds({ of: 'lines', quantities: [] })).toBeNull()
        expect(refunds(shippingAlone)).toMatchObject({
          ...{ lines: [], amount: rate + shippingTax },
          credit: { goods: 0, tax: shippingTax, shipping: rate, discount: 0 },
        })
        expect(isWhollyRefunded(balance())).toBe(sold.goods === sold.discount)
        expect(refunds(shippingAlone)).toBeNull()
        refunds(all(pieces))
        expect(balance()).toMatchObject({ refunded: totalOf(sold), due: 0, refundable: 0 })
      }),
    )
  })

  it('in any order of pieces, sums, and shipping gives back every part to the cent [SHIPMONEY-04]', () => {
    const wish = fc.record({ of: any(0, 3), pick: any(0, 3), share: any(1, 99) })
    fc.assert(
      fc.property(anyOrder, fc.array(wish, { maxLength: 6 }), (order, wishes) => {
        const { sold, pieces, refunds, balance } = soldOrder(order)
        const back = { goods: 0, tax: 0, shipping: 0, discount: 0 }
        const add = (input: RefundInput) => {
          const credit = refunds(input)?.credit
          if (!credit) return
          for (const part of ['goods', 'tax', 'shipping', 'discount'] as const) {
            back[part] += credit[part]
            expect(back[part]).toBeLessThanOrEqual(sold[part])
          }
        }
        for (const { of, pick, share } of wishes) {
          const position = pick % pieces.length
          const amount = cents(Math.ceil((balance().refundable * share) / 100))
          const quantities = [{ position, quantity: 1 }]
          if (of === 0) add({ of: 'sum', amount })
          else if (of === 3) add({ of: 'lines', quantities: [], withShipping: true })
          else add({ of: 'lines', quantities, withShipping: of === 2 })
        }
        add({ of: 'whole' })
        expect(back).toEqual(sold)
        expect(balance()).toMatchObject({ refunded: totalOf(sold), due: 0, refundable: 0 })
      }),
    )
  })

  it('knows the tax of the shipping by the price until it was said [SHIPMONEY-04]', () => {
    const sold = {
      goods: cents(90_00),
      tax: cents(10_00),
      shipping: cents(10_00),
      discount: cents(0),
    }
    const left = (taxed: number | null, now = sold) =>
      shippingTaxLeft(now, {
        shipping: cents(10_00),
        taxed: taxed === null ? null : cents(taxed),
      })
    expect([left(null), left(0), left(87)]).toEqual([1_00, 0, 87])
    expect(left(87, { ...sold, shipping: cents(5_00) })).toBe(44)
    expect(left(87, { ...sold, tax: cents(3) })).toBe(3)
    expect(left(87, { ...sold, shipping: cents(0) })).toBe(0)
  })
})
