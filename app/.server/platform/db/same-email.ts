import { domainToUnicode } from 'node:url'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { readEmail } from '#app/domain/address/email.ts'

/**
 * Whether a column holds this address, however it is capitalized, its domain in ASCII or, as older
 * programs stored it, in letters of any script [PLACE-06].
 */
export function sameEmail(column: SQLWrapper, email: string): SQL {
  const given = email.trim()
  const ascii = readEmail(given) ?? given
  const at = ascii.lastIndexOf('@') + 1
  const shown = ascii.slice(0, at) + domainToUnicode(ascii.slice(at))
  const forms = [...new Set([ascii, given, at > 0 ? shown : given])]
  const folded = forms.map((form) => sql`folded(${form})`)
  return sql`folded(${column}) in (${sql.join(folded, sql`, `)})`
}
