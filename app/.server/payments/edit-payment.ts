import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { isPaymentOf } from '#app/.server/ledger/repository.ts'
import {
  addLines,
  type EditRow,
  isSoldAsConfirmed,
  returnRemovedToStock,
  settleEdit,
  storeExchange,
} from '#app/.server/orders/edits/apply-edit.ts'
import { updateOrder } from '#app/.server/orders/transition.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'
import { orderEdits } from '#app/.server/platform/db/order-edit-schema.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { editText } from '#app/domain/order-edits/edit-text.ts'
import { paidSum } from '#app/domain/payments/payment-event.ts'
import type { PaymentEvent } from './gateway/payment-event.ts'
import type { PaymentRequestRow } from './payment-request-token.ts'
import { recordMoney } from './record-money.ts'

/** What the change of a payment link removes and adds, for its buyer. */
export async function changeOfLink(orm: Orm, linkId: string): Promise<string> {
  const [edit] = await orm.select().from(orderEdits).where(eq(orderEdits.linkId, linkId))
  return edit ? editText(edit) : ''
}

/** The edit that a payment page was opened for; the event may arrive before the response with the session ID. */
export async function editOfPayment(
  tx: Orm,
  order: OrderRow,
  { type, about: { session } }: PaymentEvent,
): Promise<{ edit: EditRow; link: PaymentRequestRow } | null> {
  if (type !== 'paid' || session === undefined || session === order.paymentSession) return null
  const hasNoSessionYet = and(
    isNull(paymentRequestLinks.session),
    isNotNull(paymentRequestLinks.attemptAt),
    isNull(paymentRequestLinks.closedAt),
  )
  const [found] = await tx
    .select({ edit: orderEdits, link: paymentRequestLinks })
    .from(orderEdits)
    .innerJoin(paymentRequestLinks, eq(paymentRequestLinks.id, orderEdits.linkId))
    .where(
      and(
        eq(orderEdits.orderId, order.id),
        or(eq(paymentRequestLinks.session, session), hasNoSessionYet),
      ),
    )
    // The one that names the session, before one whose page was only asked for.
    .orderBy(sql`${paymentRequestLinks.session} = ${session} desc nulls last`)
    .limit(1)
  return found ?? null
}

/**
 * Whether a payment is the difference that an edit waits for. Any other is money that the order cannot take: staff
 * are told, as of a second payment [EDIT-07].
 */
export async function isDueOfEdit(
  tx: Orm,
  order: OrderRow,
  edit: EditRow,
  { amount, currency }: PaymentEvent,
): Promise<boolean> {
  return (
    edit.state === 'waiting' &&
    order.state === 'paid' &&
    order.holdReason === null &&
    amount === edit.dueCents &&
    currency?.toLowerCase() === order.currency &&
    (await isSoldAsConfirmed(tx, edit))
  )
}

/** Whether the ledger has this payment. */
export const isKnownPayment = async (tx: Orm, order: OrderRow, { reference }: PaymentEvent) =>
  reference !== null && (await isPaymentOf(tx, order.id, reference))

/** The buyer paid the difference: the order is changed now, at the prices that staff confirmed [EDIT-02]. */
export async function applyPaidEdit(
  tx: Orm,
  order: OrderRow,
  { edit, link }: { edit: EditRow; link: PaymentRequestRow },
  { event, at }: { event: PaymentEvent; at: Date },
): Promise<OrderRow> {
  const by = `payment provider (${event.provider})`
  const what = editText(edit)
  const why = `The buyer paid ${paidSum(event)} for the change, and the order was changed: ${what}.`
  // The difference is paid by card, whatever the order was paid by.
  const paid = { ...order, payBy: 'card' } as const
  await recordMoney(tx, paid, event, { effect: { outcome: 'updated', why, changes: {} }, at, by })
  const facts = { at, by, why, reference: event.reference }
  const { columns, firstLine } = await addLines(tx, order, edit, facts)
  await storeExchange(tx, order, edit, { ...facts, by: edit.by })
  await returnRemovedToStock(tx, edit, at)
  await settleEdit(tx, edit.id, { state: 'applied', firstLine, settledWhy: why, settledAt: at })
  await tx
    .update(paymentRequestLinks)
    .set({ paidAt: at, closedAt: at, closedWhy: 'paid' })
    .where(eq(paymentRequestLinks.id, link.id))
  const change = { at, actor: 'payment provider', by, why } as const
  return updateOrder(
    tx,
    order,
    change,
    { ...columns, editWaiting: false },
    {
      about: 'order changed',
      occasion: edit.id,
    },
  )
}
