import { and, asc, gt } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { alertName, alertSize } from '../alert-size.ts'
import { endedBy } from '../repository.ts'

/** The alerts that a link ends, each in words; null where the link is none of ours. Changes nothing. */
export async function endingPage(app: AppContext, token: string): Promise<string[] | null> {
  const ending = hasDatabase(app) ? endAlertLink.read(app, token) : null
  if (!ending) return null
  const catalog = await currentCatalog(app)
  const alerts = await withDatabase(app, ({ orm }) =>
    orm
      .select()
      .from(priceAlerts)
      .where(and(endedBy(ending), gt(priceAlerts.endsAt, app.now())))
      .orderBy(asc(priceAlerts.requestedAt), asc(priceAlerts.id)),
  )
  return alerts.map((alert) => {
    const found = alertSize(catalog, alert)
    return `${found ? alertName(found) : 'A piece'} under ${formatCents(cents(alert.underCents))}`
  })
}
