import type { AppContext } from '#app/.server/app-context.ts'
import {
  decideDelay,
  delaysOfOrder,
  findDelay,
  noticeOfLink,
} from '#app/.server/fulfillment/delays.ts'
import type { RefundRow } from '#app/.server/ledger/refunds.ts'
import { shopDay } from '#app/.server/orders/queries/work.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { sendRefund } from '#app/.server/refunds/commands/send-refund.ts'
import { formatDay } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { cancelDelayed } from '../cancel-delayed.ts'

export type DelayAnswer = 'keep' | 'cancel'

const buyer = { actor: 'shopper', by: 'the buyer, by the link of the mail' } as const

/**
 * What the buyer answers to a notice of a delay [DELAY-04]: waits, or cancels and gets back what was
 * paid for what was not sent. Once: the same answer again changes nothing, another one is refused.
 */
export async function answerDelay(
  app: AppContext,
  link: string,
  answer: DelayAnswer,
): Promise<void> {
  const id = noticeOfLink(app, link)
  if (id === null) throw unknownLink()
  const store = (mayRefund: boolean) =>
    withDatabase(app, ({ orm }) =>
      orm.transaction((tx) => storeAnswer(tx, app, { id, answer, mayRefund })),
    )
  // What cannot be given back by itself is canceled all the same, and staff give it back.
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
    'There is no such page. Please open the link of the mail again.',
  )

const tooLate = (sentence: string) => new AppError('delay_decided', 409, sentence)

async function storeAnswer(
  tx: Orm,
  app: AppContext,
  { id, answer, mayRefund }: { id: string; answer: DelayAnswer; mayRefund: boolean },
): Promise<RefundRow[]> {
  const at = app.now()
  const known = await findDelay(tx, id)
  const order = known && (await lockOrder(tx, known.orderId))
  // Read again under the lock: of two answers at once the second sees the first.
  const delays = order ? await delaysOfOrder(tx, order.id) : []
  const notice = delays.find((each) => each.id === id)
  if (!order || !notice) throw unknownLink()
  const wanted = answer === 'keep' ? 'kept' : 'canceled'
  if (notice.decision === wanted) return []
  if (notice.decision !== null) throw tooLate(decidedSentences[notice.decision])
  if (order.state === 'fulfilled') {
    throw tooLate('Your order was sent meanwhile, so it cannot be canceled any more.')
  }
  if (order.state !== 'paid') throw tooLate('Your order was refunded meanwhile.')
  const isOver = notice.answerBy !== null && notice.answerBy < shopDay(at)
  if (answer === 'cancel') {
    const why = 'You canceled this order when it was delayed.'
    const decided = { decision: 'canceled', at, ...buyer, why, mayRefund } as const
    return cancelDelayed(tx, app, { order, notice }, decided)
  }
  if (isOver) throw tooLate(decidedSentences.lapsed)
  await decideDelay(tx, id, { decision: 'kept', at, by: buyer.by })
  const why = `The buyer agrees to the delay until ${formatDay(notice.newShipBy)}.`
  await updateOrder(tx, order, { at, ...buyer, why }, {})
  return []
}

const decidedSentences = {
  kept: 'You have chosen to wait already. To change that, please write to us.',
  canceled: 'This order was canceled already.',
  lapsed: 'The time to answer has ended, so the order is canceled and your money goes back.',
  replaced:
    'We have written to you again about this order. Please use the links in the later mail.',
} as const
