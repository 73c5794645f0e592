import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import {
  anyBank,
  anyChosenCart,
  anyPayBy,
  anyShipping,
  anyTerms,
} from '#tests/support/any-quote.ts'
import { anyRate, now } from '#tests/support/quotes.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf } from '../gold-price/rates.ts'
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
import type { PayBy } from '../pricing/bank-discount.ts'
import { planRefund, type RefundInput } from '../refunds/plan-refund.ts'
import type { RefundableLine } from '../refunds/refund-lines.ts'
import { shippingTaxLeft } from '../refunds/shipping-tax-left.ts'
import {
  bankSavingOfLine,
  dueOf,
  lowerQuote,
  priceCart,
  type Quote,
  type QuoteLine,
  withShipping,
} from './quote.ts'
import { codeSavingOf, withCode } from './with-code.ts'

const anyQuoteParts = fc.record({
  ...{ cart: anyChosenCart, rate: anyRate, rateToday: anyRate, terms: anyTerms, bank: anyBank },
  ...{ shipping: anyShipping, shippingToday: anyShipping, payBy: anyPayBy },
})
type Parts = typeof anyQuoteParts extends fc.Arbitrary<infer Drawn> ? Drawn : never

function quoteAt(
  { cart, terms, bank }: Parts,
  perGram: number,
  shipping: Parts['shipping'],
): Quote {
  const rate = perGram as PricePerGram
  const gold = { ...defaultGoldPrice, perGram: rate, perOunce: perOunceOf(rate) }
  const { quote } = priceCart(cart.lines, cart.products, gold, 'live', now, undefined, bank)
  const coded = withCode(quote, { id: 1, name: 'SUMMER-10', email: null }, terms)
  return withShipping('quote' in coded ? coded.quote : quote, shipping)
}

/** What code and bank price take off a line; its order line keeps the same. */
function takenOff(line: QuoteLine, { bank }: Quote, payBy: PayBy): Cents {
  const saving = payBy === 'card' || !bank ? 0 : bankSavingOfLine(line, bank.discount)
  return cents((line.codeDiscount ?? 0) + saving)
}

const percentOf = (sum: number, hundredths: number) =>
  cents(Math.round((sum * hundredths) / 10_000))

/** What is charged for a quote with sales tax, with what a refund knows of it. Tax rates in hundredths of a percent. */
function paidOrder(quote: Quote, payBy: PayBy, taxRates: { goods: number; shipping: number }) {
  const rate = quote.shipping?.rate ?? cents(0)
  const lines = quote.lines.map((line) => ({ line, off: takenOff(line, quote, payBy) }))
  const taxes = lines.map(({ line, off }) => percentOf(line.lineTotal - off, taxRates.goods))
  const shippingTax = percentOf(rate, taxRates.shipping)
  const sold = {
    goods: sumCents(quote.lines.map(({ lineTotal }) => lineTotal)),
    tax: sumCents([...taxes, shippingTax]),
    shipping: rate,
    discount: sumCents(lines.map(({ off }) => off)),
  }
  const pieces = lines.map(({ line, off }, position): RefundableLine => {
    const { name, size, unitPrice, quantity, lineTotal, codeDiscount = 0 } = line
    const byFeeCode = quote.code && !quote.code.offMetal ? codeDiscount : 0
    return {
      ...{ position, name, size, unitPrice, left: quantity, lighter: cents(0) },
      taxShare:
        sold.tax === 0 ? null : cents(Math.round((Number(taxes[position]) * 1000) / quantity)),
      off: quote.code
        ? {
            share: cents(Math.round((off * 1000) / quantity)),
            ofGold: { discount: cents(off - byFeeCode), price: cents(lineTotal - byFeeCode) },
          }
        : null,
    }
  })
  const charged = cents(dueOf(quote, payBy) + sold.tax)
  const entries: Entry[] = [saleEntry(sold), paymentEntry(charged)]
  const refund = (input: RefundInput) => {
    const balance = balanceOf(entries)
    const taxed = { shipping: rate, taxed: shippingTax }
    const left = shippingTaxLeft(balance.sold, taxed)
    const plan = planRefund(input, pieces, { ...balance, shippingTax: left })
    if ('refused' in plan) return plan
    for (const { position, quantity } of plan.lines) {
      const piece = pieces[position]
      if (piece) piece.left -= quantity
    }
    entries.push(creditEntry(plan.credit), refundEntry(plan.amount))
    return plan
  }
  return { sold, charged, pieces, shippingTax, refund, balance: () => balanceOf(entries) }
}

