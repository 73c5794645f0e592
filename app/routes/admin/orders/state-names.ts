import { isBeforeSending, type OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { PayBy } from '#app/domain/pricing/bank-discount.ts'

/** An order's state as staff call it. */
export const stateNames = {
  pending: 'Pending',
  paid: 'Paid',
  fulfilled: 'Shipped',
  refunded: 'Refunded',
  expired: 'Expired',
  cancelled: 'Canceled',
} as const satisfies Record<OrderState, string>

/** While a bank sends the money. */
export const onItsWayNames = {
  card: 'Payment pending',
  debit: 'Bank debit pending',
  wire: 'Waiting for wire',
} as const satisfies Record<PayBy, string>

/** What a step of an order’s work is called: an order that is picked up is never shipped. */
export const stepName = (step: OrderStep, { isPickup }: { isPickup: boolean }): string =>
  isPickup && !isBeforeSending(step) ? 'Picked up' : stepNames[step]

/** The work on it as staff call it. */
export const stepNames = {
  paid: 'Paid',
  making: 'In production',
  ready: 'Ready',
  sent: 'Shipped',
  delivered: 'Delivered',
} as const satisfies Record<OrderStep, string>
