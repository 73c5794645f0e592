import { randomUUID } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { isConfirmed } from '#app/.server/orders/order-link.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { whyNoneReturned } from '#app/domain/returns/last-return-day.ts'
import { isOnItsWay } from '#app/domain/returns/return.ts'
import { brand } from '#brand'
import { returnableOf } from '../returnable.ts'
import { buyerReturns } from './buyer-returns.ts'

/** The page on which a buyer returns pieces of an order [RETURN-05]; null for no order that was paid. */
export async function returnPage(app: AppContext, token: string, confirmed: string | null) {
  if (!isToken(token) || app.config.database === 'none') return null
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'token', token)
    if (!order || !wasPaid(order.state)) return null
    const isOpen = isConfirmed(app, order.id, confirmed)
    const { lines, returns, pieces, wasSent } = await returnableOf(orm, order, app.now())
    const known = isOpen ? await buyerReturns(orm, order.id, returns, lines) : []
    return {
      number: order.number,
      isTest: !order.livemode,
      /** Opened by the link of an email, within its hour; nothing else is shown without. */
      isConfirmed: isOpen,
      canEmail: order.email !== null && app.mail !== null,
      revision: order.revision,
      key: randomUUID(),
      wasSent,
      whyNone: returns.length === 0 ? whyNoneReturned(pieces, brand.email) : null,
      pieces: isOpen ? pieces : [],
      returns: known.map((each) => ({ ...each, isOnItsWay: isOnItsWay(each.state) })),
    }
  })
}

export type ReturnPage = NonNullable<Awaited<ReturnType<typeof returnPage>>>
