import type { AppContext } from '#app/.server/app-context.ts'
import { activeProduct } from '#app/.server/catalog/queries/catalog.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { sizeOfKey } from '#app/domain/catalog/size-key.ts'
import {
  type HistoryRange,
  isHistoryRange,
  type PastPrice,
} from '#app/domain/gold-price/history.ts'
import { goldHistory } from './gold-price.ts'

/** The chart's page: a range, and if asked what one product cost over it. What is unknown is left out. */
export async function goldPricePage(
  app: AppContext,
  request: { range: string | null; piece: string | null; size: string | null },
) {
  const range = isHistoryRange(request.range) ? request.range : 'month'
  const [prices, product] = await Promise.all([readable(app, range), productOf(app, request)])
  return { range, until: app.now().getTime(), prices, product }
}

export type GoldPricePage = Awaited<ReturnType<typeof goldPricePage>>

async function readable(app: AppContext, range: HistoryRange): Promise<PastPrice[] | null> {
  try {
    return await goldHistory(app, range)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function productOf(
  app: AppContext,
  { piece, size }: { piece: string | null; size: string | null },
) {
  const product = piece === null ? null : await activeProduct(app, piece)
  if (!product) return null
  const sizes = goldSizes(product.attributes)
  const chosen = sizeOfKey(sizes, size) ?? sizes[0]
  return chosen ? { id: product.id, name: product.name, sizes, size: chosen } : null
}
