import { eq } from 'drizzle-orm'
import type { PaymentEffect, PaymentMarks } from '#app/domain/payments/payment-event.ts'
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
  Partial<Pick<PaymentEvent, 'about' | 'email' | 'address' | 'reference' | 'asked'>>

/** Writes what an event does to an order, inside the caller's transaction, on a row it has locked. */
export async function applyPaymentEffect(
  tx: Orm,
  order: OrderRow,
  effect: PaymentEffect,
  event: CarriedOut,
  at: Date,
): Promise<void> {
  const by = `payment provider (${event.provider}${event.asked ? ', asked' : ''})`
  const details = {
    ...pageOf(order, event),
    ...('marks' in effect ? marked(effect.marks, at) : {}),
  }
  switch (effect.outcome) {
    case 'noted':
    case 'early':
      return change(tx, order, details, at)
    case 'marked':
      await change(tx, order, details, at)
      if (effect.marks.dispute) {
        await queueMails(tx, order.id, `dispute ${effect.marks.dispute.status}`, at, event.id)
      }
      return tell(tx, order, { at, by, why: effect.why })
    case 'held': {
      const heldReason = order.heldReason ? `${order.heldReason} ${effect.why}` : effect.why
      await change(tx, order, { ...details, heldReason }, at)
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

function marked(marks: PaymentMarks | undefined, at: Date): TransitionDetails {
  return {
    ...(marks?.refunded === undefined ? {} : { refundedCents: marks.refunded }),
    ...(marks?.dispute
      ? {
          dispute: marks.dispute.status,
          disputeToldAt: marks.dispute.toldAt,
          // News of a dispute, of another one perhaps, is to be looked at again.
          disputeReviewedAt: null,
        }
      : {}),
    ...(marks?.underway ? { paymentUnderwayAt: at } : {}),
  }
}

async function change(
  tx: Orm,
  order: OrderRow,
  details: TransitionDetails & Partial<Pick<OrderRow, 'heldReason'>>,
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
