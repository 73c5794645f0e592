import { and, eq, gt, type SQL } from 'drizzle-orm'
import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { highestPerGramUnder } from '#app/domain/price-alerts/threshold.ts'
import { sameEmail } from '../platform/db/columns.ts'
import type { Orm } from '../platform/db/database.ts'
import { priceAlerts } from '../platform/db/price-alert-schema.ts'
import type { AlertEnding } from '../platform/price-alert-link.ts'
import type { AlertSize } from './alert-size.ts'

type SizeOfAlert = { email: string; productId: string; sizeKey: string }

const isOfSize = ({ email, productId, sizeKey }: SizeOfAlert) =>
  and(
    sameEmail(priceAlerts.email, email),
    eq(priceAlerts.productId, productId),
    eq(priceAlerts.sizeKey, sizeKey),
  )

/** The alert that an address has for a size, or null. */
export async function findAlert(orm: Pick<Orm, 'select'>, alert: SizeOfAlert, now: Date) {
  const [found] = await orm
    .select()
    .from(priceAlerts)
    .where(and(isOfSize(alert), gt(priceAlerts.endsAt, now)))
  return found ?? null
}

/** Those that a link ends. */
export const endedBy = ({ email, size }: AlertEnding): SQL | undefined =>
  size === null ? sameEmail(priceAlerts.email, email) : isOfSize({ email, ...size })

/** What is stored of a size with an alert, so that a change of it is found; nothing while it is not for sale. */
export function termsOf(found: AlertSize | null): Pick<GoldSize, 'weight' | 'fee'> | null {
  return found?.isForSale ? found.size : null
}

export const storedTerms = (terms: Pick<GoldSize, 'weight' | 'fee'> | null, under: Cents) => ({
  weightMg: terms?.weight ?? null,
  feeCents: terms?.fee ?? null,
  threshold: terms && highestPerGramUnder(terms, under),
})
