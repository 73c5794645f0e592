import type { AppContext } from '#app/.server/app-context.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { currentGoldPrice } from '#app/.server/gold-price/queries/gold-price.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { type AlertRequest, confirmAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { sizeAddress } from '#app/domain/catalog/size-key.ts'
import { isTooLate } from '#app/domain/emails/confirmation.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { priceNowUnder } from '#app/domain/price-alerts/request.ts'
import { type AlertSize, alertName, alertSize } from '../alert-size.ts'
import { findAlert } from '../repository.ts'

/** What comes of a link that confirms an alert; `gone`: its size is no longer for sale. */
type Status = 'open' | 'confirmed' | 'under already' | 'gone' | 'expired' | 'unknown'

type Confirmation = { status: Status; request?: AlertRequest; found?: AlertSize; now?: string }

/** Reads a link, and changes nothing [PIECEALERT-01]. */
export async function confirmation(app: AppContext, token: string): Promise<Confirmation> {
  const request = hasDatabase(app) ? confirmAlertLink.read(app, token) : null
  if (!request) return { status: 'unknown' }
  const found = alertSize(await currentCatalog(app), request)
  if (!found?.isForSale) return { status: 'gone', request }
  const stored = await withDatabase(app, ({ orm }) => findAlert(orm, request, app.now()))
  if (stored && stored.requestedAt.getTime() >= request.at) {
    return { status: 'confirmed', request: { ...request, under: stored.underCents }, found }
  }
  if (isTooLate(request, app.now())) return { status: 'expired', request, found }
  const { gold } = await currentGoldPrice(app)
  const now = priceNowUnder(found.size, cents(request.under), gold.perGram)
  if (now !== null) return { status: 'under already', request, found, now: formatCents(now) }
  return { status: 'open', request, found }
}

/** What the page of a link shows. */
export async function confirmationPage(app: AppContext, token: string) {
  const { status, request, found, now = null } = await confirmation(app, token)
  return {
    status,
    now,
    name: found ? alertName(found) : null,
    under: request ? formatCents(cents(request.under)) : null,
    piece: found
      ? sizeAddress(`/product/${encodeURIComponent(found.product.id)}`, found.size.key)
      : '/products',
  }
}
