import { and, eq, lt } from 'drizzle-orm'
import {
  certificateEvents,
  type certificates,
} from '#app/.server/platform/db/certificate-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { emailOutbox, orderHistory, orders } from '#app/.server/platform/db/schema.ts'
import { movedText } from '#app/domain/certificates/state.ts'

type CertificateEvent = typeof certificateEvents.$inferSelect
type OfOrder = Pick<typeof certificates.$inferSelect, 'orderId' | 'serial'>

const actors = { owner: 'shopper', staff: 'staff', shop: 'system' } as const

/**
 * The order's history says what became of a certificate. What somebody did with the claim code is emailed to the
 * buyer too, until the piece has a new owner: it may have been done with a code that was stolen [CERT-17].
 */
export async function recordInOrder(
  tx: Orm,
  { orderId, serial }: OfOrder,
  { id, certificateId, at, event, actor, by, reason }: CertificateEvent,
): Promise<void> {
  const [order] = await tx
    .select({ state: orders.state, email: orders.email })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order) throw new RangeError(`There is no order ${orderId}`)
  const isOwner = actor === 'owner'
  const how = isOwner ? ' with its claim code' : ''
  const why = [`Certificate ${serial} was ${movedText[event]}${how}.`, reason].filter(Boolean)
  await tx.insert(orderHistory).values({
    ...{ orderId, at, fromState: order.state, toState: order.state },
    ...{ actor: actors[actor], by: by || (isOwner ? 'the owner' : 'the shop') },
    why: why.join(' '),
  })
  if (!isOwner || order.email === null) return
  const transfers = and(
    eq(certificateEvents.certificateId, certificateId),
    eq(certificateEvents.event, 'passed on'),
    lt(certificateEvents.id, id),
  )
  if ((await tx.$count(certificateEvents, transfers)) > 0) return
  await tx.insert(emailOutbox).values({
    ...{ orderId, kind: 'order-certificate-buyer', occasion: `${id}` },
    ...{ nextAttemptAt: at, createdAt: at },
  })
}
