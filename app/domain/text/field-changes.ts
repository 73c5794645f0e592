/** A value of a form as a program reads it: cents, milligrams, yes or no, a text, a list of texts. */
export type FieldValue = string | number | boolean | null | readonly string[]

/** One field that was changed; `of` names the row it belongs to, such as a size. */
export type FieldChange = { field: string; of?: string; before: FieldValue; after: FieldValue }

/** By the name of a list of rows, the field that tells its rows apart. */
export type RowKeys = Readonly<Record<string, string>>

/** Longer texts are cut to what differs. */
const maxText = 200
/** So much of a text is before the first difference. */
const lead = 40
/** More than any form has; what is beyond is left out, and counted under `more`. */
const maxChanges = 60

/**
 * What differs between two states of a form, field by field, for a log that is kept: nothing where
 * nothing does. A list of rows is compared row by row, whatever their order; where the order alone
 * differs, that is the change.
 */
export function fieldChanges(before: object, after: object, keys: RowKeys = {}): FieldChange[] {
  const [old, present] = [before, after] as Record<string, unknown>[]
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(present ?? {})])
  const changes = [...names].flatMap((field) => {
    const key = keys[field]
    return key
      ? rowChanges({ field, key }, rowsIn(old?.[field]), rowsIn(present?.[field]))
      : valueChange({ field }, readValue(old?.[field]), readValue(present?.[field]))
  })
  if (changes.length <= maxChanges) return changes
  const more = changes.length - maxChanges
  return [...changes.slice(0, maxChanges), { field: 'more', before: null, after: more }]
}

type Row = Record<string, unknown>
type Place = { field: string; of?: string }

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : [])

function rowChanges(
  { field, key }: { field: string; key: string },
  before: readonly Row[],
  after: readonly Row[],
): FieldChange[] {
  const [old, present] = [byKey(before, key), byKey(after, key)]
  const changes = [...new Set([...old.keys(), ...present.keys()])].flatMap((of) => {
    const [from, to] = [old.get(of), present.get(of)]
    const columns = new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])
    return [...columns]
      .filter((column) => column !== key)
      .flatMap((column) => {
        const place = { field: `${field}.${column}`, of }
        return valueChange(place, readValue(from?.[column]), readValue(to?.[column]))
      })
  })
  const [order, orderNow] = [[...old.keys()], [...present.keys()]]
  const isOrder = changes.length === 0 && order.join('\n') !== orderNow.join('\n')
  return isOrder ? [{ field, before: order.map(short), after: orderNow.map(short) }] : changes
}

/** The second row of a name is `name (2)`. */
function byKey(rows: readonly Row[], key: string): Map<string, Row> {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const name = String(row[key])
    let free = name
    for (let nth = 2; found.has(free); nth += 1) free = `${name} (${nth})`
    found.set(free, row)
  }
  return found
}

function valueChange(place: Place, before: FieldValue, after: FieldValue): FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (typeof before === 'string' && typeof after === 'string') {
    return [{ ...place, ...whereTheyDiffer(before, after) }]
  }
  return [{ ...place, before: cut(before), after: cut(after) }]
}

function readValue(value: unknown): FieldValue {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'object' ? JSON.stringify(value) : (value as FieldValue)
}

/** Half an emoji, which no database holds, is no part of it. */
const short = (text: string) =>
  (text.length > maxText ? `${text.slice(0, maxText)}…` : text).toWellFormed()

function cut(value: FieldValue): FieldValue {
  if (typeof value === 'string') return short(value)
  return Array.isArray(value) ? value.slice(0, 30).map(short) : value
}

/** Both texts, from a little before the first difference on; whole where they are short. */
export function whereTheyDiffer(before: string, after: string): { before: string; after: string } {
  if (before.length <= maxText && after.length <= maxText) return { before, after }
  let same = 0
  while (same < before.length && before[same] === after[same]) same += 1
  const from = same > lead ? same - lead : 0
  const part = (text: string) => (from > 0 ? '…' : '') + short(text.slice(from))
  return { before: part(before), after: part(after) }
}
