import type { AppContext } from '#app/.server/app-context.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { confirmedLink } from '#app/.server/orders/order-link.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { receiveReturn, weighReturn } from '#app/.server/returns/commands/move-return.ts'
import { openReturn } from '#app/.server/returns/commands/open-return.ts'
import { orderReturns } from '#app/.server/returns/queries/order-returns.ts'
import { returnsOfOrder } from '#app/.server/returns/returns.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import type { Pieces } from '#app/domain/fulfillment/parcel.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import { type PlacedOrder, payment, pendingOrder, seenByStaff, storedOrder } from './orders.ts'

/** Orders of any total are sent without a look at who bought. */
export function sendsAnyTotal(app: AppContext): Promise<void> {
  const never = {
    highValue: cents(0),
    threeDSecure: cents(0),
    compareCountries: false,
    toleranceMg: 50,
    limitPermille: 50,
    secondReading: cents(1000),
    workshopLimit: cents(10_000),
  }
  return saveSetting(app, riskSetting, never, 'ann@example.com')
}

/** Two of one piece and one of another, paid and wholly sent. */
export async function sentOrder(app: AppContext): Promise<PlacedOrder> {
  await sendsAnyTotal(app)
  const order = await pendingOrder(app, [
    { productId: '7', size: 'Small', quantity: 2 },
    { productId: '8', size: 'Small', quantity: 1 },
  ])
  await applyPaymentEvent(app, payment(order))
  await recordShipment(app, {
    ...(await readyToSend(app, order)),
    carrier: 'ups',
    tracking: '1Z999AA10123456784',
  })
  return (await storedOrder(app, order.id)).order
}

/** What the link of an email to the buyer has in its address. */
export function confirmedBy(app: AppContext, order: Pick<PlacedOrder, 'id' | 'token'>) {
  return new URL(confirmedLink(app, order)).searchParams.get('confirmed')
}

let keys = 0

/** What a buyer hands in: one piece of the first line, on the page as it is now. */
export async function buyerAsks(
  app: AppContext,
  { id }: { id: string },
  pieces: readonly Pieces[] = [{ line: 0, quantity: 1 }],
) {
  const { order } = await storedOrder(app, id)
  keys += 1
  return {
    token: order.token,
    confirmed: confirmedBy(app, order),
    key: `a-key-of-a-form-${keys}`,
    revision: order.revision,
    pieces,
    reason: 'It is too small.',
  }
}

export async function lastReturn(app: AppContext, { id }: { id: string }) {
  const last = (await returnsOfOrder(app.db.orm, id)).at(-1)
  if (!last) throw new Error('there is no return')
  return last
}

/** What staff hand in about the last return of an order, as they see it now. */
export async function aboutReturn(app: AppContext, order: { id: string }, by = 'ann@example.com') {
  const { sanctions: _, ...seen } = await seenByStaff(app, order, by)
  return { ...seen, returnId: (await lastReturn(app, order)).id }
}

/** Opened by staff, and so accepted. */
export async function openedReturn(
  app: AppContext,
  order: { id: string },
  pieces: readonly Pieces[] = [{ line: 0, quantity: 1 }],
  exception = '',
) {
  keys += 1
  const { sanctions: _, ...seen } = await seenByStaff(app, order)
  await openReturn(app, {
    ...seen,
    ...{ pieces, exception, key: `a-key-of-a-form-${keys}` },
    ...{ reason: 'It is too small.', instructions: 'Send it to us.' },
  })
  return lastReturn(app, order)
}

/** Here and weighed, as it was sold. */
export async function weighedReturn(
  app: AppContext,
  order: { id: string },
  pieces: Pieces = { line: 0, quantity: 1 },
) {
  await openedReturn(app, order, [pieces])
  await receiveReturn(app, await aboutReturn(app, order))
  const sold = (await orderReturns(app, order.id))?.returns.at(-1)?.lines[0]?.sold
  const weights = [{ line: pieces.line, weighed: (sold ?? 0) as Milligrams }]
  await weighReturn(app, { ...(await aboutReturn(app, order)), weights, note: '' })
  return lastReturn(app, order)
}
