import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminActor, recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { lockOrderForStaff } from '#app/.server/orders/staff-order.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import { weighedItemsOf } from '#app/.server/orders/weighed-items.ts'
import { weighedItems } from '#app/.server/platform/db/weighing-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'

type Settled = {
  /** Of the order. */
  id: string
  by: string
  line: number
  item: number
  /** How often it was weighed, as the screen showed it. */
  seen: number
  reason: string
}

/**
 * Staff say how a difference was settled that the shop could not give back by itself; the item may be
 * sent then [WEIGH-04]. Pressed twice it is done once.
 */
export async function settleWeight(
  app: AppContext,
  { id, by, line, item, seen, reason }: Settled,
): Promise<void> {
  const at = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderForStaff(tx, id)
      const found = (await weighedItemsOf(tx, id)).find(
        (each) => each.line === line && each.item === item,
      )
      if (found?.nth !== seen) {
        const sentence = 'This piece was weighed meanwhile. Nothing was changed.'
        throw new AppError('weighed_meanwhile', 409, sentence)
      }
      if (found.problem === null) return
      await tx
        .update(weighedItems)
        .set({ settledCents: found.missing, problem: null })
        .where(
          and(
            eq(weighedItems.orderId, id),
            eq(weighedItems.line, line),
            eq(weighedItems.item, item),
          ),
        )
      const open = formatCents(cents(found.missing - found.settled))
      const why = `The ${open} of gold missing in ${found.serial} is settled: ${reason}`
      await updateOrder(tx, order, { at, actor: 'staff', by, why }, {})
      await recordAuditEvent(tx, {
        at,
        actor: adminActor(by),
        action: 'order.weight_settled',
        target: { type: 'order', id },
        facts: { number: order.number, reason: why },
      })
    }),
  )
}
