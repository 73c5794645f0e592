import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parsePerGram, parsePerOunce, perGramOf } from '../gold-price/rates.ts'
import { centsToDecimal, parseDollars } from '../money/cents.ts'
import { parseGrams } from '../money/grams.ts'
import { priceItem } from './price.ts'

/**
 * cases.csv is for a jeweler with a pocket calculator: each note gives the product before it is
 * rounded, half a cent up. `ounce price` is filled where the price per gram came from one; it is
 * ounce price / 31.1035, rounded to four places. Money is in US dollars.
 *
 * The figures were made with exact fractions (Python's `fractions`), not with this code, and the
 * rows that lie on or beside half a cent were checked manually.
 */
const columns = 'title,grams,ounce price,price per gram,fee,gold part,price,note'
const [header, ...lines] = readFileSync(new URL('cases.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

const cases = lines.map((line, index) => {
  const [title = '', grams = '', ounce = '', perGram = '', fee = '', gold = '', price = '', note] =
    line.split(',')
  return { row: index + 2, title, grams, ounce, perGram, fee, gold, price, note }
})

describe('the worked prices of cases.csv', () => {
  it('are at least 48, each with a title of its own and every column', () => {
    expect(header).toBe(columns)
    expect(cases.length).toBeGreaterThanOrEqual(48)
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length)
    for (const line of lines) expect(line.split(',')).toHaveLength(columns.split(',').length)
  })

  it.each(cases)(
    'row $row: $title: $grams g at $$perGram a gram + $$fee is $$price [GOLD-03, PDP-16, D1]',
    ({ grams, perGram, fee, gold, price }) => {
      const priced = priceItem(
        read(parseGrams(grams)),
        read(parseDollars(fee)),
        read(parsePerGram(perGram)),
      )
      expect(centsToDecimal(priced.metalValue)).toBe(gold)
      expect(centsToDecimal(priced.unitPrice)).toBe(price)
    },
  )

  it.each(cases.filter(({ ounce }) => ounce !== ''))(
    'row $row: $$ounce an ounce is $$perGram a gram [GOLD-01, D1]',
    ({ ounce, perGram }) => {
      expect(perGramOf(read(parsePerOunce(ounce)))).toBe(parsePerGram(perGram))
    },
  )
})

function read<T>(value: T | null): T {
  if (value === null) throw new Error('cases.csv holds a figure that cannot be read')
  return value
}
