import type { AppContext } from '#app/.server/app-context.ts'
import { lockOrderOrThrow } from '#app/.server/orders/order-checks.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { OrderEditInput } from '#app/contracts/order-edits/order-edit.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { cents } from '#app/domain/money/cents.ts'
import { creditOf } from '#app/domain/order-edits/plan-edit.ts'
import { sumOfTaxes } from '#app/domain/tax/sales-tax.ts'
import { assertMayEdit } from '../may-edit.ts'
import { catalogOfEdit, priceEdit } from '../price-edit.ts'

/** What a change would do, before it is confirmed [EDIT-04]. */
export async function previewEdit(app: AppContext, request: { id: string } & OrderEditInput) {
  const catalog = await catalogOfEdit(app, request)
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      const order = await lockOrderOrThrow(tx, request.id)
      await assertMayEdit(tx, app, order)
      const priced = await priceEdit(tx, app, order, request, catalog)
      const { due, refund, lines, record, credits, plan } = priced
      return {
        ...{ due, refund },
        added: lines.map(({ name, size, options, quantity, lineTotal: total }) => ({
          ...{ title: `${quantity} × ${titleOf({ name, size, options })}`, total },
        })),
        removed: (plan?.lines ?? []).map((line) => ({
          title: `${line.quantity} × ${titleOf(line)}`,
        })),
        /** With its tax, and less its discount. */
        credit: creditOf(credits),
        /** Of the added pieces. */
        tax: cents(sumOfTaxes(priced.taxes)),
        /** What the added pieces are priced at; null: none are added, or they keep their gold price. */
        gold: record && { id: record.id, perGram: record.gold.perGram },
      }
    }),
  )
}

export type EditPreview = Awaited<ReturnType<typeof previewEdit>>
