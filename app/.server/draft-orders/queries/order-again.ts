import type { AppContext } from '#app/.server/app-context.ts'
import { isStorableId } from '#app/.server/catalog/product-rows.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { findOrder, linesOfOrder } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { shownEmail } from '#app/.server/platform/shown-email.ts'
import { type LineField, lineField, maxStaffRows } from '#app/contracts/draft-orders/draft-order.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { withOptions } from '#app/domain/catalog/options.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { cents, centsToDecimal } from '#app/domain/money/cents.ts'
import { gramsToDecimal, type Milligrams } from '#app/domain/money/grams.ts'
import { pieceLabel } from '../price-draft-order.ts'

type Line = Awaited<ReturnType<typeof linesOfOrder>>[number]

/** The form of a new order, filled with pieces and buyer of an earlier one; null: there is none [DISPUTE-12]. */
export async function orderAgain(
  app: AppContext,
  id: string,
): Promise<Record<string, string> | null> {
  if (!isStorableId(id)) return null
  const { onSale } = await currentCatalog(app)
  return withDatabase(app, async ({ orm }) => {
    const order = await findOrder(orm, 'id', id)
    if (!order) return null
    const lines = (await linesOfOrder(orm, id)).slice(0, maxStaffRows)
    const { name, line1, line2, city, state, postalCode, phone } = order.shippingAddress ?? {}
    const buyer = { name, phone, line1, line2, city, state, postalCode }
    return {
      ...Object.fromEntries(Object.entries(buyer).map(([field, text]) => [field, text ?? ''])),
      email: shownEmail(order.email) ?? '',
      giftNote: order.giftNote ?? '',
      rows: String(lines.length),
      ...Object.assign({}, ...lines.map((line, at) => rowOf(line, at, onSale))),
    }
  })
}

/** As it would be typed: a size of the catalog by its label, any other piece with its grams and fee. */
function rowOf(line: Line, at: number, onSale: readonly Product[]): Record<string, string> {
  const product = onSale.find((each) => each.id === line.productId)
  const size = product && goldSizes(product.attributes).find((each) => each.size === line.size)
  const listed = size && withOptions(size, line.options)
  const isListed = listed?.weight === line.weightMg && listed?.fee === line.feeCents
  const fields: Record<LineField, string> = {
    piece: product && size ? pieceLabel(product, line.size) : line.name,
    grams: isListed ? '' : gramsToDecimal(line.weightMg as Milligrams),
    fee: isListed ? '' : centsToDecimal(cents(line.feeCents)),
    quantity: String(line.quantity),
    engraving: line.engraving ?? '',
    options: line.options.map(optionText).join(' | '),
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [lineField(at, field as LineField), text]),
  )
}
