import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '../../platform/db/with-database.ts'
import { adminActor, recordAuditEvent } from '../record-event.ts'

/** Who took a list with names of buyers out of the shop, and from where. */
export async function recordListExport(
  app: AppContext,
  { list, by, address }: { list: string; by: string; address: string },
): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    recordAuditEvent(orm, {
      at: app.now(),
      actor: adminActor(by),
      action: 'customer.list_exported',
      facts: { list },
      address,
    }),
  )
}
