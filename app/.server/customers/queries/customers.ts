import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { customers } from '#app/.server/platform/db/customers-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { pageOf } from '#app/.server/platform/page-of.ts'
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

export type CustomersPage = {
  customers: ListedCustomer[]
  total: number
  page: number
  pages: number
  /** There are customers of the other mode as well. */
  isMixed: boolean
}

/** Whoever bought in a mode, the latest first [CUST-01]. `page` from 1; beyond the end: the last one. */
export async function customersPage(
  app: AppContext,
  { q, livemode, page: asked }: { q: string; livemode: boolean; page: number },
): Promise<CustomersPage> {
  return withDatabase(app, async ({ orm }) => {
    const where = and(eq(customers.livemode, livemode), namedBy(q))
    const total = await orm.$count(customers, where)
    const { page, pages, limit, offset } = pageOf(asked, total, customersOnAPage)
    const { id, email, name, orders, lastPaidAt } = customers
    const [other] = await orm
      .select({ id })
      .from(customers)
      .where(eq(customers.livemode, !livemode))
      .limit(1)
    return {
      customers: await orm
        .select({ id, email, name, orders, lastPaidAt })
        .from(customers)
        .where(where)
        .orderBy(desc(lastPaidAt), sql`${id} collate "C"`)
        .limit(limit)
        .offset(offset),
      total,
      page,
      pages,
      isMixed: other !== undefined,
    }
  })
}

/** Part of the name, with or without its accents, or of the e-mail address. */
function namedBy(typed: string): SQL | undefined {
  const term = searchTerm(typed)
  if (term === '') return undefined
  return sql`(strpos(without_accents(coalesce(${customers.name}, '')), without_accents(${term})) > 0
    or strpos(${customers.email}, folded(${term})) > 0)`
}
