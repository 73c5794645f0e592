import type { DiscountCodeRow } from '#app/.server/platform/db/discount-schema.ts'
import { formatDiscountPercent } from '#app/domain/discounts/discount-code.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { dayAt, formatMediumDay, plusDays } from '#app/domain/time/day.ts'
import { brand } from '#brand'

/** What a code takes off and where it applies, in words for staff. */
export function describeCode(code: DiscountCodeRow): string[] {
  const { percent, amountCents, offMetal, productIds, startsAt, endsAt } = code
  const off =
    percent === null ? formatCents(cents(amountCents ?? 0)) : `${formatDiscountPercent(percent)}%`
  const day = (at: Date) => formatMediumDay(dayAt(at, brand.timeZone))
  const last = endsAt && formatMediumDay(plusDays(dayAt(endsAt, brand.timeZone), -1))
  const times = [startsAt && `from ${day(startsAt)}`, last && `through ${last}`].filter(Boolean)
  return [
    `${off} off the ${offMetal ? 'metal value and flat fee' : 'flat fee'}`,
    productIds === null
      ? 'all products'
      : `${productIds.length === 1 ? 'product' : 'products'} ${productIds.join(', ')}`,
    ...(times.length > 0 ? [times.join(' ')] : []),
    ...(code.minTotalCents > 0
      ? [`carts of ${formatCents(cents(code.minTotalCents))} or more`]
      : []),
    ...(code.maxUses === null ? [] : [`${code.maxUses} uses`]),
    ...(code.maxUsesPerEmail === null ? [] : [`${code.maxUsesPerEmail} per email address`]),
  ]
}
