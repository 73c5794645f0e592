import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { customWorkOf } from '#app/.server/orders/staff-order-details.ts'
import { type DraftOrderRequest, saleRefused, staffMoneyOf } from '#app/.server/payments/balance.ts'
import { customWork } from '#app/.server/platform/db/draft-order-schema.ts'
import {
  canMoveStage,
  stageNames,
  workStatusProblem,
} from '#app/domain/draft-orders/custom-work.ts'
import { cents } from '#app/domain/money/cents.ts'

/** Custom work goes on by one stage, or one back [SALE-08]. */
export function moveStage(app: AppContext, request: DraftOrderRequest<'stage'>): Promise<string> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    const { id } = order
    const { to } = request
    const work = await customWorkOf(tx, id)
    if (!work) throw saleRefused('This order isn’t custom work.')
    await assertUnchanged()
    if (!canMoveStage(work.stage, to)) {
      throw saleRefused(`Custom work can’t move from “${work.stage}” to “${to}.”`)
    }
    const { received, isGoldFixed } = await staffMoneyOf(tx, order)
    const why = workStatusProblem(to, {
      received,
      deposit: cents(work.depositCents),
      isGoldFixed,
      isSent: order.state === 'fulfilled',
    })
    if (why) throw saleRefused(why)
    await tx
      .update(customWork)
      .set({ stage: to, stageAt: at, stageBy: by })
      .where(eq(customWork.orderId, id))
    await save({
      why: `Custom work moved from ${stageNames[work.stage]} to ${stageNames[to]}.`,
      audit: { action: 'order.stage_changed', facts: { from: work.stage, to } },
    })
    return 'The stage was changed.'
  })
}
