import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { AppCache, AppContext, CachedCatalog } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { alertSize } from '../alert-size.ts'
import { storedTerms, termsOf } from '../repository.ts'

const slice = 500
/** An alert that was confirmed while its size was saved may have been computed from the size before. */
const againAfterMs = 600_000

/** The catalog that each process compared last, and when. */
const compared = new WeakMap<AppCache, { revision: number; at: number }>()

/**
 * Computes the thresholds again of sizes whose weight, fee or availability was changed, and deletes the
 * alerts of sizes that are gone, which get no email [PIECEALERT-02, PIECEALERT-07]. Reads nothing while the
 * catalog stays as it was.
 */
export async function updateThresholds(app: AppContext, catalog: CachedCatalog): Promise<void> {
  const now = app.now().getTime()
  const last = compared.get(app.cache)
  if (last?.revision === catalog.revision && now - last.at < againAfterMs) return
  const { orm } = app.db
  const { productId, sizeKey, weightMg, feeCents } = priceAlerts
  const sizes = await orm
    .selectDistinct({ productId, sizeKey, weightMg, feeCents })
    .from(priceAlerts)
  for (const size of sizes) {
    const found = alertSize(catalog, size)
    const terms = termsOf(found)
    const isOfSize = and(eq(productId, size.productId), eq(sizeKey, size.sizeKey))
    if (!found && catalog.byId.has(size.productId)) await orm.delete(priceAlerts).where(isOfSize)
    if (size.weightMg === (terms?.weight ?? null) && size.feeCents === (terms?.fee ?? null))
      continue
    const isOld = or(
      sql`${weightMg} is distinct from ${terms?.weight ?? null}::integer`,
      sql`${feeCents} is distinct from ${terms?.fee ?? null}::bigint`,
    )
    for (;;) {
      if (app.closing.aborted) return
      const alerts = await orm.select().from(priceAlerts).where(and(isOfSize, isOld)).limit(slice)
      await storeThresholds(orm, alerts, terms)
      if (alerts.length < slice) break
    }
  }
  compared.set(app.cache, { revision: catalog.revision, at: now })
}

type Alert = typeof priceAlerts.$inferSelect

/** One statement for all alerts of one amount, which are few: people ask for round ones. */
export async function storeThresholds(
  orm: Orm,
  alerts: readonly Alert[],
  terms: ReturnType<typeof termsOf>,
): Promise<void> {
  for (const [under, same] of Map.groupBy(alerts, ({ underCents }) => underCents)) {
    const ids = same.map(({ id }) => id)
    await orm
      .update(priceAlerts)
      .set(storedTerms(terms, cents(under)))
      .where(and(inArray(priceAlerts.id, ids), eq(priceAlerts.underCents, under)))
  }
}
