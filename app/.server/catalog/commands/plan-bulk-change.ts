import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  productChangeRows,
  productChanges,
} from '#app/.server/platform/db/product-change-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { type BulkChange, bulkLabels, changedInBulk } from '#app/domain/catalog/bulk-change.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { isGoldSize } from '#app/domain/catalog/gold-size-name.ts'
import type { Product } from '#app/domain/catalog/product.ts'
import { changeOf, factsOf } from '#app/domain/catalog/product-facts.ts'
import { type ProductFilter, productIds } from '../queries/admin-products.ts'
import { catalogWithRevisions } from '../queries/cached-catalog.ts'
import { type Plan, savePlan } from '../save-change-plan.ts'

/** The products that were ticked, or all that a filter of the list finds. */
export type Chosen = { ids: readonly string[] } | { filter: ProductFilter }

/** Works out what a change of many products would do, and keeps it to be looked at [BULK-01]. */
export async function planBulkChange(
  app: AppContext,
  { chosen, change, by }: { chosen: Chosen; change: BulkChange; by: string },
): Promise<string> {
  const ids = 'ids' in chosen ? chosen.ids : await productIds(app, chosen.filter)
  return savePlan(app, await planned(app, ids, change), by)
}

/** The plan again for the products as they are now, if a colleague changed some in between. */
export async function planAgain(
  app: AppContext,
  { id, by }: { id: string; by: string },
): Promise<string> {
  const [before, rows] = await withDatabase(app, async ({ orm }) => {
    const [found] = await orm.select().from(productChanges).where(eq(productChanges.id, id))
    const listed = await orm
      .select({ productId: productChangeRows.productId })
      .from(productChangeRows)
      .where(eq(productChangeRows.changeId, id))
      .orderBy(productChangeRows.position)
    return [found, listed] as const
  })
  if (!before?.asked) throw noChange()
  const ids = rows.map(({ productId }) => productId)
  return savePlan(app, await planned(app, ids, before.asked), by)
}

export function noChange(): AppError {
  return new AppError('no_change', 404, 'That change doesn’t exist. Nothing was changed.')
}

async function planned(app: AppContext, ids: readonly string[], change: BulkChange): Promise<Plan> {
  const { byId, revisionOf } = await catalogWithRevisions(app)
  const plan = { rows: [] as Plan['rows'][number][], problems: [] as Plan['problems'][number][] }
  const chosen = [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  for (const product of chosen) {
    // A bulk change leaves the tax code alone.
    const facts = factsOf(product, null)
    const changed = changedInBulk(facts, change)
    if ('message' in changed) {
      const { message } = changed
      plan.problems.push({ row: null, column: null, name: product.name, message })
      continue
    }
    const difference = changeOf(facts, changed.facts)
    const revision = revisionOf(product.id)
    if (!difference || revision === null) continue
    plan.rows.push({ productId: product.id, name: product.name, revision, ...difference })
  }
  if (plan.rows.length === 0 && plan.problems.length === 0) throw nothingToChange(chosen.length)
  return {
    ...plan,
    kind: 'bulk',
    title: bulkLabels(change),
    asked: change,
    unchanged: chosen.length - plan.rows.length - plan.problems.length,
    notes: change.fee ? notesOf(chosen) : [],
  }
}

function nothingToChange(chosen: number): AppError {
  const message =
    chosen === 0
      ? 'No products selected. Select some in the list, or edit all search results.'
      : 'Nothing would change. All of these products are already like that.'
  return new AppError('nothing_to_change', 422, message)
}

/** What a change of fees does not reach. */
function notesOf(products: readonly Product[]): string[] {
  const unreadable = products.filter(
    ({ attributes }) => attributes.filter(isGoldSize).length > goldSizes(attributes).length,
  )
  const linked = products.filter(({ attributes }) =>
    goldSizes(attributes).some(({ checkoutLink }) => checkoutLink !== null),
  )
  return [
    ...(unreadable.length > 0
      ? [`Left unchanged because they can’t be read: some sizes of ${named(unreadable)}.`]
      : []),
    ...(linked.length > 0
      ? [`A payment link keeps charging the price it was created with: ${named(linked)}.`]
      : []),
  ]
}

const maxNamed = 3

function named(products: readonly Product[]): string {
  const names = products.slice(0, maxNamed).map(({ name }) => name)
  const more = products.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
