import type { OrderState } from '../orders/order-state.ts'

/** Filters of the list of orders whose pieces can be picked, before and after they are made. */
const pickedOrders = ['todo', 'paid', 'making', 'ready'] as const
export type PickedOrders = (typeof pickedOrders)[number]

export const isPicked = (filter: string): filter is PickedOrders =>
  (pickedOrders as readonly string[]).includes(filter)

/** Why there is no packing slip of an order, in a sentence; null where there is one [PARCEL-13]. */
export function packingSlipProblem(state: OrderState, hasAddress: boolean): string | null {
  switch (state) {
    case 'pending':
      return 'This order is not paid yet. Its packing slip is made once it is.'
    case 'expired':
    case 'cancelled':
      return 'This order ended unpaid: there is nothing to pack.'
    case 'refunded':
      return 'This order was refunded: there is nothing to pack.'
    case 'paid':
    case 'fulfilled':
      return hasAddress ? null : 'This order has no address to ship to, so it has no packing slip.'
  }
}
