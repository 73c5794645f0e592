/** Filters of the list of orders whose pieces can be picked, before and after they are made. */
const pickedOrders = ['todo', 'paid', 'making', 'ready'] as const
export type PickedOrders = (typeof pickedOrders)[number]

export const isPicked = (filter: string): filter is PickedOrders =>
  (pickedOrders as readonly string[]).includes(filter)
