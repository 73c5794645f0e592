import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrderAs } from '#app/.server/orders/change-order.ts'
import { buyerMissing, promisedFirst } from '#app/.server/orders/queries/orders-to-do.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { type OrderRow, orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { changedParts, listParts, missingParts } from '#app/domain/orders/buyer.ts'
import { ifAnswered } from '../gateway/if-answered.ts'
import type { PaymentEvent } from '../gateway/payment-event.ts'
import type { PaymentGateway } from '../gateway/payment-gateway.ts'

/** Calls per run. */
const maxPerRun = 10

/**
 * Asks the provider about paid orders whose address, name or email address did not come with the payment.
 * Owners are told once of what it does not have either [ADDR-03]. Answers how many were asked
 * about.
 */
export async function fetchMissingBuyers(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (db.engine === 'none' || !payments) return 0
  const find = async () =>
    db.orm
      .select()
      .from(orders)
      .where(and(buyerMissing, isNull(orders.buyerAskedAt), eq(orders.livemode, payments.live)))
      .orderBy(...promisedFirst)
      .limit(maxPerRun)
  return workThrough(app, 'ask for buyers', find, async (order) => {
    const answer = await ifAnswered(app, () => requestAbout(db.orm, payments, order), 'stop')
    if (answer === 'stop') return 'stop'
    await storeBuyer(app, order, answer)
    return true
  })
}

const sessionOfEvent = z.object({ object: z.object({ id: z.string().startsWith('cs_') }) })

/** What its provider says of the session that it was paid at; null where there is none to ask about. */
async function requestAbout(
  orm: Orm,
  payments: PaymentGateway,
  order: OrderRow,
): Promise<PaymentEvent | null> {
  if (order.paymentProvider !== payments.provider) return null
  const { orderId, type, payload, receivedAt } = paymentEvents
  const paidBy = await orm
    .select({ payload })
    .from(paymentEvents)
    .where(and(eq(orderId, order.id), eq(type, 'paid')))
    .orderBy(desc(receivedAt))
  const sessions = paidBy.flatMap((event) => {
    const read = sessionOfEvent.safeParse(event.payload)
    return read.success ? [read.data.object.id] : []
  })
  const session = sessions[0] ?? order.paymentSession
  const status = session === null ? 'unknown' : await payments.retrieveSession(session)
  return typeof status === 'object' ? status : null
}

/** Never over what is there by now: staff may have entered it. */
async function storeBuyer(
  app: AppContext,
  { id, paymentProvider }: OrderRow,
  answer: PaymentEvent | null,
): Promise<void> {
  const by = `payment provider (${paymentProvider}, asked)`
  const change = { id, actor: 'payment provider', by } as const
  await changeOrderAs(app, change, async ({ tx, order, at, save }) => {
    if (order.state !== 'paid') return
    await tx.update(orders).set({ buyerAskedAt: at }).where(eq(orders.id, id))
    const before = { email: order.email, address: order.shippingAddress }
    const isComplete = missingParts(before.address).length === 0
    const after = {
      email: before.email ?? answer?.email ?? null,
      address: isComplete ? before.address : (answer?.address ?? before.address),
    }
    const found = changedParts(before, after)
    if (found.length > 0) {
      const why = `The payment provider was asked and gave ${listParts(found)}.`
      await save({ why, columns: { email: after.email, shippingAddress: after.address } })
    }
    const missing = [
      ...missingParts(after.address),
      ...(after.email === null && order.origin === 'web' ? (['email'] as const) : []),
    ]
    if (missing.length === 0) return
    const facts = { order: { id, number: order.number }, missing }
    await raiseAlert(tx, { kind: 'order-without-address', at, occasion: id, facts })
  })
}
