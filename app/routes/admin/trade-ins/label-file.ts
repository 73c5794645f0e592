import { documentResponse } from '#app/.server/platform/http/pdf-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { tradeInLabelFile } from '#app/.server/trade-ins/queries/trade-in-label.ts'
import type { Route } from './+types/label-file.ts'

/** The prepaid label of a trade-in, for staff; its right: route-rights.ts. */
export function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const back = {
    to: `/admin/dashboard/trade-ins/${encodeURIComponent(id)}`,
    label: 'Back to the trade-in',
  }
  const unknown = 'This trade-in has no label to print.'
  return documentResponse({ request, back, unknown }, () =>
    tradeInLabelFile(context.get(appContext), { id }),
  )
}
