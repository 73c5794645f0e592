import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

/** Who took the data of a buyer out of the shop, and in which form [DISPUTE-06]. */
export async function recordEvidenceExport(
  app: AppContext,
  { id, number, by, format }: { id: string; number: string; by: string; format: 'pdf' | 'json' },
): Promise<void> {
  await withDatabase(app, ({ orm }) =>
    recordAuditEvent(orm, {
      at: app.now(),
      actor: adminActor(by),
      action: 'order.evidence_exported',
      target: { type: 'order', id },
      facts: { number, format },
    }),
  )
}
