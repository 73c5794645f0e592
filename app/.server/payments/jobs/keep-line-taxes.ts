import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { ordersWithoutLineTaxes, storeLineTaxes } from '#app/.server/orders/line-taxes.ts'
import { lockOrder, payableOrder } from '#app/.server/orders/repository.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { type PaymentGateway, PaymentUnavailable } from '../gateway/payment-gateway.ts'

/** So many calls a run. */
const maxPerRun = 10
/** An order whose lines could not be had is asked about again after this. */
const askAgainMs = 10 * 60_000

/**
 * Asks the provider what each line of a paid order was taxed by whom, and keeps it. The sum came with
 * the payment and stands in the ledger already, so nothing waits for this. Answers how many were kept.
 */
export async function keepLineTaxes(app: AppContext): Promise<number> {
  const { db, payments } = app
  if (!db || payments?.provider !== 'stripe') return 0
  const kept = await db.withLease('line taxes', async (lease) => {
    const askedBefore = new Date(app.now().getTime() - askAgainMs)
    let count = 0
    for (const order of await ordersWithoutLineTaxes(db.orm, { askedBefore, limit: maxPerRun })) {
      if (app.closing.aborted) break
      await lease.check(db.orm)
      if (await keepTaxesOf(app, db, payments, order)) count += 1
    }
    return count
  })
  return kept ?? 0
}

type PaidOrder = { id: string; number: string; paymentSession: string | null }

async function keepTaxesOf(
  app: AppContext,
  db: Database,
  payments: PaymentGateway,
  { id, number, paymentSession }: PaidOrder,
): Promise<boolean> {
  const at = app.now()
  await db.orm.update(orders).set({ lineTaxesAskedAt: at }).where(eq(orders.id, id))
  try {
    const taxes = paymentSession
      ? await payments.lineTaxes(paymentSession, await payableOrder(db, id))
      : []
    const isKept = await db.orm.transaction(async (tx) => {
      const order = await lockOrder(tx, id)
      if (!order) return false
      if (await storeLineTaxes(tx, order, taxes, at)) return true
      // Sold without tax by another payment that staff attached; its own session was paid as well.
      return storeLineTaxes(tx, order, [], at)
    })
    if (!isKept) app.log.error({ order: number }, 'the tax of the lines is not that of the order')
    return isKept
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    app.log.warn({ cause: error.cause, order: number }, 'the tax of the lines is not known yet')
    return false
  }
}
