import { auditLog } from '../platform/db/audit-log-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import { type AuditAction, adminActor } from './record-event.ts'

type WithoutNumber<E> = E extends {
  action: infer A
  target: { type: 'order' }
  facts: infer F
}
  ? keyof F extends 'number'
    ? { action: A; facts?: never }
    : { action: A; facts: Omit<F, 'number'> }
  : never

/** What staff did with an order. Its number, which every entry about an order has, is added. */
export type OrderAction = WithoutNumber<AuditAction>

/** As `recordAuditEvent`, of an order. */
export async function recordOrderEvent(
  tx: Orm,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  { at, by, action, facts }: OrderAction & { at: Date; by: string },
): Promise<void> {
  const { type: actorType, id: actorId } = adminActor(by)
  const entry = { at, actorType, actorId, action, targetType: 'order', targetId: id }
  await tx.insert(auditLog).values({ ...entry, facts: { number, ...facts } })
}
