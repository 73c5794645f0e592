import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { type AuditAction, type AuditActor, adminActor, recordAuditEvent } from './record-event.ts'

/**
 * Who of the staff does something: their email address, or another actor where a command on the server does
 * the same; and where it is kept, the address of their network.
 */
export type StaffActor = ({ by: string } | { actor: AuditActor }) & { address?: string | undefined }

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
  who: StaffActor,
  work: (tx: Orm, staff: StaffWork) => Promise<R>,
): Promise<R> {
  const at = app.now()
  return withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => work(tx, staffWork(tx, { at, ...who }))),
  )
}

/** For a transaction that the caller has begun, where it shows who it is. */
export function staffWork(tx: Orm, { at, address, ...who }: StaffActor & { at: Date }): StaffWork {
  const entry = { at, actor: 'actor' in who ? who.actor : adminActor(who.by), address }
  return { at, audit: (action) => recordAuditEvent(tx, { ...entry, ...action }) }
}
