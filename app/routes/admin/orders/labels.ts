import type { OrderState } from '#app/domain/orders/order-state.ts'

/** An order's state as staff call it. */
export const stateNames = {
  pending: 'Pending',
  paid: 'Paid',
  fulfilled: 'Fulfilled',
  refunded: 'Refunded',
  expired: 'Expired',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderState, string>
