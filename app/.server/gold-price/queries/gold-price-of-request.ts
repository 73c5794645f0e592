import { createContext, type RouterContextProvider } from 'react-router'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type CurrentGoldPrice, currentGoldPrice } from './gold-price.ts'

const goldPriceContext = createContext<Promise<CurrentGoldPrice> | null>(null)

/**
 * The current gold price, read once for all loaders of a request, so that every part of a page shows
 * the same one. For loaders alone: an action may change the price, and runs before them.
 */
export function goldPriceOfRequest(
  context: Readonly<RouterContextProvider>,
): Promise<CurrentGoldPrice> {
  const known = context.get(goldPriceContext)
  if (known) return known
  const reading = currentGoldPrice(context.get(appContext))
  context.set(goldPriceContext, reading)
  return reading
}
