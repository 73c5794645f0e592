import { and, asc, eq, lte } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import {
  assertMayBeSent,
  assertNotOnHold,
  assertNotReversed,
  lockOrderOrThrow,
} from '#app/.server/orders/order-checks.ts'
import { changeWeighed, weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { weighedItems } from '#app/.server/platform/db/weighing-schema.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { assertNotHeldBack } from '#app/.server/risk/holds.ts'
import { sendRefund } from '../commands/send-refund.ts'
import { refundMissingGold } from '../refund-missing-gold.ts'

/**
 * Refunds gold missing in pieces whose weights can no longer be undone [WEIGH-15]. While an order must not
 * be sent its refunds wait. How many were asked for.
 */
export async function refundWeighed(app: AppContext): Promise<number> {
  const { db } = app
  if (!db) return 0
  const find = async () =>
    db.orm
      .select({ orderId: weighedItems.orderId, line: weighedItems.line, item: weighedItems.item })
      .from(weighedItems)
      .innerJoin(orders, eq(orders.id, weighedItems.orderId))
      .where(and(eq(weighedItems.waits, 'refund'), isDue(app), eq(orders.state, 'paid')))
      .orderBy(asc(weighedItems.refundAt))
  return workThrough(app, 'refund weighed pieces', find, async (each) => {
    const refund = await db.orm.transaction((tx) => refundIfDue(tx, app, each))
    if (refund) await sendRefund(app, refund)
    return refund !== null
  })
}

const isDue = (app: AppContext) => lte(weighedItems.refundAt, app.now())

type Due = { orderId: string; line: number; item: number }

/** Null if nothing is due any longer, or the refund is refused; then staff decide. */
async function refundIfDue(tx: Orm, app: AppContext, due: Due): Promise<RefundRow | null> {
  const order = await lockOrderOrThrow(tx, due.orderId)
  const found = (await weighedItemsOf(tx, order.id)).find(
    ({ line, item }) => line === due.line && item === due.item,
  )
  if (!found?.refundAt || found.refundAt > app.now()) return null
  if (await isHeld(tx, app, order)) return null
  try {
    return await refundMissingGold(tx, app, order, found)
  } catch (error) {
    // Refused before anything was written.
    if (!(error instanceof AppError) || error.code !== 'refund_refused') throw error
    await changeWeighed(tx, order.id, found, {
      problem: error.message,
      waits: null,
      refundAt: null,
    })
    return null
  }
}

async function isHeld(tx: Orm, app: AppContext, order: OrderRow): Promise<boolean> {
  try {
    assertNotOnHold(order)
    assertMayBeSent(order, app)
    await assertNotReversed(tx, order)
    await assertNotHeldBack(tx, order)
    return false
  } catch (error) {
    if (error instanceof AppError) return true
    throw error
  }
}
