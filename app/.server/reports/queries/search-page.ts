import { type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import {
  begins,
  minLength,
  ordersByText,
  shownTerm,
} from '#app/.server/platform/db/search-by-numbers.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { may, type Role } from '#app/domain/access/rights.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import { orderNumberStarts } from '#app/domain/orders/number.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import { nameKey } from '#app/domain/text/fold.ts'
import { brand } from '#brand'

/** Of each kind. */
const shownAtMost = 6
/** Of each kind, and by each way to find it: what a search reads does not grow with the shop [SEARCH-05]. */
const foundAtMost = 50

type FoundOrder = {
  id: string
  number: string
  state: OrderState
  step: OrderStep | null
  name: string | null
  email: string | null
}
type FoundCustomer = { id: string; name: string | null; email: string; livemode: boolean }
type FoundMessage = { id: string; name: string; email: string; subject: string }
type FoundProduct = { id: string; name: string; active: boolean }

/** What is shown of a kind, and how many more there are; null: more than were counted. */
export type FoundOf<Row> = { shown: Row[]; more: number | null }

const nothing = { shown: [], more: 0 }

/**
 * What begins as typed: orders by number, email, name, phone, ZIP, serial, tracking, receipt, credit
 * note or payment, their customers, customers by email, first or last name, messages by sender or
 * subject; and products with it in their name. Only of what the role may open [HELP-05, SEARCH-01].
 */
export async function searchPage(app: AppContext, { q, role }: { q: string; role: Role }) {
  const term = searchTerm(q)
  if (term.length < minLength) {
    return { orders: nothing, customers: nothing, products: nothing, messages: nothing }
  }
  return withDatabase(app, async ({ orm }) => {
    const [orders, customers, products, messages] = await Promise.all([
      may(role, 'orders.read') ? find<FoundOrder>(orm, orderSearch(term, q)) : nothing,
      may(role, 'customers') ? find<FoundCustomer>(orm, customerSearch(term, q)) : nothing,
      may(role, 'products') ? find<FoundProduct>(orm, productSearch(term)) : nothing,
      may(role, 'messages') ? find<FoundMessage>(orm, messageSearch(term)) : nothing,
    ])
    // Customers are found through their orders too, of which there may be more than were looked at.
    const isCut = orders.more === null && customers.more !== 0
    return {
      orders,
      customers: isCut ? { ...customers, more: null } : customers,
      products,
      messages,
    }
  })
}

export type SearchPage = Awaited<ReturnType<typeof searchPage>>

async function find<Row>(orm: Orm, query: SQL): Promise<FoundOf<Row>> {
  const found = await rows<Row & { found: number }>(orm, query)
  const total = found[0]?.found ?? 0
  return { shown: found, more: total < foundAtMost ? total - found.length : null }
}

/**
 * Each part by an index of db/migrations (orders: 0010_order_chains_and_lists.sql; customers:
 * 0019_customers.sql; messages: 0020_emails.sql; names: 0045_search_names.sql); the latest of these few first.
 */
export function orderSearch(term: string, input = term): SQL {
  const number = sql`number collate "C"`
  const email = sql`search_folded(shown_email(email)) collate "C"`
  const parts = [
    ...ordersByText(input, foundAtMost).map((ids) => sql`(${ids})`),
    ...orderNumberStarts(term, brand.name).map(
      (start) =>
        sql`(select id from orders where ${begins(number, start)}
             order by ${number} limit ${foundAtMost})`,
    ),
    sql`(select id from orders where email is not null and ${begins(email, shownTerm(term))}
         order by ${email} limit ${foundAtMost})`,
    ...namesBegin(term).map(
      ({ name, where }) =>
        sql`(select o.id from (select email, livemode from customers where ${where}
              order by ${name} limit ${foundAtMost}) c
             join orders o on email_key(o.email) = c.email and o.livemode = c.livemode
               and o.email is not null
             limit ${foundAtMost})`,
    ),
  ]
  return sql`select id, number, state, step, shipping_address ->> 'name' as name,
      shown_email(email) as email, ${found} from orders
    where id in (${sql.join(parts, sql` union all `)})
    order by created_at desc, id collate "C" limit ${shownAtMost}`
}

export function customerSearch(term: string, input = term): SQL {
  const email = sql`search_folded(email) collate "C"`
  const parts = [
    sql`(select id from customers where ${begins(email, shownTerm(term))}
         order by ${email} limit ${foundAtMost})`,
    // Whose order has such a number or name.
    ...ordersByText(input, foundAtMost).map(
      (ids) =>
        sql`(select c.id from orders o join customers c
               on c.email = email_key(o.email) and c.livemode = o.livemode
             where o.id in (${ids}))`,
    ),
    ...namesBegin(term).map(
      ({ name, where }) =>
        sql`(select id from customers where ${where} order by ${name} limit ${foundAtMost})`,
    ),
  ]
  return sql`select id, name, email, livemode, ${found} from customers
    where id in (${sql.join(parts, sql` union all `)})
    order by last_paid_at desc, id collate "C" limit ${shownAtMost}`
}

/** By the start of the sender's name or address, or of the subject [MESSAGE-05]. */
export function messageSearch(term: string): SQL {
  const key = nameKey(term)
  const parts = [
    { text: sql`search_folded(shown_email(email)) collate "C"`, start: shownTerm(term) },
    ...(key.length < minLength ? [] : [{ text: sql`name_key(name) collate "C"`, start: key }]),
    { text: sql`search_folded(subject) collate "C"`, start: term },
  ].map(
    ({ text, start }) => sql`(select id from messages where ${begins(text, start)}
      order by ${text} limit ${foundAtMost})`,
  )
  return sql`select id, name, shown_email(email) as email, subject, ${found} from messages
    where id in (${sql.join(parts, sql` union all `)})
    order by received_at desc, id collate "C" limit ${shownAtMost}`
}

/** Ten thousand names are looked through faster than an index of their parts would be kept. */
const productSearch = (term: string): SQL =>
  sql`select id, name, active, ${found} from products where strpos(folded_name, ${term}) > 0
      order by starts_with(folded_name, ${term}) desc, active desc, folded_name, id collate "C"
      limit ${shownAtMost}`

const found = sql`(count(*) over ())::int as found`

function namesBegin(term: string): { name: SQL; where: SQL }[] {
  const key = nameKey(term)
  if (key.length < minLength) return []
  return [
    sql`name_key(name) collate "C"`,
    sql`name_key(regexp_replace(name, '^.* ', '')) collate "C"`,
  ].map((name) => ({ name, where: sql`name is not null and ${begins(name, key)}` }))
}
