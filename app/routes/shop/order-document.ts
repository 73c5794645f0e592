import { documentForBuyer } from '#app/.server/emails/commands/document-for-buyer.ts'
import { pdfInTurn } from '#app/.server/platform/http/limits/page-queue.ts'
import { documentResponse } from '#app/.server/platform/http/pdf-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/order-document.ts'

export const middleware = [pdfInTurn]

/**
 * A receipt, credit note or statement of value as a PDF, for anyone with the order's link
 * [PAPER-06].
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const confirmed = new URL(request.url).searchParams.get('confirmed')
  const { token, file } = params
  const unknown =
    'This document doesn’t exist. The link may be incomplete, or we may have emailed the buyer a newer one.'
  const back = { to: '/find-order', label: 'Find my order' }
  return documentResponse({ request, back, unknown }, () =>
    documentForBuyer(context.get(appContext), { token, file, confirmed }),
  )
}
