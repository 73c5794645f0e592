import { eq, type SQL, sql } from 'drizzle-orm'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { type DiscountCodeRow, discountCodes } from '#app/.server/platform/db/discount-schema.ts'
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
 * How often a code was used, counted no further than its limits: the orders that have it, without those that ended
 * unpaid, which give their use back [CODE-06]. Test orders use up nothing of a live code. `unpaid`: also those that
 * wait for their payment.
 */
export async function usesOf(
  orm: Orm,
  code: LimitedCode,
  email: string | null,
  of: { livemode: boolean; unpaid: boolean },
): Promise<CodeUses> {
  if (code.maxUses === null && code.maxUsesPerEmail === null) return { all: 0, ofEmail: 0 }
  const [found] = await rows<CodeUses>(orm, usesQuery(code, email, of))
  return found ?? { all: 0, ofEmail: 0 }
}

type LimitedCode = Pick<DiscountCodeRow, 'id' | 'maxUses' | 'maxUsesPerEmail'>

/** It reads the index orders_uses_of_code. */
export function usesQuery(
  { id, maxUses, maxUsesPerEmail }: LimitedCode,
  email: string | null,
  { livemode, unpaid }: { livemode: boolean; unpaid: boolean },
): SQL {
  const { discountCodeId, state, paymentProcessingAt, codeEmail } = orders
  const isUse = sql`${discountCodeId} = ${id} and ${orders.livemode} = ${livemode}
    and ${state} not in ('expired', 'cancelled')
    ${unpaid ? sql`` : sql`and (${state} <> 'pending' or ${paymentProcessingAt} is not null)`}`
  const isTheirs = sameEmail(sql`coalesce(${orders.email}, ${codeEmail})`, email ?? '')
  const upTo = (most: number | null, which: SQL) =>
    sql`(select count(*)::int from (select from ${orders} where ${which} limit ${most ?? 0}) uses)`
  return sql`select ${upTo(maxUses, isUse)} as "all",
    ${upTo(email === null ? 0 : maxUsesPerEmail, sql`${isUse} and ${isTheirs}`)} as "ofEmail"`
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
