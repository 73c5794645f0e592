import { and, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderAs } from '#app/.server/orders/change-order.ts'
import { emailOutbox, orders } from '#app/.server/platform/db/schema.ts'

/** Before the end of the last bank day in New York: at 8 in the morning there. */
const remindBeforeMs = 16 * 60 * 60 * 1000
const atOnce = 100
const occasion = 'reminder'

/** Reminds once of a wire that is not whole, on its last bank day, with what is missing [BANK-08]. */
export async function remindOfWires(app: AppContext): Promise<number> {
  const at = app.now()
  const { orm } = app.db
  const waiting = and(
    eq(orders.state, 'pending'),
    eq(orders.payBy, 'wire'),
    isNull(orders.holdReason),
    isNotNull(orders.paymentProcessingAt),
    isNotNull(orders.email),
    gt(orders.expiresAt, at),
    lte(orders.expiresAt, new Date(at.getTime() + remindBeforeMs)),
    sql`not exists (select from ${emailOutbox} where ${emailOutbox.orderId} = ${orders.id}
      and ${emailOutbox.kind} = 'order-wire-buyer' and ${emailOutbox.occasion} = ${occasion})`,
  )
  const found = await orm.select({ id: orders.id }).from(orders).where(waiting).limit(atOnce)
  for (const { id } of found) {
    await changeOrderAs(app, { id, actor: 'system', by: 'the clock' }, async ({ order, save }) => {
      if (order.state !== 'pending') return
      const email = { about: 'wire awaited', occasion } as const
      await save({ why: 'The buyer is reminded of the wire.', email: email })
    })
  }
  return found.length
}
