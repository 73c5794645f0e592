import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { OrderStep } from '#app/domain/orders/step.ts'

/** An order's state as staff call it. */
export const stateNames = {
  pending: 'Pending',
  paid: 'Paid',
  fulfilled: 'Sent',
  refunded: 'Refunded',
  expired: 'Expired',
  cancelled: 'Canceled',
} as const satisfies Record<OrderState, string>

/** The work on it as staff call it. */
export const stepNames = {
  paid: 'Paid',
  making: 'In the making',
  ready: 'Ready',
  sent: 'Sent',
  delivered: 'Delivered',
} as const satisfies Record<OrderStep, string>
