import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { customWorkOf } from '#app/.server/orders/draft-details.ts'
import { lockOrderForStaff, refuseWhereChanged } from '#app/.server/orders/staff-order.ts'
import { type AskedOfSale, saleRefused, staffMoneyOf } from '#app/.server/payments/balance.ts'
import { noteOnOrder } from '#app/.server/payments/payment-request-links.ts'
import { customWork } from '#app/.server/platform/db/draft-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { canMoveStage, whyNotAtStage } from '#app/domain/draft-orders/custom-work.ts'
import { cents } from '#app/domain/money/cents.ts'

/** Custom work goes on by one stage, or one back [SALE-08]. */
export async function moveStage(app: AppContext, request: AskedOfSale<'stage'>): Promise<string> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const { id, by, to, revision } = request
      const order = await lockOrderForStaff(tx, id)
      const work = await customWorkOf(tx, id)
      if (!work) throw saleRefused('This order is not custom work.')
      await refuseWhereChanged(tx, order, revision)
      if (!canMoveStage(work.stage, to)) {
        throw saleRefused(`Custom work at “${work.stage}” cannot go on to “${to}”.`)
      }
      const { received, isGoldFixed } = await staffMoneyOf(tx, order)
      const why = whyNotAtStage(to, {
        received,
        deposit: cents(work.depositCents),
        isGoldFixed,
        isSent: order.state === 'fulfilled',
      })
      if (why) throw saleRefused(why)
      const at = app.now()
      await tx
        .update(customWork)
        .set({ stage: to, stageAt: at, stageBy: by })
        .where(eq(customWork.orderId, id))
      await noteOnOrder(tx, order, { at, by, why: `Custom work: from ${work.stage} to ${to}.` })
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.stage_changed',
        target: { type: 'order', id },
        facts: { number: order.number, from: work.stage, to },
      })
      return 'The stage was changed.'
    }),
  )
}
