import { PaymentUnavailable } from '../gateways/payments/payment-gateway.ts'
import { settleOrder } from '../operations/settle-order.ts'
import { takeProviderEvent } from '../operations/take-payment-message.ts'
import { ordersToAskAbout } from '../queries/orders-to-ask-about.ts'
import type { Shop } from '../shop.ts'

/** So many calls a run: far below any provider's limits. The rest comes at the next run. */
const mostAsked = 25

/** The provider keeps on trying for three days; what it gave up within them is fetched. */
const undeliveredDays = 3

/**
 * Asks the payment provider about orders still pending and pages it was given, so that a lost
 * webhook is found before the customer writes, and lets orders run out by its word. One process at
 * a time; a provider that does not answer is left alone until the next run. Answers how many orders
 * were settled.
 */
export async function reconcilePayments(shop: Shop): Promise<number> {
  const { db, payments } = shop
  if (!db || payments?.provider !== 'stripe') return 0
  const settled = await db.withLock('reconcile payments', async () => {
    let count = 0
    const asked = { provider: payments.provider, now: shop.now(), limit: mostAsked }
    for (const order of await ordersToAskAbout(db, asked)) {
      if (shop.closing.aborted) break
      try {
        if (await settleOrder(shop, payments, order)) count += 1
      } catch (error) {
        if (!(error instanceof PaymentUnavailable)) throw error
        shop.log.warn({ cause: error.cause }, 'the payment provider does not answer')
        break
      }
    }
    return count
  })
  return settled ?? 0
}

/** Events the provider could not deliver: refunds and disputes too, of which no order is asked about. */
export async function fetchLostEvents(shop: Shop): Promise<number> {
  const { db, payments } = shop
  if (!db || payments?.provider !== 'stripe') return 0
  const since = new Date(shop.now().getTime() - undeliveredDays * 86_400_000)
  const taken = await db.withLock('fetch lost payment events', async () => {
    const events = await payments.undelivered(since).catch((error: unknown) => {
      if (!(error instanceof PaymentUnavailable)) throw error
      shop.log.warn({ cause: error.cause }, 'the payment provider does not answer')
      return []
    })
    for (const event of events) {
      if (shop.closing.aborted) break
      await takeProviderEvent(shop, event)
    }
    return events.length
  })
  return taken ?? 0
}
