import { type Cents, cents, formatCents } from '../money/cents.ts'
import { divideHalfUp, formatScaled } from '../money/decimal.ts'
import { optionProblems } from './option-problems.ts'
import { maxFee } from './price-change.ts'
import type { ProductFacts } from './product-facts.ts'
import { categoryKey } from './search.ts'

/** A new fee from the old one. `hundredths`: hundredths of a percent, so 12.5 % is 1250. */
export type FeeChange =
  | { how: 'set'; amount: Cents }
  | { how: 'add'; amount: Cents }
  | { how: 'percent'; hundredths: number }

/** What is asked of many products at once; what is null stays as it is. */
export type BulkChange = {
  /** Of the size with this label, whatever its capitals; null: of all sizes. */
  fee: (FeeChange & { size: string | null }) | null
  active: boolean | null
  featured: boolean | null
  category: { how: 'add' | 'remove' | 'replace'; name: string } | null
}

/** Exact in cents; by percent it is rounded half up to a cent, once. May be below 0. */
export function newFee(fee: Cents, change: FeeChange): Cents {
  if (change.how === 'set') return change.amount
  if (change.how === 'add') return cents(fee + change.amount)
  const share = BigInt(10_000 + change.hundredths)
  return cents(Number(divideHalfUp(BigInt(fee) * share, 10_000n)))
}

export type BulkProblem = { message: string }

/** The product as it would be, or why it cannot be. */
export function changedInBulk(
  facts: ProductFacts,
  change: BulkChange,
): { facts: ProductFacts } | BulkProblem {
  const sizes = facts.sizes.map((size) =>
    change.fee && isMeant(size.size, change.fee.size)
      ? { ...size, fee: newFee(size.fee, change.fee) }
      : size,
  )
  const wrong = sizes.find(({ fee }) => fee < 0 || fee > maxFee)
  if (wrong) {
    const why = wrong.fee < 0 ? 'below $0' : `above ${formatCents(maxFee)}`
    return { message: `The fee for ${wrong.size} would be ${formatCents(wrong.fee)}, ${why}.` }
  }
  const [problem] = optionProblems(facts.options, sizes)
  if (problem) return problem
  return {
    facts: {
      ...facts,
      sizes,
      active: change.active ?? facts.active,
      featured: change.featured ?? facts.featured,
      categories: changedCategories(facts.categories, change.category),
    },
  }
}

function isMeant(label: string, asked: string | null): boolean {
  return asked === null || categoryKey(label) === categoryKey(asked)
}

function changedCategories(
  names: readonly string[],
  change: BulkChange['category'],
): readonly string[] {
  if (!change) return names
  const key = categoryKey(change.name)
  const isThere = names.some((name) => categoryKey(name) === key)
  if (change.how === 'add') return isThere ? names : [...names, change.name]
  if (change.how === 'remove') return names.filter((name) => categoryKey(name) !== key)
  return isThere && names.length === 1 ? names : [change.name]
}

/** `Flat fee for all sizes raised by $50.00; shown in the shop; category “Rings” added` */
export function bulkLabels({ fee, active, featured, category }: BulkChange): string {
  const parts = [
    fee && `flat fee for ${fee.size === null ? 'all sizes' : `size ${fee.size}`} ${feeLabels(fee)}`,
    active !== null && (active ? 'shown in the shop' : 'hidden'),
    featured !== null && (featured ? 'featured' : 'no longer featured'),
    category && `category “${category.name}” ${categoryLabels[category.how]}`,
  ].filter((part) => typeof part === 'string')
  const words = parts.join('; ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const categoryLabels = { add: 'added', remove: 'taken off', replace: 'as the only one' } as const

function feeLabels(change: FeeChange): string {
  if (change.how === 'set') return `set to ${formatCents(change.amount)}`
  if (change.how === 'add') {
    const sign = change.amount < 0 ? 'lowered by' : 'raised by'
    return `${sign} ${formatCents(cents(Math.abs(change.amount)))}`
  }
  const percent = formatScaled(Math.abs(change.hundredths), 2, 0)
  return `${change.hundredths < 0 ? 'lowered by' : 'raised by'} ${percent}%`
}
