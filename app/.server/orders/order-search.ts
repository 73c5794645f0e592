import { type SQL, sql } from 'drizzle-orm'
import { searchTerm } from '#app/domain/catalog/search.ts'

/**
 * Orders that hold what was typed: a name with or without its accents, a number with or without its
 * dashes and blanks, and the payer of a payment that is held [ORDER-12]. Plain text is looked for,
 * so %, _ and \ stand for themselves.
 */
export function foundBy(typed: string): SQL | undefined {
  const term = searchTerm(typed)
  if (term === '') return undefined
  const compact = term.replace(/[- ]/g, '')
  const forms = [...new Set([term, compact])].filter((form) => form !== '')
  const inOrder = forms.map((form) => sql`strpos(orders.search_text, ${form}) > 0`)
  const byPayer = sql`orders.id in (
    select order_id from payment_events
    where outcome = 'on hold' and strpos(search_folded(coalesce(email, '')), ${term}) > 0)`
  return sql`(${sql.join([...inOrder, byPayer], sql` or `)})`
}
