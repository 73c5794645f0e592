import { desc, eq, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type DiscountCodeRow, discountCodes } from '#app/.server/platform/db/discount-schema.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { formatDiscountPercent } from '#app/domain/discounts/discount-code.ts'
import { cents, centsToDecimal, formatCents } from '#app/domain/money/cents.ts'
import { dayAt, plusDays } from '#app/domain/time/day.ts'
import { brand } from '#brand'
import { describeCode } from '../describe-code.ts'

/** No shop has more of them in use. */
const shownCodes = 200

/** Codes, the newest first, with what they took off paid orders [CODE-12]; `edit`: one as its form shows it. */
export async function discountsPage(app: AppContext, edit: string | null) {
  const { livemode, now } = { livemode: app.payments?.live ?? false, now: app.now() }
  return withDatabase(app, async ({ orm }) => {
    const isPaid = sql`${orders.paidAt} is not null and ${orders.livemode} = ${livemode}`
    const rows = await orm
      .select({
        row: discountCodes,
        used: sql<number>`(count(${orders.id}) filter (where ${isPaid}))::int`,
        given: sql<number>`coalesce(sum(${orders.codeDiscountCents}) filter (where ${isPaid}), 0)::float8`,
      })
      .from(discountCodes)
      .leftJoin(orders, eq(orders.discountCodeId, discountCodes.id))
      .groupBy(discountCodes.id)
      .orderBy(desc(discountCodes.active), desc(discountCodes.id))
      .limit(shownCodes)
    const codes = rows.map(({ row, used, given }) => ({
      ...{ id: row.id, code: row.code, about: describeCode(row), active: row.active, used },
      hasEnded: row.endsAt !== null && row.endsAt <= now,
      given: formatCents(cents(Number(given))),
    }))
    const edited = rows.find(({ row }) => `${row.id}` === edit)?.row ?? null
    return { codes, edited: edited && asForm(edited) }
  })
}

/** Field by field as its form posts it. */
function asForm(row: DiscountCodeRow): Record<string, string> {
  const { percent, amountCents, startsAt, endsAt, minTotalCents } = row
  const day = (at: Date | null) => (at === null ? '' : dayAt(at, brand.timeZone))
  return {
    ...{ code_id: `${row.id}`, revision: `${row.revision}`, code: row.code },
    kind: percent === null ? 'amount' : 'percent',
    value:
      percent === null ? centsToDecimal(cents(amountCents ?? 0)) : formatDiscountPercent(percent),
    pieces: (row.productIds ?? []).join('\n'),
    from: day(startsAt),
    until: endsAt === null ? '' : plusDays(day(endsAt), -1),
    minTotal: minTotalCents === 0 ? '' : centsToDecimal(cents(minTotalCents)),
    maxUses: `${row.maxUses ?? ''}`,
    maxUsesPerEmail: `${row.maxUsesPerEmail ?? ''}`,
    ...(row.offMetal && { offMetal: 'yes' }),
  }
}
