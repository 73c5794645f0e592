import { expect, it } from 'vitest'
import { writeQuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { product } from '#tests/support/quotes.ts'
import type { Product } from '../catalog/product.ts'
import { defaultGoldPrice } from '../gold-price/gold-price.ts'
import { parsePerOunce, perGramOf } from '../gold-price/rates.ts'
import { maxQuoteLines, priceCart } from './quote.ts'

/**
 * The shop's sums against exact fractions, written here a second time from the specification alone:
 * none of the shop's arithmetic is used to check it. Everything begins and ends as text, as staff
 * type it and as the answer has it.
 */
type Fraction = { top: bigint; bottom: bigint }

function fraction(decimal: string): Fraction {
  const [whole = '', places = ''] = decimal.split('.')
  return { top: BigInt(whole + places), bottom: 10n ** BigInt(places.length) }
}
const times = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
})
const plus = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})
const over = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom,
  bottom: one.bottom * other.top,
})

/** The nearest decimal of so many places, a half upwards; everything here is above zero. */
function rounded({ top, bottom }: Fraction, places: number): string {
  const scale = 10n ** BigInt(places)
  const floor = (top * scale) / bottom
  const rest = (top * scale) % bottom
  const digits = `${rest * 2n >= bottom ? floor + 1n : floor}`.padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** As the answer writes a rate: four places, at least two shown. */
const shortened = (decimal: string) => decimal.replace(/0{1,2}$/, '')

type Piece = { id: string; size: string; grams: string; fee: string }

function exactly(ounce: string, lines: readonly (Piece & { quantity: number })[]) {
  const perGram = rounded(over(fraction(ounce), fraction('31.1035')), 4)
  let total: Fraction = { top: 0n, bottom: 1n }
  const priced = lines.map(({ id, size, grams, fee, quantity }) => {
    const goldPart = rounded(times(fraction(grams), fraction(perGram)), 2)
    const unitPrice = plus(fraction(goldPart), fraction(fee))
    const lineTotal = times(unitPrice, fraction(`${quantity}`))
    total = plus(total, lineTotal)
    return {
      productId: id,
      size,
      grams: Number(grams),
      pricePerGram: shortened(perGram),
      goldPart,
      fee: rounded(fraction(fee), 2),
      unitPrice: rounded(unitPrice, 2),
      quantity,
      lineTotal: rounded(lineTotal, 2),
    }
  })
  return { lines: priced, total: rounded(total, 2) }
}

/** Mulberry32: the same carts on every machine. */
function randomFrom(seed: number) {
  let state = seed
  return (least: number, most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return least + Math.floor(share * (most - least + 1))
  }
}

function decimal(units: number, places: number): string {
  const digits = `${units}`.padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const now = new Date('2026-03-11T16:00:00Z')
const seed = 20_260_311
const count = 100_000

it(`${count} random carts cost what exact fractions say, to the cent (seed ${seed}) [QUOTE-02, GOLD-03]`, {
  timeout: 300_000,
}, () => {
  const between = randomFrom(seed)
  const differences: object[] = []
  for (let cart = 0; cart < count; cart += 1) {
    // $200 to $100,000 an ounce, of as many places as feeds and people give.
    const places = between(0, 4)
    const ounce = decimal(between(200 * 10 ** places, 100_000 * 10 ** places), places)
    // Mostly a few lines; now and then as many as a quote may have.
    const length = cart % 500 === 0 ? maxQuoteLines : between(1, 4)
    const lines = Array.from({ length }, (_, at) => {
      const weightPlaces = between(0, 3)
      const feePlaces = between(0, 1) * 2
      return {
        id: `${at}`,
        size: 'Small',
        grams: decimal(between(1, 500 * 10 ** weightPlaces), weightPlaces),
        fee: decimal(between(0, 2000 * 10 ** feePlaces), feePlaces),
        quantity: between(1, 99),
      }
    })
    const perOunce = parsePerOunce(ounce)
    if (perOunce === null) throw new Error(`${ounce} was not read`)
    const gold = { ...defaultGoldPrice, perOunce, perGram: perGramOf(perOunce), source: 'gold-api' }
    const asked = lines.map(({ id, size, quantity }) => ({ productId: id, size, quantity }))
    const answer = writeQuoteResponse(priceCart(asked, catalog(lines), gold, 'live', now), '')
    const shown = {
      lines: answer.lines.map(({ name: _, ...line }) => line),
      total: answer.total,
    }
    const exact = exactly(ounce, lines)
    if (JSON.stringify(shown) !== JSON.stringify(exact)) differences.push({ ounce, shown, exact })
  }
  expect(differences.slice(0, 3)).toEqual([])
})

it('would be seen if one cent in one cart were wrong', () => {
  // 2.5 g × $0.6430 = $1.6075, and a half of a cent more than $1.605 is rounded up once.
  expect(rounded(times(fraction('2.5'), fraction('0.6430')), 2)).toBe('1.61')
  expect(rounded(fraction('1.605'), 2)).toBe('1.61')
  expect(rounded(fraction('1.604999'), 2)).toBe('1.60')
  // By a calculator: 4083.2 ÷ 31.1035 = 131.27782…; 14.7 × 131.2778 = 1929.78366.
  const one = { id: '7', size: 'Small', grams: '14.7', fee: '750', quantity: 2 }
  expect(exactly('4083.2', [one])).toEqual({
    lines: [
      {
        productId: '7',
        size: 'Small',
        grams: 14.7,
        pricePerGram: '131.2778',
        goldPart: '1929.78',
        fee: '750.00',
        unitPrice: '2679.78',
        quantity: 2,
        lineTotal: '5359.56',
      },
    ],
    total: '5359.56',
  })
})

function catalog(pieces: readonly Piece[]): Map<string, Product> {
  return new Map(
    pieces.map(({ id, size, grams, fee }) => {
      const attribute = { name: `Gold Size: ${size}`, option: `Weight: ${grams}g, Fee: $${fee}` }
      return [id, product(id, [], { attributes: [{ id, ...attribute }] })]
    }),
  )
}
