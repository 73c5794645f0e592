import { createContext, type RouterContextProvider } from 'react-router'

/** Until when an answer stays true while nothing is changed, in ms since 1970; unset: it is not kept. */
export type PageLife = { until?: number }

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
