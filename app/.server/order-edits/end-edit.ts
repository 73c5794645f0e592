import { eq } from 'drizzle-orm'
import { returnPiecesToStock } from '#app/.server/inventory/reservations.ts'
import { type EditRow, movedByEdit, settleEdit } from '#app/.server/orders/edits/apply-edit.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { paymentRequestLinks } from '#app/.server/platform/db/draft-order-schema.ts'

/** A change that is not paid for: its pieces are free again, and its link cannot be paid. The history is the caller's. */
export async function endEdit(
  tx: Orm,
  edit: EditRow,
  { at, why }: { at: Date; why: string },
): Promise<void> {
  const { taken } = await movedByEdit(tx, edit.orderId, edit)
  await returnPiecesToStock(tx, edit.orderId, taken, { wasSold: false, at })
  await tx
    .update(paymentRequestLinks)
    .set({ closedAt: at, closedWhy: why })
    .where(eq(paymentRequestLinks.id, edit.linkId ?? ''))
  await settleEdit(tx, edit.id, { state: 'ended', settledWhy: why, settledAt: at })
}
