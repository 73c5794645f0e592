import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, customType, numeric, text, timestamp } from 'drizzle-orm/pg-core'
import { readEmail } from '#app/domain/address/email.ts'
import { normalAddress, type PostalAddress } from '#app/domain/address/us-places.ts'

/** Columns of one meaning that several tables have. */

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const rate = (name: string) => numeric(name, { precision: 20, scale: 4 })
/** Made by the database where none is given: random, so it gives nothing away [DATA-02]. */
export const madeId = () => text().primaryKey().default(sql`gen_random_uuid()::text`)
export const centsOf = (name: string) => bigint(name, { mode: 'number' })
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export type ShippingAddress = PostalAddress

/**
 * Written and read in its one form [PLACE-03]: an older program stored the state as the payment
 * provider or staff wrote it.
 */
export const shippingAddress = customType<{ data: ShippingAddress; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (address) => JSON.stringify(normalAddress(address)),
  fromDriver: (stored) => normalAddress(stored as ShippingAddress),
})

/** Likewise: domains in ASCII; what is no address stays as it was given [PLACE-06]. */
export const buyerEmail = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (email) => readEmail(email) ?? email,
  fromDriver: (email) => readEmail(email) ?? email,
})

/**
 * Whether a column holds this address, however it is capitalized, its domain in ASCII or, as older
 * programs stored it, in letters of any script [PLACE-06].
 */
export function sameEmail(column: SQLWrapper, email: string): SQL {
  const given = email.trim()
  return sql`email_key(${column}) = email_key(${readEmail(given) ?? given})`
}
