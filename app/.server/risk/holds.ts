import { and, asc, eq, isNull } from 'drizzle-orm'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { reasonOnceExpired } from '#app/domain/payments/failed-debit.ts'
import type { HoldChange, HoldKind } from '#app/domain/risk/hold.ts'
import { orderRefused } from '../orders/order-checks.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderHolds } from '../platform/db/risk-schema.ts'
import type { OrderRow } from '../platform/db/schema.ts'

export type HoldRow = typeof orderHolds.$inferSelect

/** Oldest first, released ones too. */
export function holdsOfOrder(orm: Orm, orderId: string): Promise<HoldRow[]> {
  return orm
    .select()
    .from(orderHolds)
    .where(eq(orderHolds.orderId, orderId))
    .orderBy(asc(orderHolds.id))
}

/** Why it must not be sent now, a text for each hold. */
export async function openReasons(orm: Orm, orderId: string): Promise<string[]> {
  const all = await holdsOfOrder(orm, orderId)
  return all.filter(({ releasedAt }) => releasedAt === null).map(({ reason }) => reason)
}

/** On a row the caller has locked. The history is the caller's. */
export async function openHold(
  tx: Orm,
  orderId: string,
  hold: { kind: HoldKind; object: string; reason: string; at: Date },
): Promise<void> {
  const { at: openedAt, ...words } = hold
  await tx.insert(orderHolds).values({ orderId, openedAt, ...words })
}

type Release = { at: Date; by: string; reason: string; checks: string[] }

/** False where it was released before. */
export async function markReleased(
  tx: Orm,
  id: number,
  { at, by, reason, checks }: Release,
): Promise<boolean> {
  const released = await tx
    .update(orderHolds)
    .set({ releasedAt: at, releasedBy: by, releaseReason: reason, checks })
    .where(and(eq(orderHolds.id, id), isNull(orderHolds.releasedAt)))
    .returning({ id: orderHolds.id })
  return released.length === 1
}

/** What an event does to a hold of its order [DISPUTE-02], on a row the caller has locked. */
export async function changeHold(
  tx: Orm,
  order: OrderRow,
  { step, ...hold }: HoldChange,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const all = await holdsOfOrder(tx, order.id)
  const known = all.filter(({ kind, object }) => kind === hold.kind && object === hold.object)
  const open = known.find(({ releasedAt }) => releasedAt === null)
  if (step === 'ends well' && !canTransition(order.state, 'fulfilled')) {
    if (open) await markReleased(tx, open.id, { at, by, reason: hold.reason, checks: [] })
    return
  }
  if (open && step !== 'opens') {
    await tx.update(orderHolds).set({ reason: hold.reason }).where(eq(orderHolds.id, open.id))
  } else if (known.length === 0 || step === 'ends badly') {
    await openHold(tx, order.id, { ...hold, at })
  }
}

const needlessKinds: readonly HoldKind[] = ['high value', 'sales tax', 'review', 'fraud warning']

/** Nothing of a refunded order is sent, so nobody has to check it; a dispute goes on [DISPUTE-02]. */
export async function releaseRefunded(
  tx: Orm,
  orderId: string,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const reason = 'The order was refunded in full, so nothing will ship.'
  for (const { id, kind, releasedAt } of await holdsOfOrder(tx, orderId)) {
    if (releasedAt === null && needlessKinds.includes(kind)) {
      await markReleased(tx, id, { at, by, reason, checks: [] })
    }
  }
}

/** All that kept an order back, once a person ended it. */
export async function releaseOpenHolds(
  tx: Orm,
  orderId: string,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<void> {
  for (const { id, releasedAt } of await holdsOfOrder(tx, orderId)) {
    if (releasedAt === null) await markReleased(tx, id, { at, by, reason, checks: [] })
  }
}

/** What staff did in answer to a debit that failed, or another payment: nobody has to look at it any longer. */
export async function releaseFailedDebits(
  tx: Orm,
  order: Pick<OrderRow, 'id' | 'openHolds'>,
  { at, by, reason }: { at: Date; by: string; reason: string },
): Promise<void> {
  if (order.openHolds === 0) return
  for (const { id, kind, releasedAt } of await holdsOfOrder(tx, order.id)) {
    if (releasedAt === null && kind === 'debit failed') {
      await markReleased(tx, id, { at, by, reason, checks: [] })
    }
  }
}

/** Its order has expired: no newer link can be sent for it [BANK-21]. */
export async function rewordFailedDebits(
  tx: Orm,
  order: Pick<OrderRow, 'id' | 'openHolds'>,
): Promise<void> {
  if (order.openHolds === 0) return
  for (const { id, kind, reason, releasedAt } of await holdsOfOrder(tx, order.id)) {
    if (releasedAt !== null || kind !== 'debit failed') continue
    const reworded = reasonOnceExpired(reason)
    await tx.update(orderHolds).set({ reason: reworded }).where(eq(orderHolds.id, id))
  }
}

/** While anything holds it back, an order is not sent [HOLD-01]. */
export async function assertNotHeldBack(tx: Orm, order: OrderRow): Promise<void> {
  if (order.openHolds === 0) return
  const reasons = (await openReasons(tx, order.id)).join(' ')
  throw orderRefused('order_not_to_be_sent', reasons)
}
