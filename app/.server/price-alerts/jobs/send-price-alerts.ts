import { and, desc, gt, gte, inArray } from 'drizzle-orm'
import type { AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import { priceAlertEmail } from '#app/.server/emails/templates/price-alert-emails.ts'
import { renderedEmail } from '#app/.server/emails/templates/rendered-email.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { sellingStop } from '#app/.server/selling/queries/selling.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { cents } from '#app/domain/money/cents.ts'
import { priceNowUnder } from '#app/domain/price-alerts/request.ts'
import { alertName, alertSize, pieceLink, storedCatalog } from '../alert-size.ts'
import { termsOf } from '../repository.ts'
import { storeThresholds, updateThresholds } from './update-thresholds.ts'

/** Alerts of one transaction: a page waits for no longer at the one connection of the embedded database. */
export const alertSlice = 50

/**
 * Queues the email of each alert whose size costs less than its amount now, beside any request. Asks only for
 * those by their threshold, which is a look at an index where there are none [PIECEALERT-04]. They wait
 * while the shop would not sell at its prices, and while it cannot send email.
 */
export async function sendPriceAlerts(app: AppContext): Promise<unknown> {
  const { id } = priceAlerts
  const any = await withFallback(app, ({ orm }) => orm.select({ id }).from(priceAlerts).limit(1))
  if (!any || any.value.length === 0) return 'none'
  const catalog = await storedCatalog(app)
  if (!catalog) return 'no catalog'
  await updateThresholds(app, catalog)
  const { gold, mayQuote } = await currentGoldPrice(app)
  if (!app.mail || !mayQuote || (await sellingStop(app))) return 'waiting'
  for (;;) {
    if (app.closing.aborted) return 'closing'
    const done = await app.db.orm.transaction((tx) => sendSlice(tx, app, { catalog, gold }))
    if (done < alertSlice) return 'done'
  }
}

type Prices = { catalog: CachedCatalog; gold: GoldPrice }

/**
 * An alert is deleted and its email queued in one transaction, so that a process that is killed, or two at
 * a time, send one email and no second one.
 */
async function sendSlice(tx: Orm, app: AppContext, { catalog, gold }: Prices): Promise<number> {
  const now = app.now()
  const { id, threshold, endsAt } = priceAlerts
  const due = await tx
    .select()
    .from(priceAlerts)
    .where(and(gte(threshold, gold.perGram), gt(endsAt, now)))
    .orderBy(desc(threshold))
    .limit(alertSlice)
    .for('update', { skipLocked: true })
  const emails: (typeof emailOutbox.$inferInsert)[] = []
  for (const alert of due) {
    const found = alertSize(catalog, alert)
    const terms = termsOf(found)
    const under = cents(alert.underCents)
    // The price itself decides: the size may have been changed since its threshold was computed.
    if (!found || !terms || priceNowUnder(terms, under, gold.perGram) === null) {
      await storeThresholds(tx, [alert], terms)
      continue
    }
    const end = endAlertLink.to(app, { email: alert.email, size: null })
    const facts = { name: alertName(found), under, end, size: terms, gold }
    emails.push({
      kind: 'price-alert',
      priceAlertId: alert.id,
      recipient: alert.email,
      ...renderedEmail(priceAlertEmail({ ...facts, piece: pieceLink(app, found) })),
      nextAttemptAt: now,
      createdAt: now,
    })
  }
  if (emails.length > 0) {
    await tx.insert(emailOutbox).values(emails)
    const sent = emails.flatMap(({ priceAlertId }) => priceAlertId ?? [])
    await tx.delete(priceAlerts).where(inArray(id, sent))
  }
  return due.length
}
