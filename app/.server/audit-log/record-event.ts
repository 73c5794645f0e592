import { auditLog } from '../platform/db/audit-log-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import type { Actions } from './audit-actions.ts'

/** An admin by email address, a command by its name, a visitor by the network address. */
export type AuditActor = { type: (typeof auditLog.$inferSelect)['actorType']; id: string }

export const adminActor = (email: string): AuditActor => ({ type: 'admin', id: email })

export type AuditAction = { [A in keyof Actions]: { action: A } & Actions[A] }[keyof Actions]

export type AuditEvent = AuditAction & {
  at: Date
  actor: AuditActor
  /** The network address it came from; a command has none. */
  address?: string | undefined
}

/** In the same transaction as the change itself, so that neither is without the other. */
export async function recordAuditEvent(tx: Orm, event: AuditEvent): Promise<void> {
  const { at, actor, action, address } = event
  const target = 'target' in event ? event.target : null
  await tx.insert(auditLog).values({
    at,
    actorType: actor.type,
    actorId: actor.id,
    action,
    targetType: target?.type,
    targetId: target?.id,
    facts: 'facts' in event ? event.facts : {},
    address,
  })
}
