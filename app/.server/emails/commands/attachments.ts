import type { AppContext } from '#app/.server/app-context.ts'
import { documentOrAlert } from '#app/.server/emails/commands/document-for-buyer.ts'
import { creditNoteOf, findRefund } from '#app/.server/ledger/refunds.ts'
import { originalOccasion } from '#app/.server/orders/email-occasion.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import type { Attachment } from '../gateway/email-gateway.ts'
import type { EmailRow } from './compose-email.ts'

/**
 * The papers of an email, made of what never changes, so that each attempt sends the same. Without one that
 * cannot be made the email goes out anyway: it links to it, and the owners are told [PRINT-07].
 */
export async function attachmentsOf(app: AppContext, row: EmailRow): Promise<Attachment[]> {
  const { db } = app
  try {
    const file = await fileOf(db.orm, row)
    const order = file === null ? null : await findOrder(db.orm, 'id', row.orderId ?? '')
    const paper = file && order && (await documentOrAlert(db, order, file, { at: app.now() }))
    return paper ? [paper] : []
  } catch (err) {
    app.log.error({ err, mail: row.id, order: row.orderId }, 'an email has no attachment')
    return []
  }
}

/** By its address, as the order's page links it; null for an email with none. */
async function fileOf(orm: Orm, { kind, occasion }: EmailRow): Promise<string | null> {
  if (kind === 'order-paid-buyer') return 'receipt.pdf'
  if (kind !== 'order-refunded-buyer') return null
  const refund = await findRefund(orm, 'id', originalOccasion(occasion))
  const note = refund && creditNoteOf(refund)
  return note ? `${note}.pdf` : null
}
