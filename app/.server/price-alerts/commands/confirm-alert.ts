import { and, gt, not, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { cents } from '#app/domain/money/cents.ts'
import { alertDays, maxAlerts } from '#app/domain/price-alerts/request.ts'
import { dayMs } from '#app/domain/time/local-time.ts'
import { confirmation } from '../queries/confirmation.ts'
import { endedBy, storedTerms, termsOf } from '../repository.ts'

/**
 * Stores the alert of a confirmed link. A later request for the same size replaces it; the same link
 * confirmed twice changes nothing [PIECEALERT-01]. Does nothing where the link cannot be confirmed now, and
 * its page says why.
 */
export async function confirmAlert(app: AppContext, token: string): Promise<void> {
  const { status, request, found } = await confirmation(app, token)
  if (status !== 'open' || !request || !found) return
  const { email, productId, sizeKey, under, at } = request
  const now = app.now()
  const requestedAt = new Date(at).toISOString()
  await withDatabase(app, async ({ orm }) => {
    const isOther = not(
      sql`(${priceAlerts.productId} = ${productId} and ${priceAlerts.sizeKey} = ${sizeKey})`,
    )
    const others = await orm.$count(
      priceAlerts,
      and(sameEmail(priceAlerts.email, email), isOther, gt(priceAlerts.endsAt, now)),
    )
    if (others >= maxAlerts) {
      const message = `You already have ${others} price alerts, the limit per email address. End one using the link in its email, then confirm this one.`
      throw new AppError('too_many_alerts', 409, message)
    }
    const endsAt = new Date(now.getTime() + alertDays * dayMs).toISOString()
    const { weightMg, feeCents, threshold } = storedTerms(termsOf(found), cents(under))
    await orm.execute(sql`
      insert into price_alerts
        (email, product_id, size_key, under_cents, requested_at, ends_at, weight_mg, fee_cents, threshold)
      values (${email}, ${productId}, ${sizeKey}, ${under}, ${requestedAt}::timestamptz,
        ${endsAt}::timestamptz, ${weightMg}, ${feeCents}, ${threshold})
      on conflict (product_id, size_key, email_key(email)) do update set
        email = excluded.email, under_cents = excluded.under_cents,
        requested_at = excluded.requested_at, ends_at = excluded.ends_at,
        weight_mg = excluded.weight_mg, fee_cents = excluded.fee_cents, threshold = excluded.threshold
      where price_alerts.requested_at < excluded.requested_at`)
  })
}

/** Ends the alerts of a link by deleting them; done again it does nothing [PIECEALERT-06]. */
export async function endAlerts(app: AppContext, token: string): Promise<void> {
  const ending = endAlertLink.read(app, token)
  if (!ending) return
  await withDatabase(app, ({ orm }) => orm.delete(priceAlerts).where(endedBy(ending)))
}
