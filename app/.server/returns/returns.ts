import { and, asc, eq } from 'drizzle-orm'
import { formatPieces, type Pieces } from '#app/domain/fulfillment/parcel.ts'
import { canReturn, type ReturnState } from '#app/domain/returns/return.ts'
import { linesOfOrder } from '../orders/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import { orderReturnLines, orderReturns } from '../platform/db/return-schema.ts'
import { AppError } from '../platform/errors.ts'

export type ReturnRow = typeof orderReturns.$inferSelect

/** Pieces of a line that come back, with what they weigh together once they were weighed. */
export type ReturnedPieces = Pieces & { weighedMg: number | null }

export type OrderReturn = ReturnRow & { pieces: ReturnedPieces[] }

/** Oldest first. */
export async function returnsOfOrder(orm: Orm, orderId: string): Promise<OrderReturn[]> {
  const found = await orm
    .select()
    .from(orderReturns)
    .where(eq(orderReturns.orderId, orderId))
    .orderBy(asc(orderReturns.nth))
  if (found.length === 0) return []
  const lines = await orm
    .select()
    .from(orderReturnLines)
    .where(eq(orderReturnLines.orderId, orderId))
    .orderBy(asc(orderReturnLines.line))
  return found.map((each) => ({
    ...each,
    pieces: lines
      .filter(({ returnId }) => returnId === each.id)
      .map(({ line, quantity, weighedMg }) => ({ line, quantity, weighedMg })),
  }))
}

/** Of an order the caller has locked. */
export async function returnOfOrder(orm: Orm, orderId: string, id: string): Promise<OrderReturn> {
  const found = (await returnsOfOrder(orm, orderId)).find((each) => each.id === id)
  if (found) return found
  throw new AppError('return_unknown', 404, 'This return doesn’t exist. Nothing was changed.')
}

type NewReturn = Omit<typeof orderReturns.$inferInsert, 'nth'>

/** On an order the caller has locked; the history is the caller's. */
export async function insertReturn(
  tx: Orm,
  { pieces, ...row }: NewReturn & { pieces: readonly Pieces[] },
): Promise<void> {
  const before = await tx.$count(orderReturns, eq(orderReturns.orderId, row.orderId))
  await tx.insert(orderReturns).values({ ...row, nth: before + 1 })
  await tx
    .insert(orderReturnLines)
    .values(pieces.map((each) => ({ returnId: row.id, orderId: row.orderId, ...each })))
}

type Columns = Partial<
  Omit<ReturnRow, 'id' | 'orderId' | 'nth' | 'key' | 'askedAt' | 'askedBy' | 'state'>
>

/** A step of the table of returns; on an order the caller has locked. */
export async function moveReturn(
  tx: Orm,
  { id, state }: Pick<ReturnRow, 'id' | 'state'>,
  to: ReturnState,
  columns: Columns,
): Promise<void> {
  if (!canReturn(state, to)) throw new RangeError(`A return that is ${state} cannot become ${to}`)
  await tx
    .update(orderReturns)
    .set({ ...columns, state: to })
    .where(eq(orderReturns.id, id))
}

export async function storeWeights(
  tx: Orm,
  returnId: string,
  weights: readonly { line: number; weighed: number }[],
): Promise<void> {
  for (const { line, weighed } of weights) {
    await tx
      .update(orderReturnLines)
      .set({ weighedMg: weighed })
      .where(and(eq(orderReturnLines.returnId, returnId), eq(orderReturnLines.line, line)))
  }
}

const stateWords = {
  asked: 'was requested',
  accepted: 'was approved',
  'sent back': 'is on its way back',
  received: 'was received',
  weighed: 'was weighed',
  refunded: 'was refunded',
  refused: 'was declined',
  'called off': 'was closed without a refund',
} as const satisfies Record<ReturnState, string>

/** Who did the last step, and what it was: shown to the person who comes later [RETURN-06]. */
export function assertNotMoved(found: OrderReturn, to: ReturnState): void {
  if (canReturn(found.state, to)) return
  const { state, acceptedBy, receivedBy, weighedBy, closedBy } = found
  const done = { accepted: acceptedBy, received: receivedBy, weighed: weighedBy }
  const by = closedBy ?? (state in done ? done[state as keyof typeof done] : null)
  const person = by ? ` (by ${by})` : ''
  throw new AppError(
    'return_moved',
    409,
    `This return ${stateWords[state]}${person}, so this can’t be its next step. Nothing was changed.`,
  )
}

/** `2 × Raven, Small; 1 × Wave, Large` */
export async function piecesText(
  orm: Orm,
  orderId: string,
  pieces: readonly Pieces[],
): Promise<string> {
  return formatPieces(pieces, await linesOfOrder(orm, orderId)).join('; ')
}
