import type { OrderState } from '#app/domain/orders/order-state.ts'
import type { AppContext } from '../app-context.ts'
import { type OrderAction, recordOrderEvent } from '../audit-log/record-order-event.ts'
import type { Orm } from '../platform/db/database.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import { withDatabase } from '../platform/db/with-database.ts'
import { assertNotChanged, lockOrderOrThrow } from './order-checks.ts'
import {
  type OrderChange,
  type OrderColumns,
  type OrderEmail,
  transitionOrder,
  updateOrder,
} from './transition.ts'

/** What becomes of an order in one step. */
type OrderSave = {
  /** For the history, as staff read it. */
  why: string
  /** The next state; left out, the order stays in its own. */
  to?: OrderState
  columns?: OrderColumns
  email?: OrderEmail | readonly OrderEmail[] | null
}

type Changer = Pick<OrderChange, 'actor' | 'by'>

/** An order under its lock, who changes it, and the one way to save it. */
export type LockedOrder = Changer & {
  tx: Orm
  /** The order as read under its lock. */
  order: OrderRow
  at: Date
  /** Saves the step with its row in the history and its emails. Gives the order as it is now. */
  save: (step: OrderSave) => Promise<OrderRow>
}

/** The same for staff; each of their steps is in the audit log too. */
export type LockedByStaff = Omit<LockedOrder, 'save'> & {
  /** Refuses if somebody else changed it since the page was shown. Required before every save. */
  assertUnchanged: () => Promise<void>
  save: (step: OrderSave & { audit?: OrderAction }) => Promise<OrderRow>
  /** An entry in the audit log for what does not change the order itself. */
  audit: (action: OrderAction) => Promise<void>
}

/**
 * Which order staff change, and who does it. `revision` is that of the page they saw; a command has none
 * where something else tells what they saw, such as a label or an item.
 */
export type StaffRequest = { id: string; by: string; revision?: number }

/**
 * The one way staff change an order: in one transaction, under the lock of its row. `work` decides, from
 * top to bottom: returns early where the same person pressed twice, throws an AppError where it cannot be
 * done, and else saves. Whatever it throws, nothing is changed.
 */
export function changeOrder<R>(
  app: AppContext,
  request: StaffRequest,
  work: (locked: LockedByStaff) => Promise<R>,
): Promise<R> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction((tx) => changeOrderIn(tx, app, request, work)),
  )
}

/** The same in a transaction that the caller has begun. */
export async function changeOrderIn<R>(
  tx: Orm,
  app: AppContext,
  { id, by, revision }: StaffRequest,
  work: (locked: LockedByStaff) => Promise<R>,
): Promise<R> {
  const order = await lockOrderOrThrow(tx, id)
  const locked = orderChanger(tx, app, order, { actor: 'staff', by })
  const audit = (action: OrderAction) =>
    recordOrderEvent(tx, order, { at: locked.at, by, ...action })
  let mayBeStale = revision !== undefined
  return work({
    ...locked,
    audit,
    assertUnchanged: async () => {
      if (revision !== undefined) await assertNotChanged(tx, order, revision)
      mayBeStale = false
    },
    save: async ({ audit: action, ...step }) => {
      if (mayBeStale) throw new RangeError('An order is saved whose revision was not compared')
      const after = await locked.save(step)
      if (action) await audit(action)
      return after
    },
  })
}

/** The one way a job, a buyer or the payment provider changes an order that exists. */
export function changeOrderAs<R>(
  app: AppContext,
  { id, actor, by }: { id: string } & Changer,
  work: (locked: LockedOrder) => Promise<R>,
): Promise<R> {
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) =>
      work(orderChanger(tx, app, await lockOrderOrThrow(tx, id), { actor, by })),
    ),
  )
}

/** For a row that the caller has locked. */
export function orderChanger(
  tx: Orm,
  app: Pick<AppContext, 'now'>,
  order: OrderRow,
  { actor, by }: Changer,
): LockedOrder {
  const at = app.now()
  let now = order
  return {
    tx,
    order,
    at,
    actor,
    by,
    save: async ({ why, to, columns = {}, email }) => {
      const emails = [email ?? []].flat()
      const change = { at, actor, by, why }
      now = to
        ? await transitionOrder(tx, now, to, change, columns, emails)
        : await updateOrder(tx, now, change, columns, emails)
      return now
    },
  }
}
