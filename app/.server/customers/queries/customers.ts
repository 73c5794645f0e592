import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { customers } from '#app/.server/platform/db/customers-schema.ts'
import { ordersByText } from '#app/.server/platform/db/search-by-numbers.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { emailTerms } from '#app/.server/platform/shown-email.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'

const customersOnAPage = 25

export type ListedCustomer = {
  id: string
  email: string
  name: string | null
  /** How many were paid. */
  orders: number
  lastPaidAt: Date
}

/**
 * The buyers of a mode, the latest first [CUST-01]. `page` from 1; beyond the end: the last one.
 */
export async function customersPage(
  app: AppContext,
  { q, livemode, page: asked }: { q: string; livemode: boolean; page: number },
) {
  return withDatabase(app, async ({ orm }) => {
    const where = and(eq(customers.livemode, livemode), namedBy(q))
    const { id, email, name, orders, lastPaidAt } = customers
    const read = ({ limit, offset }: { limit: number; offset: number }) =>
      orm
        .select({ id, email, name, orders, lastPaidAt, found: sql<number>`(${foundOf(q)})::int` })
        .from(customers)
        .where(where)
        .orderBy(desc(lastPaidAt), sql`${id} collate "C"`)
        .limit(limit)
        .offset(offset)
    // No index knows parts of words: what is found is counted in the look that finds it.
    const first = isSearch(q) ? await read({ limit: customersOnAPage, offset: 0 }) : null
    const total = first ? (first[0]?.found ?? 0) : await orm.$count(customers, where)
    const { page, pages, limit, offset } = paginate(asked, total, customersOnAPage)
    const listed = first && page === 1 ? first : await read({ limit, offset })
    const [other] = await orm
      .select({ id })
      .from(customers)
      .where(eq(customers.livemode, !livemode))
      .limit(1)
    return {
      customers: listed.map(({ found: _, ...customer }) => customer),
      total,
      page,
      pages,
      isMixed: other !== undefined,
    }
  })
}

const isSearch = (input: string) => searchTerm(input) !== ''

/** How many a search finds; of a list without one an index counts them faster. */
const foundOf = (input: string): SQL => (isSearch(input) ? sql`count(*) over ()` : sql`0`)

/** Part of the name, with or without its accents, or of the email address; or what an order of theirs is found by. */
export function namedBy(input: string): SQL | undefined {
  const forms = emailTerms(searchTerm(input))
  if (forms.length === 0) return undefined
  const named = forms.map((term) => sql`strpos(customers.search_text, ${term}) > 0`)
  const ofOrders = ordersByText(input).map(
    (ids) => sql`(customers.email, customers.livemode) in (
      select email_key(o.email), o.livemode from orders o where o.id in (${ids}))`,
  )
  return sql`(${sql.join([...named, ...ofOrders], sql` or `)})`
}
