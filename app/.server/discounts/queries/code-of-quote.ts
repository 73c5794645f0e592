import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { discountCodes } from '#app/.server/platform/db/discount-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { waitText } from '#app/.server/platform/http/limits/rate-limits.ts'
import type { EnteredCode } from '#app/contracts/quote/quote-request.ts'
import { readEmail } from '#app/domain/address/email.ts'
import { type CodeProblem, whyCodeIsOver } from '#app/domain/discounts/code-problem.ts'
import { codeKey } from '#app/domain/discounts/discount-code.ts'
import type { Quote } from '#app/domain/quote/quote.ts'
import { withCode } from '#app/domain/quote/with-code.ts'
import { termsOf, usesOf } from '../code-uses.ts'

export type CodeAttempt = EnteredCode & {
  /** Also uses of orders that wait for their payment are counted, as when an order is placed [CODE-06]. */
  unpaid?: boolean
  /**
   * Counts one more guess of a network: how long it must wait in seconds, or null; and takes that back where
   * it was no guess. Counted before the code is looked up, so that many at once learn no more [CODE-07].
   */
  guesses?: { count: () => Promise<number | null>; uncount: () => Promise<void> }
}

type Applied = { quote: Quote } | { problem: CodeProblem }

/** A quote with the code that was entered, or why it cannot be used [CODE-05]. */
export async function quoteWithCode(
  app: AppContext,
  quote: Quote,
  { code, email: typed, unpaid = false, guesses }: CodeAttempt,
): Promise<Applied> {
  const seconds = (await guesses?.count()) ?? null
  if (seconds !== null) return { problem: { is: 'too many tries', wait: waitText(seconds) } }
  const applied = await apply(app, quote, { code, email: readEmail(typed ?? ''), unpaid })
  if ('quote' in applied || !isGuess(applied.problem)) await guesses?.uncount()
  return applied
}

/** A code that nobody has, or an address that is tried to learn whether it bought with a code. */
const isGuess = ({ is }: CodeProblem) => is === 'unknown' || is === 'used by you'

async function apply(
  app: AppContext,
  quote: Quote,
  { code, email, unpaid }: { code: string; email: string | null; unpaid: boolean },
): Promise<Applied> {
  const key = codeKey(code)
  if (key === null || app.config.database === 'none') return { problem: { is: 'unknown' } }
  return withDatabase(app, async ({ orm }): Promise<Applied> => {
    const [row] = await orm.select().from(discountCodes).where(eq(discountCodes.key, key))
    if (!row) return { problem: { is: 'unknown' } }
    // In the cart, those in a checkout are left, since it may be the shopper’s own.
    const livemode = app.payments?.live ?? false
    const uses = await usesOf(orm, row, email, { livemode, unpaid })
    const problem = whyCodeIsOver(row, { at: quote.issuedAt, email, uses })
    if (problem) return { problem }
    const of = row.maxUsesPerEmail === null ? null : email
    return withCode(quote, { id: row.id, name: row.code, email: of }, termsOf(row))
  })
}

/** Today’s prices of a quote that has a code, with the same code, as far as it applies to them. */
export async function withCodeOf(app: AppContext, quote: Quote, today: Quote): Promise<Quote> {
  const { code } = quote
  if (!code) return today
  const [row] = await withDatabase(app, ({ orm }) =>
    orm.select().from(discountCodes).where(eq(discountCodes.id, code.id)),
  )
  const applied = row ? withCode(today, code, termsOf(row)) : null
  return applied && 'quote' in applied ? applied.quote : today
}
