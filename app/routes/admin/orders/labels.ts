import type { OrdersFilter } from '#app/.server/orders/queries/admin-orders.ts'
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

export const filterNames = {
  all: 'All orders',
  held: 'Needs a look',
  ...stateNames,
} as const satisfies Record<OrdersFilter, string>
