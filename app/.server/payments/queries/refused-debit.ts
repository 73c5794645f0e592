import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { balanceOfOrder } from '#app/.server/ledger/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import { type OrderRow, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { type Cents, cents } from '#app/domain/money/cents.ts'
import { isPriceHeld } from '#app/domain/payments/failed-debit.ts'
import { isPriceWithdrawn } from '#app/domain/refunds/price-decision.ts'
import { paymentRequestLinksOf } from '../payment-request-links.ts'
import { stateOfLink } from '../state-of-link.ts'

/** A bank debit that the bank did not pay [BANK-20, BANK-21]. */
export type RefusedDebit = {
  amount: Cents | null
  /** Why, in words that end a sentence; null where the bank gave no reason that is known. */
  reason: string | null
  /**
   * How its buyer goes on: by a new order, since this one was canceled; by one that staff make them, since its
   * price is held no longer; by the payment link they have, until its end; by one that staff send them, while the
   * price is held: `until` is null once something is paid.
   */
  next:
    | { by: 'new order' | 'new draft order' }
    | { by: 'same link'; until: Date }
    | { by: 'new link'; until: Date | null }
}

type App = Pick<AppContext, 'payments' | 'now'>

/**
 * The debit of an order that failed last, or the one of this payment; null where there is none. `isOpen`: null
 * too once another payment came or is on its way, or the order ended otherwise.
 */
export async function refusedDebit(
  orm: Orm,
  app: App,
  order: OrderRow,
  { reference, isOpen = false }: { reference?: string; isOpen?: boolean } = {},
): Promise<RefusedDebit | null> {
  const statesAfter = order.origin === 'web' ? ['cancelled'] : ['pending', 'expired']
  if (order.payBy !== 'debit' || (isOpen && !statesAfter.includes(order.state))) return null
  const { type, outcome, receivedAt } = paymentEvents
  const [last] = await orm
    .select()
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, order.id),
        inArray(outcome, ['applied', 'updated']),
        inArray(type, isOpen ? ['failed', 'processing', 'paid'] : ['failed']),
        reference ? eq(paymentEvents.reference, reference) : undefined,
      ),
    )
    .orderBy(desc(receivedAt), sql`${type} = 'failed' desc`)
    .limit(1)
  if (last?.type !== 'failed') return null
  if (isOpen && (await hasPaidSince(orm, order, last.receivedAt))) return null
  return {
    amount: last.amountCents === null ? null : cents(last.amountCents),
    reason: storedReason.safeParse(last.payload).data?.detail ?? null,
    next: await nextOf(orm, app, order),
  }
}

const storedReason = z.object({ detail: z.string() })

/** Staff may have taken money themselves. */
async function hasPaidSince(orm: Orm, { id }: OrderRow, since: Date): Promise<boolean> {
  const { orderId, kind, at } = ledgerEntries
  const paid = and(eq(orderId, id), eq(kind, 'payment'), gt(at, since))
  return (await orm.$count(ledgerEntries, paid)) > 0
}

async function nextOf(orm: Orm, app: App, order: OrderRow): Promise<RefusedDebit['next']> {
  const { origin, state, expiresAt } = order
  if (origin === 'web' || state === 'cancelled') return { by: 'new order' }
  const { paid, refunded } = await balanceOfOrder(orm, order.id)
  const received = cents(paid - refunded)
  const price = { expiresAt, received, isWithdrawn: isPriceWithdrawn(order) }
  const isHeld = state !== 'expired' && isPriceHeld(price, app.now())
  if (!isHeld) return { by: 'new draft order' }
  const [link] = await paymentRequestLinksOf(orm, order.id)
  const isPayable = link && (await stateOfLink(orm, app, link, order)) === 'open'
  if (isPayable) return { by: 'same link', until: link.endsAt }
  return { by: 'new link', until: received > 0 ? null : expiresAt }
}
