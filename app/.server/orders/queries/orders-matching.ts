import { and, eq, type SQL } from 'drizzle-orm'
import { orders } from '#app/.server/platform/db/schema.ts'
import { type OrderStep, orderSteps } from '#app/domain/fulfillment/work-status.ts'
import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import type { Day } from '#app/domain/time/day.ts'
import { foundBy } from '../order-search.ts'
import {
  addressMissing,
  allToDo,
  atStep,
  customWorkToDo,
  debitOnItsWay,
  disputed,
  emailFailed,
  lateOn,
  needsLook,
  toBePickedUp,
  wireAwaited,
} from './orders-to-do.ts'
import { type SoldOn, soldOn } from './sales-figures.ts'

/**
 * `held`: those that wait for a look by staff, whatever their state. `email`: an email about them was given
 * up. `address`: it is not known where they go. `debit`: their bank debit is on its way. `wire`: their wire is awaited. `custom`: custom work whose deposit is paid. `todo`: the same,
 * and what is paid and not all of it sent. What is paid or sent is told apart by its step.
 */
export type OrdersFilter =
  | Exclude<OrderState, 'paid' | 'fulfilled'>
  | OrderStep
  | 'todo'
  | 'custom'
  | 'pickup'
  | 'late'
  | 'held'
  | 'disputed'
  | 'mail'
  | 'address'
  | 'debit'
  | 'wire'
  | 'all'

export type OrdersQuestion = {
  /** What was typed into the search field, as it is. */
  q: string
  filter: OrdersFilter
  /** Left out: of both. */
  mode?: Mode | undefined
  /** Sold on these days, both included, by the shop's clock; null where one is open. */
  sold?: SoldOn | undefined
  /** From 1; one beyond the end answers the last page. */
  page: number
}

type Filter = Omit<OrdersQuestion, 'page'>

/** The orders that staff look for, in the list and in its CSV file. */
export function ordersMatching({ q, filter, mode, sold }: Filter, today: Day): SQL | undefined {
  return and(
    mode && eq(orders.livemode, mode === 'live'),
    shownBy(filter, today),
    sold && soldOn(sold),
    foundBy(q),
  )
}

function shownBy(filter: OrdersFilter, today: Day): SQL | undefined {
  if (filter === 'all') return undefined
  if (filter === 'held') return needsLook
  if (filter === 'disputed') return disputed
  if (filter === 'mail') return emailFailed
  if (filter === 'address') return addressMissing
  if (filter === 'todo') return allToDo
  if (filter === 'custom') return customWorkToDo
  if (filter === 'pickup') return toBePickedUp
  if (filter === 'debit') return debitOnItsWay
  if (filter === 'wire') return wireAwaited
  if (filter === 'late') return lateOn(today)
  return isStep(filter) ? atStep(filter) : eq(orders.state, filter)
}

export const isStep = (filter: string): filter is OrderStep =>
  (orderSteps as readonly string[]).includes(filter)
