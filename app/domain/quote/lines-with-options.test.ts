import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import { writeQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { anyBank, anyChosenCart, anyTerms, choice } from '#tests/support/any-quote.ts'
import { anyRate, catalog, now, price, product } from '#tests/support/quotes.ts'
import { titleOf } from '../catalog/line-title.ts'
import type { OptionChoice } from '../catalog/options.ts'
import { repriceLines, staffTotals } from '../draft-orders/draft-order.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { type PricePerGram, perOunceOf } from '../gold-price/rates.ts'
import { cents, sumCents, timesQuantity } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { metalValue } from '../pricing/price.ts'
import { refundLine, sumOfLines } from '../refunds/refund-lines.ts'
import { bankSavingOfLine, dueOf, priceCart } from './quote.ts'
import { hasSameItems, toRequestLines } from './same-items.ts'
import { codeSavingOf, withCode } from './with-code.ts'

const knot = (options: readonly OptionChoice[]) =>
  catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }], { options }))
const chain = [choice('Chain', '18 in'), choice('Chain', '20 in', 2500, 400)]
const asked = { productId: '7', size: 'Small', quantity: 2 }
const long = { ...asked, options: [{ name: 'Chain', choice: '20 in' }] }

describe('a line with options', () => {
  it('is what most of the carts below have', () => {
    const carts = fc.sample(anyChosenCart, 200).filter(({ lines }) => lines.length > 0)
    const some = carts.filter(({ lines }) =>
      lines.some(({ chosen }) => chosen.some(({ price, mg }) => price !== 0 || mg !== 0)),
    )
    expect(some.length / carts.length).toBeGreaterThan(0.15)
  })

  it('costs the gold of all its grams, rounded once, and the fee with every difference, in any cart [OPTION-03]', () => {
    fc.assert(
      fc.property(anyChosenCart, anyRate, ({ lines, products }, rate) => {
        const { quote, notes } = price(lines, products, rate)
        expect(notes).toEqual([])
        const bare = catalog(...[...products.values()].map((piece) => ({ ...piece, options: [] })))
        for (const [at, line] of quote.lines.entries()) {
          const { chosen = [] } = lines[at] ?? {}
          const { productId, size, quantity } = line
          const { quote: alone } = price([{ productId, size, quantity }], bare, rate)
          const plain = alone.lines[0]
          const [mg, fee] = [
            chosen.reduce((sum, each) => sum + each.mg, plain?.weight ?? 0),
            chosen.reduce((sum, each) => sum + each.price, plain?.fee ?? 0),
          ]
          expect(line).toMatchObject({ weight: mg, fee })
          expect(line.options ?? []).toEqual(chosen)
          expect(line.unitPrice).toBe(metalValue(mg as Milligrams, line.perGram) + fee)
          expect(line.lineTotal).toBe(timesQuantity(line.unitPrice, line.quantity))
        }
        expect(quote.total).toBe(sumCents(quote.lines.map(({ lineTotal }) => lineTotal)))
        // As it is signed and read again, asked for again, and at another price of gold and back.
        expect(quoteFromJson(JSON.parse(JSON.stringify(quoteToJson(quote))))).toEqual(quote)
        expect(price(toRequestLines(quote), products, rate).quote.lines).toEqual(quote.lines)
        const { perGram } = quote.goldPrice
        expect(repriceLines(quote.lines, { perGram })).toEqual(quote.lines)
      }),
    )
  })

  it('adds up to the cent with a code, by bank, taxed, and refunded piece by piece [OPTION-03]', () => {
    fc.assert(
      fc.property(anyChosenCart, anyRate, anyTerms, anyBank, (cart, rate, terms, bank) => {
        const perGram = rate as PricePerGram
        const gold = { ...defaultGoldPrice, perGram, perOunce: perOunceOf(perGram) }
        const { lines, products } = cart
        const full = priceCart(lines, products, gold, 'live', now, undefined, bank).quote
        const coded = withCode(full, { id: 1, name: 'SUMMER', email: null }, terms)
        const quote = 'quote' in coded ? coded.quote : full
        expect(quote.total).toBe(full.total - codeSavingOf(quote))
        const off = quote.lines.map((line) =>
          cents((line.codeDiscount ?? 0) + bankSavingOfLine(line, bank)),
        )
        expect(dueOf(quote, 'debit')).toBe(full.total - sumCents(off))
        for (const [at, line] of quote.lines.entries()) {
          const most = terms.offMetal ? line.unitPrice : line.fee
          expect(line.codeDiscount ?? 0).toBeLessThanOrEqual(most * line.quantity)
          expect(off[at]).toBeLessThanOrEqual(line.lineTotal)
        }
        // Staff sell the same, with the tax of each line.
        const totals = staffTotals(full.lines, {
          ...{ bankDiscount: bank, tax: { rate: '8.25', state: 'CA' } },
        })
        expect(totals.total).toBe(full.total - totals.discount)
        expect(totals.tax).toBe(sumCents(totals.taxes.map(({ tax }) => tax)))
        // The refunds of single pieces add up to what the line cost.
        for (const [
          position,
          { name, size, unitPrice, quantity, lineTotal },
        ] of full.lines.entries()) {
          const line = {
            position,
            name,
            size,
            unitPrice,
            left: quantity,
            lighter: cents(0),
            taxShare: null,
          }
          const each = Array.from({ length: quantity }, () => refundLine(line, 1)).filter(
            (one) => one !== null,
          )
          expect(sumOfLines(each)).toBe(lineTotal)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('names what was chosen where its pieces are refunded, and nothing where nothing was [OPTION-06]', () => {
    const [line] = price([long], knot(chain)).quote.lines
    if (!line) throw new Error('no line')
    const { name, size, options = [], unitPrice } = line
    const sold = { position: 0, name, size, unitPrice, left: 1, lighter: cents(0), taxShare: null }
    const refunded = refundLine({ ...sold, options }, 1)
    expect(refunded && titleOf(refunded)).toBe(`${name}, ${size}, Chain: 20 in`)
    expect(refundLine({ ...sold, options: [] }, 1)).not.toHaveProperty('options')
  })

  it('tells the cart what a choice adds, in words [OPTION-05]', () => {
    const [line] = writeQuoteResponse(price([long], knot(chain)), '').lines
    expect(line).toMatchObject({ grams: 15.1, fee: '775.00' })
    expect(line?.options).toEqual([
      { name: 'Chain', choice: '20 in', difference: '+$25.00, +0.4 g' },
    ])
  })

  it('has another price or none where a choice is another, is missing, or is gone [OPTION-04]', () => {
    const quoted = price([long], knot(chain)).quote
    for (const [options, lines, why] of [
      [chain.slice(0, 1), [long], '“Chain: 20 in” is no longer offered. Please choose again.'],
      [[], [long], '“Chain: 20 in” is no longer offered.'],
      [chain, [asked], 'please choose “Chain.”'],
      [
        chain,
        [{ ...long, options: [...long.options, ...long.options] }],
        'please choose “Chain” only once.',
      ],
      [
        chain,
        [{ ...long, options: [{ name: 'Chain', choice: '99 in' }] }],
        '“Chain: 99 in” is no longer offered. Please choose again.',
      ],
      [
        chain,
        [{ ...long, options: [{ name: 'Gold Size', choice: 'Large' }] }],
        '“Gold Size: Large” is no longer offered.',
      ],
      [[choice('Chain', '20 in', -75_001)], [long], 'can’t be made with these options.'],
      [[choice('Chain', '20 in', 0, -14_700)], [long], 'can’t be made with these options.'],
    ] as const) {
      const { quote, notes } = price(lines, knot(options))
      expect(quote.lines).toEqual([])
      expect(notes.join()).toContain(why)
    }
    const included = { ...long, options: [{ name: 'Chain', choice: '18 in' }] }
    expect(hasSameItems(quoted, price([included], knot(chain)).quote)).toBe(false)
    expect(hasSameItems(quoted, price([long], knot(chain)).quote)).toBe(true)
    // More gold for the same choice is another piece; a lower price is charged.
    const heavier = [choice('Chain', '18 in'), choice('Chain', '20 in', 2500, 500)]
    expect(hasSameItems(quoted, price([long], knot(heavier)).quote)).toBe(false)
  })

  it('is read as one without where it was signed before there were options [OPTION-05]', () => {
    const { quote } = price([asked], knot([]))
    expect(JSON.stringify(quoteToJson(quote))).not.toContain('options')
    expect(quoteFromJson(quoteToJson(quote))).toEqual(quote)
    expect(quote.lines[0]).not.toHaveProperty('options')
  })
})
