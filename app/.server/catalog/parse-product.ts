import type { AppContext } from '#app/.server/app-context.ts'
import { productPost } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { type ProductToSave, readProduct } from '#app/contracts/catalog/read-product.ts'
import { AppError } from '../platform/errors.ts'
import { jsonBody } from '../platform/http/api-route.ts'
import { cleanDescription } from './clean-description.ts'

/**
 * A posted product form, its HTML cleaned first, so that what is looked at is what will be stored
 * [FORM-11, FORM-12, D12]. What is wrong is refused in words, with its place beside it; `lost`: what the
 * description could not keep [CLEAN-12].
 */
export async function receiveProduct(
  { config: { paymentLinkHosts }, now }: Pick<AppContext, 'config' | 'now'>,
  request: Request,
): Promise<{ product: ProductToSave; revision: number | null; lost: string[] }> {
  const { draft, revision } = await jsonBody(request, productPost)
  const { html: description, lost } = cleanDescription(draft.description)
  const cleaned = { ...draft, description }
  const product = readProduct(cleaned, paymentLinkHosts)
  if (isRefusal(product)) {
    const { message, ...details } = product
    throw new AppError('product_invalid', 400, message, { details })
  }
  refusePast(product, now())
  return { product, revision, lost }
}

/** A time that is over would show or hide the piece at once. */
function refusePast(product: Pick<ProductToSave, 'shownFrom' | 'shownUntil'>, now: Date): void {
  for (const at of ['shownFrom', 'shownUntil'] as const) {
    const time = product[at]
    if (time === null || time > now) continue
    throw new AppError('product_invalid', 400, 'This time has passed.', { details: { at } })
  }
}
