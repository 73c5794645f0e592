import { type SQL, sql } from 'drizzle-orm'
import { searchTerm } from '#app/domain/catalog/search.ts'

/** Letters that no accent parts from their plain form; the same in db/migrations/0013. */
const unaccented: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** `Zoë Łuczak` → `zoe luczak`. The same as without_accents() of the database. */
export function withoutAccents(folded: string): string {
  return folded
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[øłđðħıßæœþ]/g, (character) => unaccented[character] ?? character)
}

/**
 * Orders that hold what was typed: a name with or without its accents, a number with or without its
 * dashes and blanks, and the payer of a payment that is held [ORDER-12]. Plain text is looked for,
 * so %, _ and \ stand for themselves.
 */
export function foundBy(typed: string): SQL | undefined {
  const term = searchTerm(typed)
  if (term === '') return undefined
  const plain = withoutAccents(term)
  const compact = term.replace(/[- ]/g, '')
  const forms = [...new Set([term, plain, compact])].filter((form) => form !== '')
  const inOrder = forms.map((form) => sql`strpos(orders.search_text, ${form}) > 0`)
  const byPayer = sql`orders.id in (
    select order_id from payment_events
    where outcome = 'on hold' and strpos(without_accents(coalesce(email, '')), ${plain}) > 0)`
  return sql`(${sql.join([...inOrder, byPayer], sql` or `)})`
}
