import type { Orm } from '../platform/db/database.ts'
import { staffLog } from '../platform/db/schema.ts'

/** What one of the staff did: `by` an e-mail address or a command; never a secret in any of it. */
export type AuditEvent = { at: Date; by: string; deed: string; subject?: string; details?: string }

/** Writes it down beside the change itself: in the same transaction, so that neither is without the other. */
export async function recordAuditEvent(tx: Orm, deed: AuditEvent): Promise<void> {
  await tx.insert(staffLog).values(deed)
}
