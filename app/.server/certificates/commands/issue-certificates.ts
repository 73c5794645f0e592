import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { issueDue, issuingIfReadable } from '../issue.ts'

/** Issues what is due of an order, and replaces what was corrected; answers how many [CERT-02]. */
export function issueCertificates(app: AppContext, orderId: string): Promise<number> {
  return withDatabase(app, async ({ orm }) => {
    const issuing = await issuingIfReadable(app, orderId)
    if (!issuing) return 0
    return orm.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${orderId} for update`)
      return issueDue(tx, app, issuing, orderId)
    })
  })
}
