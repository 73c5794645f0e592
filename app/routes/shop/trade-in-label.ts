import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { documentResponse } from '#app/.server/platform/http/pdf-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { tradeInLabelFile } from '#app/.server/trade-ins/queries/trade-in-label.ts'
import type { Route } from './+types/trade-in-label.ts'

export const middleware = [rateLimit('emailLink')]

/** The prepaid label, for the person with the secret link of the trade-in [TRADE-26]. */
export function loader({ context, params: { token }, request }: Route.LoaderArgs) {
  const back = { to: `/trade-ins/${encodeURIComponent(token)}`, label: 'Back to your trade-in' }
  const unknown = 'This label is no longer available. Email us, and we’ll send you another.'
  return documentResponse({ request, back, unknown }, () =>
    tradeInLabelFile(context.get(appContext), { token }),
  )
}
