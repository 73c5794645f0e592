import type { TextValues } from './text-field.ts'

/** A text of a page, by its place in it: `sections.0.body`. */
export type Leaf = { name: string; value: string }

/** Every text of a page; `isEditable` is asked with its place. */
export function leavesOf(page: object, isEditable: (name: string) => boolean): Leaf[] {
  const leaves: Leaf[] = []
  const visit = (value: unknown, name: string) => {
    if (typeof value === 'string') {
      if (isEditable(name)) leaves.push({ name, value })
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) visit(inner, name ? `${name}.${key}` : key)
    }
  }
  visit(page, '')
  return leaves
}

/** The page with these texts in their places; what is not named keeps its identity. */
export function withLeaves<T>(page: T, values: TextValues): T {
  return Object.keys(values).length === 0 ? page : (put(page, '', values) as T)
}

function put(value: unknown, name: string, values: TextValues): unknown {
  if (typeof value === 'string') return values[name] ?? value
  if (value === null || typeof value !== 'object') return value
  const isWithin = Object.keys(values).some((each) => name === '' || each.startsWith(`${name}.`))
  if (!isWithin) return value
  const inside = (key: string, inner: unknown) => put(inner, name ? `${name}.${key}` : key, values)
  if (Array.isArray(value)) return value.map((inner, at) => inside(String(at), inner))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(key, inner)]))
}
