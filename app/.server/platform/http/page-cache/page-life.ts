import { createContext, type RouterContextProvider } from 'react-router'
import type { GoldPriceState } from '#app/domain/gold-price/gold-price.ts'

export type PageLife = {
  /** Until when the answer stays true while nothing is changed, in ms since 1970; unset: it is not kept. */
  until?: number
  /** It shows a gold price that is not marked as stale or as a stand-in. */
  showsCurrentPrice?: boolean
}

/** Of the answer being made; null where nothing keeps it. server.ts sets it, page-cache.ts reads it. */
export const pageLifeContext = createContext<PageLife | null>(null)

/**
 * The answer may be kept until then, unless the data changes before; of several the first moment
 * counts. What nobody calls this for is never kept.
 */
export function trueUntil(context: Readonly<RouterContextProvider>, moment: Date): void {
  const life = context.get(pageLifeContext)
  if (life) life.until = Math.min(life.until ?? Number.POSITIVE_INFINITY, moment.getTime())
}

/**
 * The answer shows this gold price. One that is not marked as old is neither kept nor shared while the
 * process may have missed a newer one [CACHE-02].
 */
export function showsGoldPrice(
  context: Readonly<RouterContextProvider>,
  { state, until }: { state: GoldPriceState; until: () => Date },
): void {
  trueUntil(context, until())
  const life = context.get(pageLifeContext)
  if (life && state !== 'stale' && state !== 'indicative') life.showsCurrentPrice = true
}
