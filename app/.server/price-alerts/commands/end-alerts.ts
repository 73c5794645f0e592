import type { AppContext } from '#app/.server/app-context.ts'
import { priceAlerts } from '#app/.server/platform/db/price-alert-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { endAlertLink } from '#app/.server/platform/price-alert-link.ts'
import { endedBy } from '../repository.ts'

/** Ends the alerts of a link by deleting them; done again it does nothing [PIECEALERT-06]. */
export async function endAlerts(app: AppContext, token: string): Promise<void> {
  const ending = endAlertLink.read(app, token)
  if (!ending) return
  await withDatabase(app, ({ orm }) => orm.delete(priceAlerts).where(endedBy(ending)))
}
