import { asc, eq, sql } from 'drizzle-orm'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import {
  type DelayedOrder,
  delayKind,
  lastShortDay,
  respondBy,
  silenceMessage,
} from '#app/domain/fulfillment/delay.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { type Day, laterDay, plusDays } from '#app/domain/time/day.ts'
import type { AppContext } from '../app-context.ts'
import { orderRefused } from '../orders/order-checks.ts'
import { type LinkedOrder, signedSubject } from '../orders/order-link.ts'
import { findOrder } from '../orders/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import { delayNotices } from '../platform/db/delay-schema.ts'
import { isSameText, linkHmac, readableSecrets, type ShopSecrets } from '../platform/secret.ts'

export type DelayNotice = typeof delayNotices.$inferSelect

/** Oldest first. */
export function delaysOfOrder(orm: Orm, orderId: string): Promise<DelayNotice[]> {
  return orm
    .select()
    .from(delayNotices)
    .where(eq(delayNotices.orderId, orderId))
    .orderBy(asc(delayNotices.nth))
}

export async function findDelay(orm: Orm, id: string): Promise<DelayNotice | null> {
  const [notice] = await orm.select().from(delayNotices).where(eq(delayNotices.id, id))
  return notice ?? null
}

/** The order as far as the rule about delays goes; null for one without a day. */
export function delayedOrder(
  { shipBy }: Pick<OrderRow, 'shipBy'>,
  delays: readonly DelayNotice[],
): DelayedOrder | null {
  if (shipBy === null) return null
  const last = delays.at(-1)
  return {
    promised: delays[0]?.oldShipBy ?? shipBy,
    shipBy,
    wasDelayed: delays.length > 0,
    awaitedUntil: last && last.decision === null ? last.answerBy : null,
  }
}

/** Null where no notice can be sent: for what will not be sent. */
export function delayRulesOf(order: OrderRow, delays: readonly DelayNotice[], today: Day) {
  const delayed = delayedOrder(order, delays)
  const decision = delays.at(-1)?.decision
  const isOver = decision === 'canceled' || decision === 'lapsed'
  const isHeld = order.holdReason !== null || order.dispute === 'open' || awaitsPriceDecision(order)
  if (order.state !== 'paid' || isHeld || isOver || !delayed) return null
  const from = laterDay(today, delayed.shipBy)
  const latest = plusDays(from, 365)
  const kind = delayKind(delayed, latest, today)
  return {
    kind: kind === 'renewed' || kind === 'late' ? kind : 'first',
    lastShortDay: lastShortDay(delayed.promised),
    answerBy: respondBy(delayed, latest, today) ?? delayed.shipBy,
    earliest: plusDays(from, 1),
  }
}

/** For staff, before they choose the day. */
export type DelayRules = NonNullable<ReturnType<typeof delayRulesOf>>

type Decision = {
  decision: NonNullable<DelayNotice['decision']>
  at: Date
  by: string
  note?: string
}

/** On an order the caller has locked; the history is the caller's. */
export async function decideDelay(
  tx: Orm,
  id: string,
  { decision, at, by, note = '' }: Decision,
): Promise<void> {
  await tx
    .update(delayNotices)
    .set({ decision, decidedAt: at, decidedBy: by, decisionNote: note })
    .where(sql`${delayNotices.id} = ${id} and ${delayNotices.decision} is null`)
}

/** The buyer's cancellation holds, even while the refund is on its way [DELAY-05]. */
export async function assertNotCanceled(tx: Orm, { id }: OrderRow): Promise<void> {
  const last = (await delaysOfOrder(tx, id)).at(-1)
  if (last?.decision !== 'canceled' && last?.decision !== 'lapsed') return
  const why =
    last.decision === 'canceled'
      ? 'The buyer canceled it when notified of a delay.'
      : 'It was canceled because the buyer didn’t agree to a delay in time.'
  throw orderRefused('order_canceled', `${why} It can’t ship.`)
}

const purpose = 'delay/v1'
const idLength = 22

/** The last part of the two links in the mail: the notice's id and the shop's signature of it. */
export const delayLink = (
  { secret }: Pick<ShopSecrets, 'secret'>,
  id: string,
  order: LinkedOrder,
): string => id + linkHmac(secret, purpose, signedSubject(id, order))

/** The notice a link is of, and its order; null where the shop did not sign it, or has replaced it since. */
export async function noticeOfLink(
  orm: Orm,
  app: AppContext,
  link: string,
): Promise<{ notice: DelayNotice; order: OrderRow } | null> {
  if (!/^[\w-]{65}$/.test(link)) return null
  const [id, signature] = [link.slice(0, idLength), link.slice(idLength)]
  const notice = await findDelay(orm, id)
  const order = notice && (await findOrder(orm, 'id', notice.orderId))
  if (!order) return null
  const isOurs = readableSecrets(app).some((secret) =>
    isSameText(signature, linkHmac(secret, purpose, signedSubject(id, order))),
  )
  return isOurs ? { notice, order } : null
}

/** For the mail: what it says, and its two links; without them in the copy that is kept. */
export function delayFacts(app: AppContext, notice: DelayNotice, order: OrderRow) {
  const link = (answer: 'keep' | 'cancel') => {
    const url = new URL(`/order/delay/${delayLink(app, notice.id, order)}`, app.publicUrl)
    url.searchParams.set('answer', answer)
    return url.href
  }
  const { oldShipBy, newShipBy, reason, decision, answerBy: until } = notice
  return {
    oldShipBy,
    newShipBy,
    reason,
    decision,
    answerBy: until,
    silence: silenceMessage(until),
    links: { keep: link('keep'), cancel: link('cancel') },
  }
}
