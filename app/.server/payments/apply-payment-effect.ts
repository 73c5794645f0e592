import { eq } from 'drizzle-orm'
import type { OrderChanges, PaymentEffect } from '#app/domain/payments/payment-event.ts'
import { queueMails } from '../orders/queue-mails.ts'
import {
  notBefore,
  type OrderRow,
  type TransitionDetails,
  transitionOrder,
} from '../orders/transition.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderHistory, orders } from '../platform/db/schema.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'

/** An event that is carried out; only one that pays says who paid. */
type CarriedOut = Pick<PaymentEvent, 'id' | 'provider'> &
  Partial<Pick<PaymentEvent, 'about' | 'email' | 'address' | 'reference' | 'reconciled'>>

/** Writes what an event does to an order, inside the caller's transaction, on a row it has locked. */
export async function applyPaymentEffect(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: CarriedOut,
  at: Date,
): Promise<void> {
  const by = `payment provider (${event.provider}${event.reconciled ? ', reconciled' : ''})`
  const details = {
    ...pageOf(order, event),
    ...('changes' in effect ? marked(effect.changes, at) : {}),
  }
  switch (effect.outcome) {
    case 'ignored':
    case 'deferred':
      return change(tx, order, details, at)
    case 'updated':
      await change(tx, order, details, at)
      if (effect.changes.dispute) {
        await queueMails(tx, order.id, `dispute ${effect.changes.dispute.status}`, at, event.id)
      }
      return tell(tx, order, { at, by, why: effect.why })
    case 'on hold': {
      const holdReason = order.holdReason ? `${order.holdReason} ${effect.why}` : effect.why
      await change(tx, order, { ...details, holdReason }, at)
      await queueMails(tx, order.id, 'held', at, event.id)
      return tell(tx, order, { at, by, why: effect.why })
    }
    case 'applied': {
      const paid: TransitionDetails =
        effect.becomes === 'paid'
          ? {
              paidAt: at,
              email: event.email ?? null,
              shippingAddress: event.address ?? null,
              paymentReference: event.reference ?? null,
            }
          : {}
      return transitionOrder(
        tx,
        order,
        effect.becomes,
        { at, by, why: effect.why },
        { ...details, ...paid },
      )
    }
  }
}

/** The page an event came from, where our own answer that names it was not stored yet. */
function pageOf(order: OrderRow, { about }: CarriedOut): TransitionDetails {
  return about?.session && order.paymentSession === null ? { paymentSession: about.session } : {}
}

function marked(changes: OrderChanges | undefined, at: Date): TransitionDetails {
  return {
    ...(changes?.refunded === undefined ? {} : { refundedCents: changes.refunded }),
    ...(changes?.dispute
      ? {
          dispute: changes.dispute.status,
          disputeOccurredAt: changes.dispute.occurredAt,
          // News of a dispute, of another one perhaps, is to be looked at again.
          disputeReviewedAt: null,
        }
      : {}),
    ...(changes?.processing ? { paymentProcessingAt: at } : {}),
  }
}

async function change(
  tx: Orm,
  order: OrderRow,
  details: TransitionDetails & Partial<Pick<OrderRow, 'holdReason'>>,
  at: Date,
): Promise<void> {
  if (Object.keys(details).length === 0) return
  await tx
    .update(orders)
    .set({ ...details, updatedAt: notBefore(order.createdAt, at) })
    .where(eq(orders.id, order.id))
}

/** A row of history for what does not move the order. */
async function tell(
  tx: Orm,
  { id, state }: OrderRow,
  { at, by, why }: { at: Date; by: string; why: string },
): Promise<void> {
  await tx
    .insert(orderHistory)
    .values({ orderId: id, fromState: state, toState: state, at, by, why })
}
