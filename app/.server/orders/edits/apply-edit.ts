import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { storeRefund } from '#app/.server/ledger/refunds.ts'
import { balanceOfOrder, type EntryFacts, recordEntry } from '#app/.server/ledger/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import { type OrderRow, orderLines } from '#app/.server/platform/db/schema.ts'
import { orderTaxes } from '#app/.server/platform/db/tax-schema.ts'
import { creditEntry, saleEntry, totalOf } from '#app/domain/ledger/ledger.ts'
import { cents, sumCents } from '#app/domain/money/cents.ts'
import { movedPieces } from '#app/domain/order-edits/moved-pieces.ts'
import { byHand } from '#app/domain/payments/offline-payment.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { returnPiecesToStock } from '../../inventory/reservations.ts'
import { linesOfOrder } from '../repository.ts'
import type { OrderColumns } from '../transition.ts'

export type EditRow = typeof orderEdits.$inferSelect

/** Of a change in the ledger: when, by whom and why. */
export type EditFacts = Pick<EntryFacts, 'at' | 'by' | 'why'> & {
  /** The payment of what was due; left out: nothing was. */
  reference?: EntryFacts['reference']
}

/** The one edit of an order that waits for its payment; null: none does. */
export async function waitingEdit(orm: Orm, orderId: string): Promise<EditRow | null> {
  const [edit] = await orm
    .select()
    .from(orderEdits)
    .where(and(eq(orderEdits.orderId, orderId), eq(orderEdits.state, 'waiting')))
  return edit ?? null
}

/** Nothing of the order was refunded since the edit was confirmed, which may have been of the very pieces. */
export async function isSoldAsConfirmed(
  orm: Orm,
  { orderId, soldCents }: Pick<EditRow, 'orderId' | 'soldCents'>,
): Promise<boolean> {
  return totalOf((await balanceOfOrder(orm, orderId)).sold) === soldCents
}

/**
 * Adds the lines of an edit to an order that the caller has locked, with their own sale in the ledger and their
 * tax [EDIT-03]. Answers the columns of the order to be saved with it, and
 * where the lines are.
 */
export async function addLines(
  tx: Orm,
  order: OrderRow,
  edit: Pick<EditRow, 'id' | 'added' | 'engravings' | 'taxes'>,
  facts: EditFacts,
): Promise<{ columns: OrderColumns; firstLine: number | null }> {
  const { id: orderId, livemode } = order
  const { added, engravings, taxes } = edit
  if (added.length === 0) return { columns: {}, firstLine: null }
  const first = (await linesOfOrder(tx, orderId)).length
  await tx.insert(orderLines).values(
    added.map((line, at) => ({
      ...line,
      orderId,
      position: first + at,
      engraving: engravings?.[at] ?? null,
    })),
  )
  const places = new Map<number, number>()
  const rows = taxes.flatMap(({ line, taxable, tax, ...each }) => {
    // What is added ships with the rest of the order, so only lines are taxed.
    if (line === null) return []
    const position = places.get(line) ?? 0
    places.set(line, position + 1)
    return {
      ...{ orderId, line: first + line, position, ...each },
      ...{ taxableCents: taxable, taxCents: tax },
    }
  })
  if (rows.length > 0) await tx.insert(orderTaxes).values(rows)
  const goods = sumCents(added.map(({ lineTotalCents }) => cents(lineTotalCents)))
  const tax = sumOfTaxes(taxes)
  const none = cents(0)
  await recordEntry(tx, saleEntry({ goods, tax, shipping: none, discount: none }), {
    ...{ orderId, livemode, provider: order.paymentProvider, reference: null, ...facts },
    key: `sale:${orderId}:${edit.id}`,
  })
  const columns = {
    totalCents: order.totalCents + goods,
    // What staff agreed to; where the payment page added it, the ledger has it alone.
    ...(order.taxRate !== null && { taxCents: order.taxCents + tax }),
  }
  return { columns, firstLine: first }
}

/** Credit notes of removed pieces whose whole credit pays for others: no money is moved [EDIT-02]. */
export async function storeExchange(
  tx: Orm,
  order: OrderRow,
  edit: Pick<EditRow, 'key' | 'credits' | 'reason'>,
  { at, by, why }: EditFacts,
): Promise<void> {
  const { id: orderId, livemode } = order
  for (const [nth, part] of edit.credits.entries()) {
    const provider = part.isByHand ? byHand : order.paymentProvider
    const reference = part.payment
    const refund = await storeRefund(tx, {
      id: randomUUID(),
      ...{ orderId, provider, livemode, reference, at, by },
      key: `edit:${edit.key}:${nth}`,
      origin: 'shop',
      amountCents: part.amount,
      appliedCents: part.applied,
      credit: part.credit,
      lines: part.lines,
      reason: edit.reason,
      state: 'succeeded',
      settledAt: at,
    })
    await recordEntry(tx, creditEntry(part.credit), {
      ...{ orderId, provider, livemode, reference, at, by, why },
      key: `credit:${refund.id}`,
    })
  }
}

/** Counted pieces that an edit of an order takes and those it returns [EDIT-06]. */
export async function movedByEdit(
  tx: Orm,
  orderId: string,
  { added, credits }: Pick<EditRow, 'added' | 'credits'>,
): Promise<ReturnType<typeof movedPieces>> {
  const stored = await linesOfOrder(tx, orderId)
  const removed = credits.flatMap(({ lines }) =>
    lines.flatMap(({ position, quantity }) => {
      const line = stored.find((each) => each.position === position)
      return line ? [{ productId: line.productId, size: line.size, quantity }] : []
    }),
  )
  return movedPieces(removed, added)
}

/** Counted pieces that the order no longer has are for sale again [EDIT-06]. */
export async function returnRemovedToStock(
  tx: Orm,
  edit: Pick<EditRow, 'orderId' | 'added' | 'credits'>,
  at: Date,
): Promise<void> {
  const { returned } = await movedByEdit(tx, edit.orderId, edit)
  await returnPiecesToStock(tx, edit.orderId, returned, { wasSold: true, at })
}

/** Ends the wait. The engravings are deleted here; they are on the lines if the edit was applied. */
export async function settleEdit(
  tx: Orm,
  id: string,
  settled: Pick<EditRow, 'settledWhy' | 'settledAt'> &
    ({ state: 'applied'; firstLine: number | null } | { state: 'ended' }),
): Promise<void> {
  await tx
    .update(orderEdits)
    .set({ ...settled, engravings: null })
    .where(eq(orderEdits.id, id))
}
