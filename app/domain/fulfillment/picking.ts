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
      return 'This order isn’t paid yet. You can print its packing slip once it is.'
    case 'expired':
    case 'cancelled':
      return 'This order ended unpaid, so there’s nothing to pack.'
    case 'refunded':
      return 'This order was refunded, so there’s nothing to pack.'
    case 'paid':
    case 'fulfilled':
      return hasAddress ? null : 'This order has no address to ship to, so it has no packing slip.'
  }
}
