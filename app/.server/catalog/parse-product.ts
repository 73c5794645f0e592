import type { AppContext } from '#app/.server/app-context.ts'
import { productPost, type SizeRow } from '#app/contracts/product.ts'
import { isRefusal, type ProductToSave, readProduct } from '#app/contracts/read-product.ts'
import { isAllowedPaymentLink } from '#app/domain/catalog/payment-link.ts'
import { AppError } from '../platform/errors.ts'
import { jsonBody } from '../platform/http/api-route.ts'
import { cleanHtml } from './clean-html.ts'

/**
 * A posted product form, its HTML cleaned first, so that what is looked at is what will be stored
 * [FORM-11, FORM-12, D12]. What is wrong is refused in words, with its place beside it.
 */
export async function receiveProduct(
  { config: { paymentLinkHosts }, now }: Pick<AppContext, 'config' | 'now'>,
  request: Request,
): Promise<{ product: ProductToSave; revision: number | null }> {
  const { draft, revision } = await jsonBody(request, productPost)
  const product = readProduct({ ...draft, description: cleanHtml(draft.description) })
  if (isRefusal(product)) {
    const { message, ...details } = product
    throw new AppError('product_invalid', 400, message, { details })
  }
  refuseOtherHosts(draft.sizes, paymentLinkHosts)
  refusePast(product, now())
  return { product, revision }
}

/** A time that is over would show or hide the piece at once. */
function refusePast(product: Pick<ProductToSave, 'shownFrom' | 'shownUntil'>, now: Date): void {
  for (const at of ['shownFrom', 'shownUntil'] as const) {
    const time = product[at]
    if (time === null || time > now) continue
    throw new AppError('product_invalid', 400, 'This time is over.', { details: { at } })
  }
}

/** Whoever may name a payment page takes the money: only pages of known hosts [LINK-01]. */
function refuseOtherHosts(sizes: readonly SizeRow[], hosts: readonly string[]): void {
  for (const [index, { size, stripeLink }] of sizes.entries()) {
    if (stripeLink === '' || isAllowedPaymentLink(stripeLink, hosts)) continue
    throw new AppError(
      'product_invalid',
      400,
      `Size ${size}: the payment link must lead to ${hosts.join(' or ')}. Other hosts are named by the setting PAYMENT_LINK_HOSTS.`,
      { details: { at: `sizes.${index}.stripeLink` } },
    )
  }
}
