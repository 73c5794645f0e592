import { adminContext } from '#app/.server/auth/require-admin.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { labelDocument } from '#app/.server/fulfillment/queries/label-document.ts'
import { documentForStaff } from '#app/.server/orders/queries/order-documents.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  documentRefusal,
  documentResponse,
  pdfResponse,
} from '#app/.server/platform/http/pdf-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import type { Route } from './+types/order-document.ts'

/** A receipt, credit note, statement of value or label as a PDF; its right: route-rights.ts. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const unknown = 'This order doesn’t have that document. Its page lists the ones it has.'
  return documentResponse(
    { request, back: backToOrder(params.id), unknown },
    async () => (await documentForStaff(app, params)) ?? labelDocument(app, params),
  )
}

/** Whose page says so, where there is no such order. */
const backToOrder = (id: string) => ({
  to: `/admin/dashboard/orders/${encodeURIComponent(id)}`,
  label: 'Back to the order',
})

/** Certificates and claim codes for the box: each print makes new codes, so it is asked for by a post [CERT-04]. */
export async function action({ context, params: { id, file }, request }: Route.ActionArgs) {
  if (file !== 'certificates-for-the-box.pdf') throw new Response(null, { status: 405 })
  const app = context.get(appContext)
  try {
    const { number, certificates } = await printForBox(app, {
      id,
      by: context.get(adminContext).email,
      again: (await formTexts(request)).again === 'yes',
    })
    const { certificatesPdf } = await import('#app/.server/documents/certificate.ts')
    const pdf = await certificatesPdf(certificates)
    return pdfResponse({ filename: `certificates-${number}.pdf`, pdf })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return documentRefusal({ request, back: backToOrder(id) }, error)
  }
}
