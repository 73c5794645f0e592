import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { readEmail } from '#app/domain/address/email.ts'

/**
 * Whether a column holds this address, however it is capitalized, its domain in ASCII or, as older
 * programs stored it, in letters of any script [PLACE-06].
 */
export function sameEmail(column: SQLWrapper, email: string): SQL {
  const given = email.trim()
  return sql`email_key(${column}) = email_key(${readEmail(given) ?? given})`
}
