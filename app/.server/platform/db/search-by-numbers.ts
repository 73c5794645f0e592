import { type SQL, sql } from 'drizzle-orm'
import { type CreditNotes, searchNumbers } from '#app/domain/reports/search-numbers.ts'

/**
 * The ids of orders by phone, ZIP, serial, tracking, receipt, credit note or payment, each from an index of
 * db/migrations/0010_order_chains_and_lists.sql or of the table it reads [SEARCH-01, SEARCH-04, SEARCH-06]. `limit`: of each.
 */
export function ordersByNumbers(input: string, limit?: number): SQL[] {
  const { phone, zip, serial, tracking, receipt, creditNotes, payment } = searchNumbers(input)
  const most = limit === undefined ? sql`` : sql`limit ${limit}`
  const postalCode = sql`left(shipping_address ->> 'postalCode', 20) collate "C"`
  return [
    ...(phone === null ? [] : ordersByPhone(phone, most)),
    zip !== null &&
      sql`select id from orders where shipping_address is not null
        and ${begins(postalCode, zip)} ${most}`,
    serial !== null &&
      sql`select order_id from weighed_items where ${begins(sql`serial collate "C"`, serial)} ${most}`,
    tracking !== null &&
      sql`select order_id from parcels where ${begins(sql`left(tracking, 40) collate "C"`, tracking)} ${most}`,
    tracking !== null &&
      sql`select order_id from labels where tracking is not null
        and ${begins(sql`left(tracking, 40) collate "C"`, tracking)} ${most}`,
    receipt !== null &&
      sql`select order_id from receipts where number = ${receipt.number}
        and livemode in (${sql.join(modesOf(receipt.livemode), sql`, `)})`,
    ...(creditNotes === null ? [] : ordersByCreditNote(creditNotes, most)),
    payment !== null &&
      sql`select order_id from payment_events where reference = ${payment} ${most}`,
    payment !== null && sql`select order_id from refunds where provider_id = ${payment}`,
  ].filter((part) => part !== false)
}

/** From its front or its end; where the order went, or of the buyer as staff corrected it later. */
const ordersByPhone = (phone: string, most: SQL): SQL[] =>
  [sql`shipping_address ->> 'phone'`, sql`billing_address ->> 'phone'`].flatMap((stored) => [
    sql`select id from orders where ${stored} is not null
      and ${begins(sql`phone_digits(${stored}) collate "C"`, phone)} ${most}`,
    sql`select id from orders where ${stored} is not null
      and ${begins(sql`reverse(phone_digits(${stored})) collate "C"`, [...phone].reverse().join(''))} ${most}`,
  ])

/** A question for each mode: the index begins with it. */
const ordersByCreditNote = ({ livemodes, years, number }: CreditNotes, most: SQL): SQL[] =>
  livemodes.map(
    (livemode) => sql`select order_id from refunds where livemode = ${livemode}
      and credit_note_year between ${years.from} and ${years.to}
      ${number === null ? sql`` : sql`and credit_note_number = ${number}`} ${most}`,
  )

/**
 * The ids of orders by the name they were placed with, from its first, second or last word on, each from an
 * index of db/migrations/0010_order_chains_and_lists.sql [SEARCH-03]. `limit`: of each.
 */
export function ordersByName(term: string, limit: number): SQL[] {
  const name = sql`shipping_address ->> 'name'`
  return [
    name,
    sql`regexp_replace(${name}, '^[^ ]* ', '')`,
    sql`regexp_replace(${name}, '^.* ', '')`,
  ].map(
    (start) => sql`select id from orders where ${name} is not null
      and ${begins(sql`left(search_folded(${start}), 200) collate "C"`, term)} limit ${limit}`,
  )
}

const modesOf = (livemode: boolean | null) =>
  livemode === null ? [sql`true`, sql`false`] : [sql`${livemode}`]

/** As a range, since no index answers a LIKE with a parameter. */
export function begins(column: SQL, start: string): SQL {
  return sql`${column} >= ${start} and ${column} < ${`${start}\u{10FFFF}`}`
}