/** Pieces that were free are refunded with nothing, and staff are told so. */
const nothing = /^Nothing (was paid for these pieces|is left to refund)/

describe('an order with options, a code, a bank price, tax, and shipping', () => {
  it('costs its lines less what code and bank take off them, and the rate: in the quote, its token, and the price that is charged [QUOTE-02, SHIPPING-05, OPTION-03, CODE-01]', () => {
    fc.assert(
      fc.property(anyQuoteParts, (parts) => {
        const { payBy, rate, rateToday, shipping, shippingToday } = parts
        const quoted = quoteAt(parts, rate, shipping)
        const today = quoteAt(parts, rateToday, shippingToday)
        const bare = quoteAt(parts, rate, null)
        expect(quoted.lines).toEqual(bare.lines)
        const signed = quoteFromJson(JSON.parse(JSON.stringify(quoteToJson(quoted))))
        expect(signed).toEqual(quoted)
        for (const quote of [quoted, lowerQuote(quoted, today, payBy)]) {
          const goods = sumCents(quote.lines.map(({ lineTotal }) => lineTotal))
          const rateOf = quote.shipping?.rate ?? 0
          const off = quote.lines.map((line) => takenOff(line, quote, payBy))
          expect(quote.total).toBe(goods - codeSavingOf(quote) + rateOf)
          expect(dueOf(quote, payBy)).toBe(goods - sumCents(off) + rateOf)
          for (const [at, line] of quote.lines.entries()) {
            const { metalValue, fee, unitPrice, quantity, lineTotal } = line
            expect(unitPrice).toBe(metalValue + fee)
            expect(lineTotal).toBe(timesQuantity(unitPrice, quantity))
            expect(off[at]).toBeLessThanOrEqual(lineTotal)
          }
          expect(sumCents(off)).toBeLessThanOrEqual(goods)
        }
      }),
    )
  })

  it('is refunded to the cent, pieces and then shipping, or shipping with the first pieces, and no part is ever below zero [SHIPMONEY-04, CODE-09, REFUND-02]', () => {
    const tax = fc.record({
      goods: fc.integer({ min: 0, max: 1500 }),
      shipping: fc.integer({ min: 0, max: 1500 }),
    })
    const steps = fc.array(
      fc.record({ line: fc.nat(), quantity: fc.integer({ min: 1, max: 99 }) }),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(anyQuoteParts, tax, steps, fc.boolean(), (parts, taxes, wishes, isFirst) => {
        const quote = quoteAt(parts, parts.rate, parts.shipping)
        if (quote.lines.length === 0 || dueOf(quote, parts.payBy) <= 0) return
        const order = paidOrder(quote, parts.payBy, taxes)
        expect(totalOf(order.sold)).toBe(order.charged)
        const back = { goods: 0, tax: 0, shipping: 0, discount: 0 }
        const add = (input: RefundInput) => {
          const plan = order.refund(input)
          if ('refused' in plan) {
            expect(plan.refused).toMatch(nothing)
            return
          }
          expect(totalOf(plan.credit)).toBe(plan.amount)
          for (const part of ['goods', 'tax', 'shipping', 'discount'] as const) {
            expect(plan.credit[part]).toBeGreaterThanOrEqual(0)
            back[part] += plan.credit[part]
            expect(back[part]).toBeLessThanOrEqual(order.sold[part])
          }
        }
        for (const [nth, { line, quantity }] of wishes.entries()) {
          const position = line % order.pieces.length
          const left = order.pieces[position]?.left ?? 0
          if (left === 0) continue
          const quantities = [{ position, quantity: Math.min(left, quantity) }]
          add({ of: 'lines', quantities, withShipping: isFirst && nth === 0 })
        }
        const rest = order.pieces.filter(({ left }) => left > 0)
        const quantities = rest.map(({ position, left }) => ({ position, quantity: left }))
        if (quantities.length > 0) add({ of: 'lines', quantities })
        if (!isFirst) {
          expect(back.shipping).toBe(0)
          expect(back.tax).toBeLessThanOrEqual(order.sold.tax - order.shippingTax)
        }
        add({ of: 'whole' })
        expect(totalOf({ ...order.balance().sold })).toBe(0)
        expect(back).toEqual(order.sold)
        expect(order.balance()).toMatchObject({ refunded: order.charged, due: 0, refundable: 0 })
      }),
      { numRuns: 300 },
    )
  })
})
