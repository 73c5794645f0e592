import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteFromJson, quoteToJson } from '#app/contracts/quote/quote-json.ts'
import { writeQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { anyCart, anyRate, catalog, price, product } from '#tests/support/quotes.ts'
import { repriceLines } from '../draft-orders/draft-order.ts'
import { cents, parseDollars, sumCents, timesQuantity } from '../money/cents.ts'
import { metalValue, missingGold } from '../pricing/price.ts'
import { lowerQuote } from './quote.ts'
import { hasSameItems, toRequestLines } from './same-items.ts'

/** A cart of which some pieces can be engraved, at some fee, and some lines are. */
const anyEngravedCart = fc
  .tuple(
    anyCart,
    fc.array(fc.option(fc.integer({ min: 0, max: 1_000_000 })), { minLength: 5, maxLength: 5 }),
    fc.array(fc.constantFrom(undefined, '', 'Ada', ' Ben  & Al ', 'é9'), { minLength: 1 }),
  )
  .map(([cart, fees, texts]) => {
    const products = catalog(
      ...[...cart.products.values()].map((piece, at) => {
        const fee = fees[at % fees.length] ?? null
        return { ...piece, engraving: fee === null ? null : { fee: cents(fee), max: 20 } }
      }),
    )
    const lines = cart.lines.map((line, at) => {
      const text = texts[at % texts.length]
      const can = products.get(line.productId)?.engraving
      return can && text !== undefined ? { ...line, engraving: text } : line
    })
    return { products, lines }
  })

const engravable = (fee: number, max = 20) =>
  catalog(
    product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }], {
      engraving: { fee: cents(fee), max },
    }),
  )
const asked = { productId: '7', size: 'Small', quantity: 2, engraving: 'For Ada' }

describe('a line that is engraved', () => {
  it('costs quantity × (gold + fee + engraving), exactly, in any cart [ENGRAVE-03]', () => {
    fc.assert(
      fc.property(anyEngravedCart, anyRate, ({ lines, products }, rate) => {
        const { quote, notes } = price(lines, products, rate)
        expect(notes).toEqual([])
        for (const [at, line] of quote.lines.entries()) {
          const isEngraved = (lines[at]?.engraving ?? '').trim() !== ''
          const cut = isEngraved ? products.get(line.productId)?.engraving?.fee : undefined
          expect(line.engraving?.fee).toBe(cut)
          const unit = metalValue(line.weight, line.perGram) + line.fee + (cut ?? 0)
          expect(line.unitPrice).toBe(unit)
          expect(line.lineTotal).toBe(timesQuantity(cents(unit), line.quantity))
        }
        expect(quote.total).toBe(sumCents(quote.lines.map(({ lineTotal }) => lineTotal)))
        // The answer adds up, for anyone who reads it.
        for (const line of writeQuoteResponse({ quote, notes }, '').lines) {
          const parts = [line.goldPart, line.fee, line.engravingFee ?? '0.00']
          const sum = sumCents(parts.map((part) => parseDollars(part) ?? cents(0)))
          expect(parseDollars(line.unitPrice)).toBe(sum)
        }
        // As it is signed and read again, asked for again, and at another price of gold and back.
        expect(quoteFromJson(JSON.parse(JSON.stringify(quoteToJson(quote))))).toEqual(quote)
        expect(price(toRequestLines(quote), products, rate).quote.lines).toEqual(quote.lines)
        const { perGram } = quote.goldPrice
        expect(repriceLines(quote.lines, { perGram })).toEqual(quote.lines)
      }),
    )
  })

  it('keeps two texts apart, and is signed only where there is one [ENGRAVE-05]', () => {
    const { quote } = price([asked, { ...asked, engraving: 'For Ben' }], engravable(6000))
    expect(quote.lines.map(({ engraving }) => engraving)).toEqual([
      { text: 'For Ada', fee: 6000 },
      { text: 'For Ben', fee: 6000 },
    ])
    const plain = price([{ ...asked, engraving: ' ' }], engravable(6000)).quote
    expect(JSON.stringify(quoteToJson(plain))).not.toContain('engraving')
    expect(plain.lines[0]).not.toHaveProperty('engraving')
  })

  it('is never sold without it, nor with another: what cannot be cut has no price [ENGRAVE-04]', () => {
    const plain = catalog(product('7', [{ size: 'Small', mg: 14_700, fee: 75_000 }]))
    for (const products of [plain, engravable(6000, 6)]) {
      const { quote, notes } = price([asked], products)
      expect(quote.lines).toEqual([])
      expect(notes).toHaveLength(1)
    }
    const { quote } = price([asked], engravable(6000))
    const other = price([{ ...asked, engraving: 'For Ben' }], engravable(6000)).quote
    const none = price([{ ...asked, engraving: '' }], engravable(6000)).quote
    expect(hasSameItems(quote, other)).toBe(false)
    expect(hasSameItems(quote, none)).toBe(false)
    expect(hasSameItems(quote, price([asked], engravable(9900)).quote)).toBe(true)
  })

  it('keeps its price if the fee rose in the meantime, and takes the lower one [ENGRAVE-04]', () => {
    const quoted = price([asked], engravable(6000)).quote
    const dearer = price([asked], engravable(9900)).quote
    const cheaper = price([asked], engravable(4500)).quote
    expect(lowerQuote(quoted, dearer)).toBe(quoted)
    expect(lowerQuote(quoted, cheaper).total).toBe(quoted.total - 2 * 1500)
  })

  it('lighter than sold gives back gold alone [ENGRAVE-07]', () => {
    const [plain] = price([{ ...asked, engraving: '' }], engravable(6000)).quote.lines
    const [cut] = price([asked], engravable(6000)).quote.lines
    const missing = (line: typeof cut) =>
      line && missingGold(line.weight, (line.weight - 600) as typeof line.weight, line.perGram)
    expect(missing(cut)).toEqual(missing(plain))
  })
})
