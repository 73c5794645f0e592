import type { AppContext } from '#app/.server/app-context.ts'
import { paymentsOfOrder } from '#app/.server/ledger/refunds.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { shopDay } from '#app/.server/orders/queries/orders-to-do.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'
import { noticeOfLink } from '../delays.ts'

/** What one of the two links in the email shows; null for one that the shop did not sign. */
export async function delayPage(app: AppContext, link: string) {
  if (app.config.database === 'none') return null
  return withDatabase(app, async ({ orm }) => {
    const found = await noticeOfLink(orm, app, link)
    if (!found) return null
    const { notice, order } = found
    const payments = await paymentsOfOrder(orm, order.id)
    const { oldShipBy, newShipBy, reason, answerBy, decision, decidedAt } = notice
    const isOver = answerBy !== null && answerBy < shopDay(app.now())
    const meanwhile = order.state === 'fulfilled' ? ('sent' as const) : ('closed' as const)
    const undecided = isOver ? ('too late' as const) : ('open' as const)
    return {
      number: order.number,
      isTest: !order.livemode,
      oldShipBy,
      newShipBy,
      reason,
      answerBy,
      /** `too late`: the deadline has passed. `sent`, `closed`: what became of the order since. */
      status: decision ?? (order.state === 'paid' ? undecided : meanwhile),
      decidedAt,
      isRest: (await parcelsOfOrder(orm, order.id)).length > 0,
      isPaidByHand: payments.length > 0 && payments.every(({ provider }) => provider === byHand),
    }
  })
}

/** Nothing of who bought what: an email may be forwarded [DELAY-04]. */
export type DelayPage = NonNullable<Awaited<ReturnType<typeof delayPage>>>
