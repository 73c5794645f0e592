import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderIn, type LockedByStaff } from '#app/.server/orders/change-order.ts'
import { assertCancellable, cancelLocked } from '#app/.server/payments/commands/cancel-order.ts'
import { withSessionClosed } from '#app/.server/payments/commands/close-checkout-session.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { StaffTradeInInput } from '#app/contracts/trade-ins/trade-in.ts'
import { afterCancel } from '#app/domain/trade-ins/trade-in.ts'
import {
  changeTradeIn,
  changeTradeInIn,
  type LockedTradeIn,
  type StaffTradeIn,
  type TradeInRow,
  tradeInRefused,
} from '../change-trade-in.ts'
import { wasBought, wasSent } from '../money.ts'
import { recastOrder } from '../recast-order.ts'

type CancelRequest = StaffTradeIn & StaffTradeInInput<'cancel'>

/**
 * Ends it, or sends the piece back where it is here; a piece that was paid for stays [TRADE-08]. The order of a recast
 * is canceled with it, so that nobody pays or ships it. It is locked before the trade-in.
 */
export async function cancelTradeIn(
  app: AppContext,
  { reason, ...request }: CancelRequest,
): Promise<void> {
  const isSame = (row: TradeInRow) => row.closedWhy === reason
  const step = { ...request, to: ['canceled', 'returning'] as const, isSame }
  const order = await withDatabase(app, ({ orm }) => recastOrder(orm, request.id))
  if (!order) {
    await changeTradeIn(app, step, async (tradeIn) => {
      await assertNotGone(tradeIn)
      await saveCanceled(tradeIn, reason)
    })
    return
  }
  const both = (tx: Orm, work: (of: LockedTradeIn, order: LockedByStaff) => Promise<void>) =>
    changeOrderIn(tx, app, { id: order.id, by: request.by }, (locked) =>
      changeTradeInIn(tx, app, step, async (tradeIn) => {
        await assertNotGone(tradeIn)
        await assertUnpaid(locked)
        await work(tradeIn, locked)
      }),
    )
  // Before the buyer's payment page is closed, and once more under the locks.
  await withDatabase(app, ({ orm }) => orm.transaction((tx) => both(tx, async () => {})))
  await withSessionClosed(app, order.id, async (tx, isClosed) => {
    let isOpen = false
    await both(tx, async (tradeIn, locked) => {
      isOpen = !isClosed(locked.order)
      if (isOpen) return
      await saveCanceled(tradeIn, reason)
      if (locked.order.state === 'pending') await cancelLocked(locked, reason)
    })
    return isOpen ? 'again' : 'done'
  })
}

async function assertNotGone({ tx, row }: LockedTradeIn): Promise<void> {
  if (await wasBought(tx, row.id)) {
    throw tradeInRefused(
      'This piece was bought: its credit was used, or the customer was paid. It can’t be canceled.',
    )
  }
  if (await wasSent(tx, row)) {
    throw tradeInRefused('The recast piece has shipped. Mark this trade-in as done instead.')
  }
}

async function assertUnpaid(locked: LockedByStaff): Promise<void> {
  const { state, number } = locked.order
  if (state === 'pending') await assertCancellable(locked)
  if (state !== 'paid' && state !== 'fulfilled') return
  throw tradeInRefused(`The customer paid for this recast. Refund order ${number} first.`)
}

async function saveCanceled({ row, save }: LockedTradeIn, reason: string): Promise<void> {
  const to = afterCancel(row.state)
  await save({
    to,
    columns: { closedWhy: reason },
    why: `Canceled: ${reason}`,
    email: to === 'canceled' ? 'trade-in-ended-owner' : 'trade-in-returning-owner',
  })
}
