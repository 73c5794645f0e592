import type { AppContext } from '#app/.server/app-context.ts'
import { isStorableId } from '#app/.server/catalog/product-rows.ts'
import { currentCatalog } from '#app/.server/catalog/queries/cached-catalog.ts'
import { productsById } from '#app/.server/catalog/queries/catalog.ts'
import { offeredLabels } from '#app/.server/draft-orders/queries/new-order-page.ts'
import { findOrder } from '#app/.server/orders/repository.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { cents } from '#app/domain/money/cents.ts'
import { assertMayEdit } from '../may-edit.ts'
import { editableLines } from '../price-edit.ts'

/** What the form of a change offers [EDIT-01]. */
export async function editOrderPage(app: AppContext, id: string) {
  if (!isStorableId(id)) return null
  const found = await withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await findOrder(tx, 'id', id)
      if (!order) return null
      const problem = await assertMayEdit(tx, app, order).then(
        () => null,
        (error: unknown) => {
          if (error instanceof AppError) return String(error.details.problem ?? error.message)
          throw error
        },
      )
      return { order, problem, lines: await editableLines(tx, id) }
    }),
  )
  if (!found) return null
  const { order, problem, lines } = found
  const ids = [...new Set(lines.flatMap(({ productId }) => productId || []))]
  const products = await productsById(app, ids, { mustBeFresh: true })
  const { onSale } = await currentCatalog(app)
  return {
    ...{ id, number: order.number, revision: order.revision, problem },
    lines: lines
      .filter(({ left }) => left > 0)
      .map(({ productId, position, name, size, options, engraving, left, discount }) => {
        const product = products.get(productId)
        const sold = product?.active ? goldSizes(product.attributes).map((each) => each.size) : []
        return {
          ...{ position, name, size, options, engraving, left, discount: cents(discount) },
          /** Sizes it can have; its own alone where it is not in the catalog. */
          sizes: sold.includes(size) ? sold : [size, ...sold],
          mayEngrave: engraving === null && Boolean(product?.active && product.engraving),
        }
      }),
    pieces: offeredLabels(onSale),
  }
}

export type EditOrderPage = NonNullable<Awaited<ReturnType<typeof editOrderPage>>>
