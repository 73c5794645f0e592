import { productPost } from '#app/contracts/product.ts'
import { isRefusal, type ProductToSave, readProduct } from '#app/contracts/read-product.ts'
import { AppError } from '../platform/errors.ts'
import { jsonBody } from '../platform/http/api-route.ts'
import { cleanHtml } from './clean-html.ts'

/**
 * A posted product form, its HTML cleaned first, so that what is looked at is what will be stored
 * [FORM-11, FORM-12, D12]. What is wrong is refused in words, with its place beside it.
 */
export async function receiveProduct(
  request: Request,
): Promise<{ product: ProductToSave; revision: number | null }> {
  const { draft, revision } = await jsonBody(request, productPost)
  const product = readProduct({ ...draft, description: cleanHtml(draft.description) })
  if (isRefusal(product)) {
    const { message, ...details } = product
    throw new AppError('product_invalid', 400, message, { details })
  }
  return { product, revision }
}
