import type { PartOfFacts, SizeFacts } from '#app/domain/catalog/product-facts.ts'
import { parseDollars } from '#app/domain/money/cents.ts'
import { parseGrams } from '#app/domain/money/grams.ts'
import type { FieldChange } from '#app/domain/text/field-changes.ts'

/** What of a product decides the prices that its page shows. */
export type PricedFacts = Readonly<{ active: boolean; sizes: readonly SizeFacts[] }>

/**
 * A change as the log keeps it: of the form of one product field by field, as typed, or as one of many
 * products, where what was is whole.
 */
export type LoggedChange = { fields: readonly FieldChange[] } | { before: PartOfFacts }

/**
 * The product as it was before a change, given as it was after. Null where the log does not tell: a
 * weight or fee that cannot be read, or fields that were left out because there were too many.
 */
export function undoChange(after: PricedFacts, change: LoggedChange): PricedFacts | null {
  if ('before' in change) {
    const { active = after.active, sizes = after.sizes } = change.before
    return { active, sizes }
  }
  let facts: PricedFacts | null = after
  for (const field of change.fields) facts = facts && undoField(facts, field)
  return facts
}

function undoField(
  facts: PricedFacts,
  { field, of = '', before }: FieldChange,
): PricedFacts | null {
  if (field === 'more') return null
  if (field === 'active') return typeof before === 'boolean' ? { ...facts, active: before } : null
  if (field === 'sizes.weight') return withPart(facts, of, 'weight', before, parseGrams)
  if (field === 'sizes.fee') return withPart(facts, of, 'fee', before, parseDollars)
  if (field === 'sizes' && Array.isArray(before)) return inOrder(facts, before)
  return facts
}

/** `before` null: the size was added by the change. Nobody had it before. */
function withPart<Part extends 'weight' | 'fee'>(
  facts: PricedFacts,
  size: string,
  part: Part,
  before: FieldChange['before'],
  parse: (text: string) => SizeFacts[Part] | null,
): PricedFacts | null {
  if (before === null) {
    return { ...facts, sizes: facts.sizes.filter((one) => one.size !== size) }
  }
  // A fee left empty is none.
  const value = part === 'fee' && before === '' ? (0 as SizeFacts[Part]) : parse(String(before))
  if (value === null) return null
  const isThere = facts.sizes.some((one) => one.size === size)
  // A size that the change took away comes back, its other part by the field after this.
  const sizes = isThere ? facts.sizes : [...facts.sizes, { size, weight: 0, fee: 0 } as SizeFacts]
  return {
    ...facts,
    sizes: sizes.map((one) => (one.size === size ? { ...one, [part]: value } : one)),
  }
}

function inOrder(facts: PricedFacts, names: readonly string[]): PricedFacts {
  const at = ({ size }: SizeFacts) => (names.includes(size) ? names.indexOf(size) : names.length)
  return { ...facts, sizes: [...facts.sizes].sort((one, other) => at(one) - at(other)) }
}
