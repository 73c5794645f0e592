import { type SQL, sql } from 'drizzle-orm'
import { emailTerms } from '#app/.server/platform/shown-email.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'
import { begins, ordersByText } from '../platform/db/search-by-numbers.ts'

/**
 * Orders that hold what was typed: a name with or without its accents, a number with or without its
 * dashes and blanks, and the payer of a payment that is held [ORDER-12]. Plain text is looked for,
 * so %, _ and \ stand for themselves.
 */
export function foundBy(input: string): SQL | undefined {
  const term = searchTerm(input)
  if (term === '') return undefined
  const compact = term.replace(/[- ]/g, '')
  const emails = emailTerms(term)
  const forms = [...new Set([...emails, compact])].filter((form) => form !== '')
  const inOrder = forms.map((form) => sql`strpos(orders.search_text, ${form}) > 0`)
  const byPayer = sql`orders.id in (
    select order_id from payment_events
    where outcome = 'on hold' and (${sql.join(
      emails.map(
        (each) => sql`strpos(search_folded(shown_email(coalesce(email, ''))), ${each}) > 0`,
      ),
      sql` or `,
    )}))`
  const byNumber = [...ordersByText(input), ...ordersWithProduct(term)].map(
    (ids) => sql`orders.id in (${ids})`,
  )
  return sql`(${sql.join([...inOrder, byPayer, ...byNumber], sql` or `)})`
}

/** By a part of a product's name as it is now, or by the start of the name it was sold under. */
function ordersWithProduct(term: string): SQL[] {
  return [
    sql`select order_id from order_lines
      where product_id in (select id from products where strpos(folded_name, ${term}) > 0)`,
    sql`select order_id from order_lines
      where ${begins(sql`left(search_folded(name), 200) collate "C"`, term)}`,
  ]
}
