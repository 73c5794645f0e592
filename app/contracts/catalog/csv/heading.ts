import { foldText } from '#app/domain/text/fold.ts'
import { otherCurrency, weightUnit } from './amounts.ts'
import { type CsvColumn, csvColumns } from './columns.ts'

/** Other names that people give to a column. */
const alsoCalled: Record<string, CsvColumn> = {
  ...{ product_id: 'id', product: 'name', product_name: 'name', title: 'name' },
  ...{ slug: 'web_address', webaddress: 'web_address', active: 'visible' },
  ...{ category: 'categories', gold_size: 'size', size_label: 'size', making_fee: 'fee' },
  flat_fee: 'fee',
  ...{ weight: 'weight_g', gold_weight: 'weight_g', shortdescription: 'short_description' },
}

/** A column of ours, null for another one, or why it cannot be taken for the one it names. */
export type Heading = CsvColumn | null | { why: string }

/** `Web Address`, `WEIGHT (g)`, `weight in grams`, `Fee ($)`: the case, signs and unit are ours to read. */
export function headingOf(text: string): Heading {
  const folded = foldText(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
  const words = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word !== 'in')
  const named = columnNamed(words)
  if (named === 'fee' && otherCurrency.test(folded)) return inOther(text, 'another currency')
  if (named !== null) return named
  const last = words.at(-1) ?? ''
  const column = columnNamed(words.slice(0, -1))
  if (column === 'weight_g') {
    const unit = weightUnit(last)
    if (unit === 'grams') return column
    return unit && inOther(text, unit.other, 'Weights are in grams.')
  }
  if (column !== 'fee') return null
  if (otherCurrency.test(folded)) return inOther(text, 'another currency')
  return ['usd', 'us', 'dollar', 'dollars'].includes(last) ? column : null
}

function columnNamed(words: readonly string[]): CsvColumn | null {
  const name = words.join('_')
  return csvColumns.find((column) => column === name) ?? alsoCalled[name] ?? null
}

const inOther = (text: string, unit: string, ours = 'Fees are in U.S. dollars.') => ({
  why: `The column “${text.trim().slice(0, 60)}” is in ${unit}. ${ours} Please convert its numbers and rename it.`,
})
