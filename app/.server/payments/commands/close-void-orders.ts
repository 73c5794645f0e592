import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { lastCorrection } from '#app/.server/gold-price/void-quotes.ts'
import { lockOrder } from '#app/.server/orders/repository.ts'
import { orders } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { storedSellingStop } from '#app/.server/selling/queries/selling.ts'
import { dropSession } from '../payment-request-links.ts'
import { cancelOrder } from './cancel-order.ts'
import { closeCheckoutSession, sessionToClose } from './close-checkout-session.ts'

/** Checkout sessions closed at once, each by one or two calls of the provider. */
const atOnce = 5
/** Limit per run; the job's next run does the rest. */
const maxClosed = 200

export type ClosedOrders = {
  cancelled: number
  /** Still open: the payment provider did not answer. */
  left: number
}

/**
 * Closes unpaid orders whose price staff corrected or withdrew, all of them while the shop sells
 * nothing, and their payment pages [QUOTE-08, WITHDRAW-01, STOP-02]. One that was paid since stays
 * paid, one whose payment is on its way or that is on hold stays as it is. Safe in several
 * processes at once.
 */
export async function closeVoidOrders(app: AppContext): Promise<ClosedOrders> {
  const closed: ClosedOrders = { cancelled: 0, left: 0 }
  const waiting = await voidOrders(app)
  const queue = waiting.values()
  let isUnavailable = false
  const worker = async () => {
    for (const { id, number, why, origin } of queue) {
      if (isUnavailable || app.closing.aborted) {
        closed.left += 1
        continue
      }
      try {
        if (origin === 'staff') {
          await closePayPage(app, id)
          continue
        }
        const change = { actor: 'system', by: 'the shop', why } as const
        if ((await cancelOrder(app, id, change)) === 'cancelled') closed.cancelled += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        app.log.warn({ order: number, ...error.facts }, 'an order that should be closed stays open')
        closed.left += 1
        isUnavailable = true
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return closed
}

/**
 * Closes the payment page of a payment link, and leaves the link: where it can be paid again, it opens another.
 * Throws an AppError where the provider cannot be reached.
 */
async function closePayPage(app: AppContext, orderId: string): Promise<void> {
  const closed = await closeCheckoutSession(app, orderId)
  await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (order?.state !== 'pending' || sessionToClose(order) !== closed) return
      await dropSession(tx, order, order.paymentSession ?? undefined)
    }),
  )
}

type VoidOrder = { id: string; number: string; origin: 'web' | 'staff'; why: string }

function voidOrders(app: AppContext): Promise<VoidOrder[]> {
  return withDatabase(app, async ({ orm }) => {
    const corrected = await lastCorrection(orm)
    const isStopped = (await storedSellingStop(orm)) !== null
    const { state, holdReason, paymentProcessingAt, goldCorrectedAt, paymentSession } = orders
    const isWithdrawn = isNotNull(orders.priceWithdrawnAt)
    // Staff chose the price of a draft order by name; it applies until it is withdrawn.
    const isOfWeb = eq(orders.origin, 'web')
    const isCorrected =
      corrected === null
        ? sql`false`
        : and(isOfWeb, or(isNull(goldCorrectedAt), lt(goldCorrectedAt, corrected)))
    const closable = or(
      isNull(paymentSession),
      eq(orders.paymentProvider, app.payments?.provider ?? 'test'),
    )
    const found = await orm
      .select({
        id: orders.id,
        number: orders.number,
        origin: orders.origin,
        isWithdrawn: sql<boolean>`${isWithdrawn}`,
        isCorrected: sql<boolean>`${isCorrected}`,
      })
      .from(orders)
      .where(
        and(
          eq(state, 'pending'),
          isNull(holdReason),
          isNull(paymentProcessingAt),
          or(isWithdrawn, isCorrected, isStopped ? sql`true` : undefined),
          closable,
          // Of an order that staff made only the payment page closes; its link says why.
          or(isOfWeb, isNotNull(paymentSession)),
        ),
      )
      .orderBy(asc(orders.createdAt))
      .limit(maxClosed)
    return found.map(({ id, number, origin, ...reasons }) => ({
      id,
      number,
      origin,
      why: whyClosed(reasons),
    }))
  })
}

function whyClosed({ isWithdrawn, isCorrected }: { isWithdrawn: boolean; isCorrected: boolean }) {
  if (isWithdrawn) return 'The gold price it was placed at was withdrawn.'
  if (isCorrected) return 'The gold price it was placed at was corrected.'
  return 'The shop stopped selling before it was paid.'
}
