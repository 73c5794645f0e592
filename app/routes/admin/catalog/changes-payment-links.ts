import type { AppContext } from '#app/.server/app-context.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import type { ProductToSave } from '#app/contracts/catalog/read-product.ts'

/**
 * Whether a save sends buyers of some size to another payment page than before: anyone who may do
 * that may take their money [FRESH-04].
 */
export async function changesPaymentLinks(
  app: AppContext,
  id: string,
  { sizes }: Pick<ProductToSave, 'sizes'>,
): Promise<boolean> {
  if (app.config.database === 'none') return false
  const before = await adminProduct(app, id)
  const now = sizes.map(({ size, checkoutLink }) => [size, checkoutLink ?? ''])
  const stored = before?.draft.sizes.map(({ size, stripeLink }) => [size, stripeLink]) ?? []
  return linksOf(now) !== linksOf(stored)
}

/** Each size that has a link, with it, in one order. */
function linksOf(sizes: readonly string[][]): string {
  const linked = sizes.filter(([, link]) => link)
  return JSON.stringify(linked.map((pair) => JSON.stringify(pair)).sort())
}
