import type { AppContext } from '#app/.server/app-context.ts'
import type { CreditNote } from '#app/.server/documents/credit-note.ts'
import { creditNoteOf, refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { creditNoteOfRefund } from '#app/.server/orders/queries/order-documents.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'

export type CreditNotePage = Omit<CreditNote, 'buyer' | 'summary'> & { orderNumber: string }

/** By the order's token and the note's number; null for anything else [REFUND-09]. */
export async function creditNotePage(
  app: AppContext,
  token: string,
  number: string,
): Promise<CreditNotePage | null> {
  if (!isToken(token) || app.config.database === 'none') return null
  return withDatabase(app, async (db) => {
    const order = await findOrder(db.orm, 'token', token)
    if (!order) return null
    const refund = (await refundsOfOrder(db.orm, order.id)).find(
      (each) => creditNoteOf(each) === number,
    )
    const note = refund && (await creditNoteOfRefund(db, order, refund))
    if (!note) return null
    const { buyer: _, summary, ...page } = note
    return { ...page, orderNumber: summary.number }
  })
}
