import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { type AuditAction, adminActor, recordAuditEvent } from './record-event.ts'

/** Who of the staff does something: their email address, and where it is kept, that of their network. */
export type StaffActor = { by: string; address?: string | undefined }

export type StaffWork = {
  at: Date
  /** Into the audit log under the name of this person, in the same transaction. */
  audit: (action: AuditAction) => Promise<void>
}

/**
 * What a person of the staff changes, in one transaction with its entries in the audit log, so that
 * neither is without the other.
 */
export function staffTransaction<R>(
  app: AppContext,
  { by, address }: StaffActor,
  work: (tx: Orm, staff: StaffWork) => Promise<R>,
): Promise<R> {
  const at = app.now()
  const entry = { at, actor: adminActor(by), address }
  return withDatabase(app, ({ orm }) =>
    orm.transaction((tx) =>
      work(tx, { at, audit: (action) => recordAuditEvent(tx, { ...entry, ...action }) }),
    ),
  )
}
