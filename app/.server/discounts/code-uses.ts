import { and, eq, sql } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type DiscountCodeRow, discountCodes } from '#app/.server/platform/db/discount-schema.ts'
import { sameEmail } from '#app/.server/platform/db/same-email.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { type CodeUses, whyCodeIsOver } from '#app/domain/discounts/code-problem.ts'
import type { DiscountTerms } from '#app/domain/discounts/discount-code.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Quote, QuotedCode } from '#app/domain/quote/quote.ts'

export function termsOf(row: DiscountCodeRow): DiscountTerms {
  const { percent, amountCents, offMetal, productIds, minTotalCents } = row
  return {
    off: percent === null ? { amount: cents(amountCents ?? 0) } : { percent },
    offMetal,
    productIds,
    minTotal: cents(minTotalCents),
  }
}

/**
 * How often a code was used: the orders that have it, without those that ended unpaid, which give their use
 * back [CODE-06]. Test orders use up nothing of a live code. `unpaid`: also those that wait for their payment.
 */
export async function usesOf(
  orm: Orm,
  { id, maxUses, maxUsesPerEmail }: DiscountCodeRow,
  email: string | null,
  { livemode, unpaid }: { livemode: boolean; unpaid: boolean },
): Promise<CodeUses> {
  if (maxUses === null && maxUsesPerEmail === null) return { all: 0, ofEmail: 0 }
  const isUse = unpaid
    ? sql`${orders.state} not in ('expired', 'cancelled')`
    : sql`${orders.state} not in ('expired', 'cancelled') and
        (${orders.state} <> 'pending' or ${orders.paymentProcessingAt} is not null)`
  const isTheirs = sameEmail(sql`coalesce(${orders.email}, ${orders.codeEmail})`, email ?? '')
  const [found] = await orm
    .select({
      all: sql<number>`(count(*) filter (where ${isUse}))::int`,
      ofEmail: sql<number>`(count(*) filter (where ${isUse} and ${isTheirs}))::int`,
    })
    .from(orders)
    .where(and(eq(orders.discountCodeId, id), eq(orders.livemode, livemode)))
  return found ?? { all: 0, ofEmail: 0 }
}

/**
 * Whether an order can be placed with the code of its quote; nobody else uses the code until the transaction
 * ends [CODE-06]. Its times are compared with the moment of the quote: the price lock holds for ten minutes.
 * False where it was stopped or used up since.
 */
export async function lockCode(
  tx: Orm,
  { id, email }: QuotedCode,
  { issuedAt }: Pick<Quote, 'issuedAt'>,
  livemode: boolean,
): Promise<boolean> {
  const [row] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for('update')
  if (!row) return false
  const uses = await usesOf(tx, row, email, { livemode, unpaid: true })
  return whyCodeIsOver(row, { at: issuedAt, email, uses }) === null
}
