export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/**
 * What is hashed and signed of a value: JSON with the keys sorted by their UTF-16 code units and no
 * spaces, as in RFC 8785. Numbers are whole, so that every language writes them alike.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as Record<string, Json>).sort(([a], [b]) =>
      a < b ? -1 : 1,
    )
    return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(`${value} is no whole number`)
  }
  return JSON.stringify(value)
}
