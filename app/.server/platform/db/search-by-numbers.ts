import { type SQL, sql } from 'drizzle-orm'
import { searchTerm } from '#app/domain/catalog/search.ts'
import {
  type CreditNotes,
  type SearchNumbers,
  searchNumbers,
} from '#app/domain/reports/search-numbers.ts'
import { nameKey } from '#app/domain/text/fold.ts'
import { emailTerms } from '../shown-email.ts'

/**
 * The ids of orders by what they hold and other tables know of them: numbers, the name each was placed with, and the
 * email address it had before a correction. `limit`: of each way.
 */
export const ordersByText = (input: string, limit?: number): SQL[] => [
  ...ordersByNumbers(input, limit),
  ...ordersByName(searchTerm(input), limit),
  ...ordersByEarlierEmail(searchTerm(input), limit),
]

/**
 * The ids of orders by phone, ZIP, serial, tracking, receipt, credit note or payment, each from an index of
 * db/migrations/0010_order_chains_and_lists.sql or of the table it reads [SEARCH-01, SEARCH-04, SEARCH-06]. `limit`: of each.
 */
export function ordersByNumbers(input: string, limit?: number): SQL[] {
  const { phone, zip, serial, tracking, receipt, creditNotes, payment, serialDigits } =
    searchNumbers(input)
  const limited = limitClause(limit)
  const postalCode = sql`left(shipping_address ->> 'postalCode', 20) collate "C"`
  return [
    ...(phone === null ? [] : ordersByPhone(phone, limited)),
    zip !== null &&
      sql`select id from orders where shipping_address is not null
        and ${begins(postalCode, zip)} ${limited}`,
    serial !== null &&
      sql`select order_id from weighed_items where ${begins(sql`serial collate "C"`, serial)} ${limited}`,
    ...(serialDigits === null ? [] : ordersBySerialDigits(serialDigits, limited)),
    tracking !== null &&
      sql`select order_id from parcels where ${begins(sql`left(tracking, 40) collate "C"`, tracking)} ${limited}`,
    tracking !== null &&
      sql`select order_id from labels where tracking is not null and order_id is not null
        and ${begins(sql`left(tracking, 40) collate "C"`, tracking)} ${limited}`,
    receipt !== null &&
      sql`select order_id from receipts where number = ${receipt.number}
        and livemode in (${sql.join(modesOf(receipt.livemode), sql`, `)})`,
    ...(creditNotes === null ? [] : ordersByCreditNote(creditNotes, limited)),
    payment !== null &&
      sql`select order_id from payment_events where reference = ${payment} ${limited}`,
    payment !== null && sql`select order_id from refunds where provider_id = ${payment}`,
  ].filter((part) => part !== false)
}

const limitClause = (limit: number | undefined) =>
  limit === undefined ? sql`` : sql`limit ${limit}`

/** Without what is before them, as in FN-000123 [SEARCH-08]. */
function ordersBySerialDigits(
  { start, whole }: NonNullable<SearchNumbers['serialDigits']>,
  limited: SQL,
): SQL[] {
  const digits = sql`substring(serial from '[0-9]+$') collate "C"`
  return [
    sql`select order_id from weighed_items where ${digits} = ${whole} ${limited}`,
    ...(start === null
      ? []
      : [sql`select order_id from weighed_items where ${begins(digits, start)} ${limited}`]),
  ]
}

/** From its front or its end; where the order went, or of the buyer as staff corrected it later. */
const ordersByPhone = (phone: string, limited: SQL): SQL[] =>
  [sql`shipping_address ->> 'phone'`, sql`billing_address ->> 'phone'`].flatMap((stored) => [
    sql`select id from orders where ${stored} is not null
      and ${begins(sql`phone_digits(${stored}) collate "C"`, phone)} ${limited}`,
    sql`select id from orders where ${stored} is not null
      and ${begins(sql`reverse(phone_digits(${stored})) collate "C"`, [...phone].reverse().join(''))} ${limited}`,
  ])

/** A question for each mode: the index begins with it. */
const ordersByCreditNote = ({ livemodes, years, number }: CreditNotes, limited: SQL): SQL[] =>
  livemodes.map(
    (livemode) => sql`select order_id from refunds where livemode = ${livemode}
      and credit_note_year between ${years.from} and ${years.to}
      ${number === null ? sql`` : sql`and credit_note_number = ${number}`} ${limited}`,
  )

/**
 * The ids of orders by the name they were placed with, from its first, second or last word on, each from an
 * index of db/migrations/0045_search_names.sql, with or without the signs in it [SEARCH-03, SEARCH-07].
 */
function ordersByName(term: string, limit?: number): SQL[] {
  const key = nameKey(term)
  if (key.length < minLength) return []
  const name = sql`shipping_address ->> 'name'`
  return [
    name,
    sql`regexp_replace(${name}, '^[^ ]* ', '')`,
    sql`regexp_replace(${name}, '^.* ', '')`,
  ].map(
    (start) => sql`select id from orders where ${name} is not null
      and ${begins(sql`left(name_key(${start}), 200) collate "C"`, key)} ${limitClause(limit)}`,
  )
}

/** By the address an order had until staff corrected it [SEARCH-09]. */
function ordersByEarlierEmail(term: string, limit?: number): SQL[] {
  if (term.length < minLength) return []
  const email = sql`search_folded(shown_email(email)) collate "C"`
  return [
    sql`select order_id from order_addresses where email is not null
      and ${begins(email, shownTerm(term))} ${limitClause(limit)}`,
  ]
}

/** A letter would find a bit of everything. */
export const minLength = 2

/** An address that is typed in ASCII, in the letters that its domain means. */
export const shownTerm = (term: string) => emailTerms(term).at(-1) ?? term

const modesOf = (livemode: boolean | null) =>
  livemode === null ? [sql`true`, sql`false`] : [sql`${livemode}`]

/** As a range, since no index answers a LIKE with a parameter. */
export function begins(column: SQL, start: string): SQL {
  return sql`${column} >= ${start} and ${column} < ${`${start}\u{10FFFF}`}`
}
