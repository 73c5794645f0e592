import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import {
  changeWeighed,
  type WeighedItem,
  weighedItemsOf,
} from '#app/.server/orders/weighed-items.ts'
import type { weighedItems } from '#app/.server/platform/db/weighing-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import { reauthenticationAbove } from '#app/domain/refunds/reauthentication.ts'
import { goldWithOthers, undoMs } from '#app/domain/weighing/second-reading.ts'

type OfWeight = {
  /** Of the order. */
  id: string
  by: string
  line: number
  item: number
  /** How often it was weighed, as the screen showed it. */
  seen: number
}

type Decided = {
  columns: Partial<typeof weighedItems.$inferInsert>
  /** For the history of the order and the audit log. */
  why: string
  action: 'order.weight_settled' | 'order.weight_approved' | 'order.weight_undone'
}

/**
 * Staff say how a difference was settled that the shop could not refund, or that an owner or a manager does
 * not refund; the item may be sent then [WEIGH-04]. Pressed twice it is done once.
 */
export function decideWeight(
  app: AppContext,
  { reason, ...of }: OfWeight & { reason: string },
): Promise<void> {
  return decide(app, of, (found) => {
    if (found.problem === null && found.waits !== 'approval') return null
    return {
      columns: { settledCents: found.missing, problem: null, waits: null },
      why: `The ${openOf(found)} of gold missing from ${found.serial} was resolved: ${reason}`,
      action: 'order.weight_settled',
    }
  })
}

/** An owner or a manager approves a refund beyond what the person at the scale may give [WEIGH-14]. */
export function approveWeight(
  app: AppContext,
  { requireFresh, ...of }: OfWeight & { requireFresh: () => Promise<void> },
): Promise<void> {
  return decide(app, of, async (found, weighed) => {
    if (found.waits !== 'approval') return null
    if (goldWithOthers(found, weighed) > reauthenticationAbove) await requireFresh()
    return {
      columns: { waits: 'refund', refundAt: new Date(app.now().getTime() + undoMs) },
      why: `The refund of ${openOf(found)} for gold missing from ${found.serial} was approved.`,
      action: 'order.weight_approved',
    }
  })
}

/** A weight is undone before its refund is made; the item must be weighed again [WEIGH-15]. */
export function undoWeight(app: AppContext, of: OfWeight): Promise<void> {
  return decide(app, of, (found) => {
    if (found.waits === 'reading') return null
    if (found.waits !== 'refund') {
      const message =
        'The refund was already made, so the weight can’t be undone. Nothing was changed.'
      throw new AppError('refund_made', 409, message)
    }
    const { serial, actual } = found
    return {
      columns: { waits: 'reading', refundAt: null },
      why: `The weight of ${serial}, ${formatScale(actual)}, was undone before ${openOf(found)} was refunded.`,
      action: 'order.weight_undone',
    }
  })
}

const openOf = ({ missing, settled }: WeighedItem) => formatCents(cents(missing - settled))

function decide(
  app: AppContext,
  { id, by, line, item, seen }: OfWeight,
  decision: (
    found: WeighedItem,
    weighed: readonly WeighedItem[],
  ) => Decided | null | Promise<Decided | null>,
): Promise<void> {
  return changeOrder(app, { id, by }, async ({ tx, save }) => {
    const weighed = await weighedItemsOf(tx, id)
    const found = weighed.find((each) => each.line === line && each.item === item)
    if (found?.nth !== seen) {
      const message = 'This piece was already weighed. Nothing was changed.'
      throw new AppError('weighed_meanwhile', 409, message)
    }
    const decided = await decision(found, weighed)
    if (!decided) return
    const { columns, why, action } = decided
    await changeWeighed(tx, id, found, columns)
    await save({ why, audit: { action, facts: { reason: why } } })
  })
}
