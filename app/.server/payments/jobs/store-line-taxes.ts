import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { taxOfSale } from '#app/.server/ledger/repository.ts'
import { lockOrder, payableOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { workThrough } from '#app/.server/platform/db/work-through.ts'
import { holdIfPickupTaxDoubted } from '#app/.server/risk/hold-paid-order.ts'
import { ordersWithoutLineTaxes, storeLineTaxes } from '#app/.server/tax/line-taxes.ts'
import { type PaymentGateway, PaymentUnavailable } from '../gateway/payment-gateway.ts'

/** Calls per run. */
const maxPerRun = 10
/** An order whose lines could not be had is asked about again after this. */
const retryAfterMs = 10 * 60_000

/**
 * Asks the provider what each line of a paid order was taxed by whom, and keeps it. The sum came with
 * the payment and is in the ledger already, so nothing waits for this. Answers how many were kept.
 */
export async function fetchLineTaxes(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (!db || payments?.provider !== 'stripe') return 0
  const askedBefore = new Date(app.now().getTime() - retryAfterMs)
  const find = () => ordersWithoutLineTaxes(db.orm, { askedBefore, limit: maxPerRun })
  return workThrough(app, 'line taxes', find, (order) => storeTaxesOf(app, payments, order))
}

type PaidOrder = Awaited<ReturnType<typeof ordersWithoutLineTaxes>>[number]

async function storeTaxesOf(
  app: AppContext,
  payments: PaymentGateway,
  order: PaidOrder,
): Promise<boolean> {
  const { db } = app
  const { id, number } = order
  const at = app.now()
  await db.orm.update(orders).set({ lineTaxesAskedAt: at }).where(eq(orders.id, id))
  try {
    const session = await sessionWithTaxes(db.orm, order)
    const taxes = session ? await payments.lineTaxes(session, await payableOrder(db, id)) : []
    const isKept = await db.orm.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      if (!locked) return false
      if (await storeLineTaxes(tx, locked, taxes, at)) {
        await holdIfPickupTaxDoubted(tx, locked, { taxes, at })
        return true
      }
      // Nothing is kept for a sale without tax, whatever its payment page said.
      return storeLineTaxes(tx, locked, [], at)
    })
    if (!isKept) app.log.error({ order: number }, 'the tax of the lines is not that of the order')
    return isKept
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    app.log.warn({ cause: error.cause, order: number }, 'the tax of the lines is not known yet')
    return false
  }
}

const sessionOfEvent = z.object({ object: z.object({ id: z.string().startsWith('cs_') }) })

/**
 * The session whose payment the order was paid by: its own, or that of a payment that staff attached.
 * Null where such a payment was without tax: nothing is asked for then.
 */
async function sessionWithTaxes(
  orm: Orm,
  { id, paymentSession, paymentReference }: PaidOrder,
): Promise<string | null> {
  const { orderId, type, reference, payload } = paymentEvents
  const paidBy = await orm
    .select({ payload })
    .from(paymentEvents)
    .where(and(eq(orderId, id), eq(type, 'paid'), eq(reference, paymentReference ?? '')))
  const sessions = paidBy.flatMap((event) => {
    const read = sessionOfEvent.safeParse(event.payload)
    return read.success ? [read.data.object.id] : []
  })
  if (paymentSession !== null && sessions.includes(paymentSession)) return paymentSession
  if ((await taxOfSale(orm, id)) === 0) return null
  return sessions[0] ?? paymentSession
}
