import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { pdfAnswer } from '#app/.server/platform/http/pdf-answer.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/order-document.ts'

/** A receipt, credit note or statement of value as a PDF; its right: require-right.ts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return pdfAnswer(await found(documentForStaff(context.get(appContext), params)))
}
