import type { AppContext } from '#app/.server/app-context.ts'
import { decideDelay, delaysOfOrder, noticeOfLink } from '#app/.server/fulfillment/delays.ts'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import { changeOrderAs, type LockedOrder } from '#app/.server/orders/change-order.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { sendRefund } from '#app/.server/refunds/commands/send-refund.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { cancelDelayed } from '../cancel-delayed.ts'

export type DelayResponse = 'keep' | 'cancel'

const buyer = { actor: 'shopper', by: 'the buyer, through the email link' } as const

/**
 * What the buyer answers to a notice of a delay [DELAY-04]: waits, or cancels and gets back what was
 * paid for what was not sent. Once: the same answer again changes nothing, another one is refused.
 */
export async function respondToDelay(
  app: AppContext,
  link: string,
  response: DelayResponse,
): Promise<void> {
  const known = await withDatabase(app, ({ orm }) => noticeOfLink(orm, app, link))
  if (!known) throw unknownLink()
  const { notice, order } = known
  const store = (mayRefund: boolean) =>
    changeOrderAs(app, { id: order.id, ...buyer }, (locked) => {
      // It was replaced after it was read.
      if (locked.order.linkVersion !== order.linkVersion) throw unknownLink()
      return saveResponse(app, locked, { id: notice.id, answer: response, mayRefund })
    })
  // What cannot be refunded automatically is canceled anyway, and staff refund it.
  const refunds = await store(true).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'refund_refused') return store(false)
    throw error
  })
  for (const refund of refunds) await sendRefund(app, refund)
}

const unknownLink = () =>
  new AppError(
    'delay_unknown',
    404,
    'This page doesn’t exist. Please open the link in the email again.',
  )

const tooLate = (message: string) => new AppError('delay_decided', 409, message)

async function saveResponse(
  app: AppContext,
  locked: LockedOrder,
  { id, answer, mayRefund }: { id: string; answer: DelayResponse; mayRefund: boolean },
): Promise<RefundRow[]> {
  const { tx, order, at, by, save } = locked
  // Read under the lock: of two answers at once the second sees the first.
  const notice = (await delaysOfOrder(tx, order.id)).find((each) => each.id === id)
  if (!notice) throw unknownLink()
  const wanted = answer === 'keep' ? 'kept' : 'canceled'
  if (notice.decision === wanted) return []
  if (notice.decision !== null) throw tooLate(decidedMessages[notice.decision])
  if (order.state === 'fulfilled') {
    throw tooLate('Your order has already shipped, so it can’t be canceled.')
  }
  if (order.state !== 'paid') throw tooLate('Your order has been refunded.')
  const isOver = notice.answerBy !== null && notice.answerBy < shopDay(at)
  if (answer === 'cancel') {
    const why = 'You canceled this order when it was delayed.'
    return cancelDelayed(app, locked, notice, { decision: 'canceled', why, mayRefund })
  }
  if (isOver) throw tooLate(decidedMessages.lapsed)
  await decideDelay(tx, id, { decision: 'kept', at, by })
  await save({ why: `The buyer agreed to the delay until ${formatDay(notice.newShipBy)}.` })
  return []
}

const decidedMessages = {
  kept: 'You already chose to wait. To change that, please write to us.',
  canceled: 'This order was already canceled.',
  lapsed: 'The time to answer has passed, so we’re canceling the order and refunding your money.',
  replaced: 'We’ve emailed you again about this order. Please use the links in the later email.',
} as const
