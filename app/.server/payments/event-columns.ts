import type { OrderColumns } from '#app/.server/orders/transition.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import type { PaymentChanges, PaymentEffect } from '#app/domain/payments/payment-event.ts'
import type { MoneyEvent, PaymentEvent } from './gateway/payment-event.ts'

/** Only an event that pays says who paid. */
export type AppliedEvent = MoneyEvent &
  Partial<
    Pick<
      PaymentEvent,
      'email' | 'address' | 'billedIn' | 'taxes' | 'taxStatus' | 'reconciled' | 'instructions'
    >
  >

/** Whoever pays says who buys; but of an order that staff made, they have written it down before. */
export function buyerColumns({ origin, email, shippingAddress }: OrderRow, event: AppliedEvent) {
  if (origin === 'staff') {
    return {
      email: email ?? event.email ?? null,
      shippingAddress: writtenOr(shippingAddress, event),
    }
  }
  return {
    email: event.email ?? email,
    shippingAddress: event.address ?? shippingAddress,
  }
}

/** Of a buyer whose name alone staff wrote down the payment page asked for the address. */
function writtenOr(written: OrderRow['shippingAddress'], { address }: AppliedEvent) {
  return written?.line1 ? written : (address ?? written)
}

/**
 * What an order keeps while its bank sends the money: who pays, by a wire also where it is to be sent,
 * and that the price stays until the day its wire is due by [BANK-05].
 */
export function waitingColumns(
  order: OrderRow,
  effect: Extract<PaymentEffect, { outcome: 'updated' }>,
  event: AppliedEvent,
): OrderColumns {
  // A debit of a deposit has arrived: nothing is on its way any more.
  if (order.origin === 'staff' && event.type === 'paid') {
    return { ...buyerColumns(order, event), paymentProcessingAt: null }
  }
  if (!effect.changes.processing) return {}
  return {
    email: order.email ?? event.email ?? null,
    shippingAddress: writtenOr(order.shippingAddress, event),
    ...(order.payBy === 'wire' && {
      expiresAt: order.wireDueBy ?? order.expiresAt,
      ...(event.type !== 'transferred' && {
        paymentReference: order.paymentReference ?? event.reference,
      }),
      ...(event.instructions !== undefined && { paymentUrl: event.instructions }),
    }),
  }
}

/** What an order keeps of a dispute, and since when its bank sends the money. */
export function changedColumns(changes: PaymentChanges | undefined, at: Date): OrderColumns {
  const { dispute, processing, pageTax } = changes ?? {}
  return {
    ...(dispute && {
      dispute: dispute.status,
      disputeOccurredAt: dispute.occurredAt,
    }),
    ...(processing && { paymentProcessingAt: at }),
    ...(pageTax !== undefined && { pageTaxCents: pageTax }),
  }
}
