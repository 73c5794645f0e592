import { and, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { type VersionedOrder, wrongState } from '#app/.server/orders/order-checks.ts'
import { parcelsOfOrder } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { orderEngravings } from '#app/.server/platform/db/order-edit-schema.ts'
import { orderLines } from '#app/.server/platform/db/schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { engravingOf, engravingProblem, maxEngraving } from '#app/domain/catalog/engraving.ts'
import { mayCorrect } from '#app/domain/orders/buyer.ts'

type Correction = VersionedOrder & { line: number; engraving: string }

/**
 * Staff correct what is engraved on the pieces of a line, until one of them is sent [ENGRAVE-10]. Its fee
 * stays. Every document and page reads the text from the line; what it was is kept until the buyer's data
 * is erased, and history and audit log say only that it was corrected.
 */
export function correctEngraving(
  app: AppContext,
  { line: position, engraving: typed, ...request }: Correction,
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    const { id } = order
    if (!mayCorrect(order)) throw await wrongState(tx, order)
    // The change keeps the text as it was when the change was made, and would bring it back.
    if (order.editWaiting) {
      throw refused('A change to this order is waiting for payment. Cancel the change first.')
    }
    const line = (await linesOfOrder(tx, id)).find((each) => each.position === position)
    if (!line?.engraving) throw refused('This piece has no engraving.')
    const sent = (await parcelsOfOrder(tx, id)).flatMap(({ pieces }) => pieces)
    if (sent.some((each) => each.line === position))
      throw refused('This piece has already shipped.')
    await assertUnchanged()
    const text = engravingOf(typed)
    if (text === line.engraving) return
    const max = await maxLengthOf(tx, line.productId)
    const why = text === '' ? 'Please enter the engraving.' : engravingProblem(text, { max })
    if (why !== null) throw refused(why)
    await tx
      .update(orderLines)
      .set({ engraving: text })
      .where(and(eq(orderLines.orderId, id), eq(orderLines.position, position)))
    await tx.insert(orderEngravings).values({
      ...{ orderId: id, line: position, at, by, before: line.engraving, after: text },
    })
    const what = `${line.name}, ${line.size}`
    await save({
      why: `The engraving of ${what} was corrected.`,
      audit: { action: 'order.engraving_corrected', facts: { what } },
    })
  })
}

/** As the product allows now; the general limit where it was deleted or is no longer engraved. */
async function maxLengthOf(tx: Orm, productId: string): Promise<number> {
  const [product] = await tx
    .select({ max: products.engravingMax })
    .from(products)
    .where(eq(products.id, productId))
  return product?.max ?? maxEngraving
}

const refused = (message: string) =>
  new AppError('engraving_refused', 409, `${message} Nothing was changed.`, {
    details: { errors: { engraving: message } },
  })
