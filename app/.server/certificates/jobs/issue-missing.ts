import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { hasDatabase } from '#app/.server/platform/db/with-database.ts'
import { issueCertificates } from '../commands/issue-certificates.ts'

const atOnce = 50

/**
 * Issues what was sent without a certificate, such as while the signing key could not be read, and replaces
 * those whose weight was corrected since [CERT-02]. In one process.
 */
export async function issueMissing(app: AppContext): Promise<unknown> {
  if (!hasDatabase(app)) return 'no database'
  const ran = await app.db.withLease('issue certificates', async () => {
    const due = await rows<{ id: string }>(
      app.db.orm,
      sql`select distinct weighed.order_id as id from weighed_items weighed
        left join lateral (select * from certificates
          where certificates.order_id = weighed.order_id and certificates.line = weighed.line
            and certificates.item = weighed.item order by nth desc limit 1) last on true
        where weighed.verdict <> 'outside'
          and coalesce(weighed.waits not in ('reading', 'second reading'), true)
          and case when last.id is null
          then weighed.parcel_id is not null
          else last.state in ('valid', 'lost')
            and (last.serial <> weighed.serial or last.actual_mg <> weighed.actual_mg) end
        order by 1 limit ${atOnce}`,
    )
    for (const { id } of due) {
      if (app.closing.aborted) break
      await issueCertificates(app, id)
    }
    return 'done'
  })
  return ran ?? 'busy'
}
