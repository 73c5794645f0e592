import { type Cents, formatCents, parseDollars } from '#app/domain/money/cents.ts'
import { formatGrams, formatScale, type Milligrams } from '#app/domain/money/grams.ts'
import type { FieldChange, FieldValue } from '#app/domain/text/field-changes.ts'
import { instantOf } from '#app/domain/time/local-time.ts'
import { shopTimeText } from '#app/routes/admin/components/shop-time.tsx'
import { brand } from '#brand'

/** One field in words: what it was, and what it is. */
export type ShownChange = { label: string; before: string; after: string }

type Show = (value: FieldValue) => string

/** A field as its form calls it, and how its values are read; `rename` where the row says more. */
type ShownField = string | readonly [label: string, show: Show]
export type ShownFields = Readonly<Record<string, ShownField>>

const none = '—'

export const dollarsOfCents: Show = (value) =>
  typeof value === 'number' ? formatCents(value as Cents) : plain(value)
/** As typed in a form: `1250`. */
export const dollars: Show = (value) => {
  const cents = typeof value === 'string' ? parseDollars(value) : null
  return cents === null ? plain(value) : formatCents(cents)
}
/** As typed in a form: `14.7`. */
export const grams: Show = (value) => (value === null ? none : `${value} g`)
/** Of whole mg: what is sold, and what a scale shows. */
export const gramsSold: Show = (value) =>
  typeof value === 'number' ? formatGrams(value as Milligrams) : plain(value)
export const gramsOnScale: Show = (value) =>
  typeof value === 'number' ? formatScale(value) : plain(value)
/** Of thousandths. */
export const percentOfPermille: Show = (value) =>
  typeof value === 'number' ? `${value / 10}%` : plain(value)
/** Of hundredths of a percent. */
export const percentOfBasisPoints: Show = (value) =>
  typeof value === 'number' ? `${value / 100}%` : plain(value)
export const days: Show = (value) => (value === null ? none : `${value} days`)

/** A time as forms have it, `2026-03-11T09:05`, which is of the shop's clock. */
export const shopClock: Show = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)
    ? shopTimeText(instantOf(value, brand.timeZone))
    : plain(value)

function plain(value: FieldValue): string {
  if (value === null || value === '') return none
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  return typeof value === 'string' ? value : value.join(', ') || none
}

/** Each in the words of its form; a field that no form names by its own name. */
export function shownChanges(
  changes: readonly FieldChange[] | undefined,
  fields: ShownFields,
): ShownChange[] {
  return (changes ?? []).map(({ field, of, before, after }) => {
    if (field === 'more') return { label: 'And more fields', before: none, after: plain(after) }
    const [label, show] = [fields[field] ?? spoken(field)].flat() as [string, Show | undefined]
    const say = show ?? plain
    return { label: of ? `${label}, ${of}` : label, before: say(before), after: say(after) }
  })
}

/** `shortDescription` → `Short description` */
function spoken(field: string): string {
  const words = field
    .replace(/[._]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
