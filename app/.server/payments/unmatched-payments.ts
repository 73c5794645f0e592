import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentNotes } from '#app/.server/platform/db/ledger-schema.ts'
import { orders, paymentEvents } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { lockPayment } from './repository.ts'

export type EventRow = typeof paymentEvents.$inferSelect

/** The payment an event reported that belongs to no order; refused where it has one by now. */
export async function unmatchedPayment(orm: Orm, id: string): Promise<EventRow> {
  const row = await paymentEvent(orm, id)
  if (!row) throw new AppError('payment_unknown', 404, 'This payment doesn’t exist.')
  if (row.outcome !== 'unknown order') throw await attachedError(orm, row)
  if (row.type === 'transferred') throw otherWire()
  if (row.type !== 'paid') throw await attachedError(orm, row)
  const [known] =
    row.reference === null
      ? []
      : await orm
          .select()
          .from(paymentEvents)
          .where(and(ofSamePayment(row), isNotNull(paymentEvents.orderId)))
          .limit(1)
  if (known) throw await attachedError(orm, known)
  return row
}

/** A wire to an account number of no order: the shop does not know whose cash balance it is on. */
const otherWire = () =>
  new AppError(
    'wire_of_nobody',
    409,
    'This wire is in the cash balance of a Stripe customer with no order here. Refund it in the Stripe dashboard under Customers, then add a note here. Nothing was changed.',
  )

/** Reported under another id as well: the same money. */
const ofSamePayment = ({ id, provider, reference }: EventRow) =>
  and(
    ne(paymentEvents.id, id),
    eq(paymentEvents.type, 'paid'),
    eq(paymentEvents.provider, provider),
    eq(paymentEvents.reference, reference ?? ''),
  )

/** Attached once, by any of its events; the others are only in the order's payment history. */
export async function storeDuplicates(tx: Orm, row: EventRow, orderId: string): Promise<void> {
  const isWaiting = eq(paymentEvents.outcome, 'unknown order')
  await tx
    .update(paymentEvents)
    .set({ orderId, outcome: 'ignored' })
    .where(and(ofSamePayment(row), isWaiting))
}

/** Locks it until the end of the transaction: of two staff members, one waits. */
export async function lockUnmatched(tx: Orm, id: string): Promise<EventRow> {
  const { reference } = await unmatchedPayment(tx, id)
  if (reference !== null) await lockPayment(tx, reference)
  return unmatchedPayment(tx, id)
}

export async function paymentEvent(orm: Orm, id: string): Promise<EventRow | null> {
  const [row] = await orm.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row ?? null
}

async function attachedError(orm: Orm, { orderId }: EventRow): Promise<AppError> {
  const [order] = await orm
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.id, orderId ?? ''))
  return new AppError(
    'payment_attached',
    409,
    order
      ? `This payment already belongs to order ${order.number}. Nothing was changed.`
      : 'This payment isn’t waiting to be matched. Nothing was changed.',
  )
}

/** A bank reverses it, or may: a refund on top would pay it back twice. */
export async function isDisputed(
  orm: Orm,
  { reference, provider }: Pick<EventRow, 'reference' | 'provider'>,
): Promise<boolean> {
  const told = await orm
    .select({ type: paymentEvents.type })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.reference, reference ?? ''), eq(paymentEvents.provider, provider)))
  const types = told.map(({ type }) => type)
  const isOver = types.includes('dispute won') && !types.includes('dispute lost')
  return !isOver && (types.includes('dispute open') || types.includes('dispute lost'))
}

/** What was done about a payment, and that nothing more has to be done. */
export async function resolvePayment(
  tx: Orm,
  { id }: EventRow,
  note: Pick<typeof paymentNotes.$inferInsert, 'at' | 'by' | 'text'>,
): Promise<void> {
  await tx.insert(paymentNotes).values({ ...note, eventId: id, settles: true })
}
