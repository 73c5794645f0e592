import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { isAddressHidden, isConfirmed } from '#app/.server/orders/order-link.ts'
import type { Db, DocumentOptions } from '#app/.server/orders/queries/document-facts.ts'
import { type OrderDocument, orderDocument } from '#app/.server/orders/queries/order-documents.ts'
import { findOrder, isToken } from '#app/.server/orders/repository.ts'
import type { OrderRow } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { brand } from '#brand'

/**
 * A document for a buyer. Where it has a letter that cannot be printed, which its buyer cannot mend, the owners
 * are told, once, and the buyer reads that they were [PRINT-07].
 */
export async function documentOrAlert(
  db: Db,
  order: OrderRow,
  file: string,
  { at, ...options }: DocumentOptions & { at: Date },
): Promise<OrderDocument | null> {
  try {
    return await orderDocument(db, order, file, options)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_printable') throw error
    const { id, number } = order
    const facts = { order: { id, number }, paper: paperOf(file), field: String(error.facts.field) }
    await db.orm.transaction((tx) =>
      raiseAlert(tx, {
        kind: 'paper-not-printed',
        at,
        occasion: `${id} ${file} ${facts.field}`,
        facts,
      }),
    )
    throw new AppError(
      error.code,
      error.status,
      `This document has a character we can’t print yet. We’ve been notified and will fix it. If you need it soon, please write to ${brand.email} and mention order ${number}.`,
      { facts: error.facts, cause: error },
    )
  }
}

function paperOf(file: string) {
  if (file === 'receipt.pdf') return 'receipt'
  return file === 'statement-of-value.pdf' ? 'statement of value' : 'credit note'
}

/** For anyone with the order's link; it names the buyer where the order's page does [PAPER-06]. */
export async function documentForBuyer(
  app: AppContext,
  { token, file, confirmed }: { token: string; file: string; confirmed: string | null },
): Promise<OrderDocument | null> {
  if (!isToken(token) || app.config.database === 'none') return null
  return withDatabase(app, async (db) => {
    const order = await findOrder(db.orm, 'token', token)
    if (!order) return null
    const isOld = await isAddressHidden(db.orm, order, app.now())
    const hidesBuyer = isOld && order.email !== null && !isConfirmed(app, order.id, confirmed)
    return documentOrAlert(db, order, file, { hidesBuyer, at: app.now() })
  })
}
