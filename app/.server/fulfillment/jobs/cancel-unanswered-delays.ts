import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { type DelayNotice, findDelay } from '#app/.server/fulfillment/delays.ts'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import { type LockedOrder, orderChanger } from '#app/.server/orders/change-order.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { delayNotices } from '#app/.server/platform/db/delay-schema.ts'
import { type OrderRow, orders } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { sendRefund } from '#app/.server/refunds/commands/send-refund.ts'
import { awaitsPriceDecision } from '#app/domain/refunds/price-decision.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { cancelDelayed } from '../cancel-delayed.ts'

const maxPerRun = 25
const clock = { actor: 'system', by: 'the clock' } as const

/**
 * Cancels and refunds orders whose delay needed consent and got none, once the last day has passed
 * [DELAY-05]. The row lock of the order makes it once, whichever processes run it. Answers how many
 * were canceled.
 */
export async function cancelUnansweredDelays(app: AppContext): Promise<number> {
  const { orm } = app.db
  const today = shopDay(app.now())
  const due = await orm
    .select({ id: delayNotices.id })
    .from(delayNotices)
    .innerJoin(orders, eq(orders.id, delayNotices.orderId))
    .where(
      and(
        isNull(delayNotices.decision),
        lt(delayNotices.answerBy, today),
        eq(orders.state, 'paid'),
      ),
    )
    // Those that were reported come last, so that they keep no other one waiting.
    .orderBy(asc(delayNotices.reportedAt), asc(delayNotices.answerBy))
    .limit(maxPerRun)
  let count = 0
  for (const { id } of due) {
    if (app.closing.aborted) break
    const refunds = await orm
      .transaction((tx) => cancelIfDue(tx, app, id))
      .catch(async (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        await orm.transaction((tx) => report(tx, app, id, error.message))
        return null
      })
    if (refunds === null) continue
    count += 1
    for (const refund of refunds) await sendRefund(app, refund)
  }
  return count
}

/** Null where nothing is due any longer, or a person must look first. */
async function cancelIfDue(tx: Orm, app: AppContext, id: string): Promise<RefundRow[] | null> {
  const due = await lockDue(tx, app, id)
  if (!due) return null
  const obstacle = obstacleOf(due.order)
  if (obstacle) {
    await reportDue(due, obstacle)
    return null
  }
  const why =
    'This order is delayed. You didn’t tell us you wanted to wait, so it was canceled, as the law requires.'
  return cancelDelayed(app, due, due.notice, { decision: 'lapsed', why, mayRefund: true })
}

type Due = LockedOrder & { notice: DelayNotice }

async function lockDue(tx: Orm, app: AppContext, id: string): Promise<Due | null> {
  const known = await findDelay(tx, id)
  const order = known && (await lockOrder(tx, known.orderId))
  const notice = await findDelay(tx, id)
  if (order?.state !== 'paid' || !notice || notice.decision !== null) return null
  const isDue = notice.answerBy !== null && notice.answerBy < shopDay(app.now())
  return isDue ? { ...orderChanger(tx, app, order, clock), notice } : null
}

/** Waits for what a person must decide first. */
function obstacleOf(order: OrderRow): string | null {
  if (order.dispute === 'open') return 'Its payment is disputed.'
  if (order.holdReason !== null || order.openHolds > 0) return 'It’s waiting for staff review.'
  return awaitsPriceDecision(order)
    ? 'Its price was withdrawn, and someone has to decide what to do.'
    : null
}

async function report(tx: Orm, app: AppContext, id: string, why: string): Promise<void> {
  const due = await lockDue(tx, app, id)
  if (due) await reportDue(due, why)
}

/** Staff are told once; it is tried again in case the obstacle is gone [DELAY-07]. */
async function reportDue({ tx, at, save, notice }: Due, obstacle: string) {
  if (notice.reportedAt !== null) return
  await tx.update(delayNotices).set({ reportedAt: at }).where(eq(delayNotices.id, notice.id))
  const why = `There was no answer to the delay notice by ${formatDay(notice.answerBy ?? '')}. It wasn’t canceled automatically: ${obstacle}`
  const email = { about: 'delay ended', occasion: `${notice.id}:reported` } as const
  await save({ why, email: email })
}
