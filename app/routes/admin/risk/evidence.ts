import { recordEvidenceExport } from '#app/.server/audit-log/commands/record-export.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { orWhyNotPrinted } from '#app/.server/platform/http/pdf-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { orderEvidence } from '#app/.server/risk/queries/evidence-page.ts'
import type { Route } from './+types/evidence.ts'

/** All that proves an order, as one PDF or JSON, by the end of its address [DISPUTE-06]. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { email: by } = context.get(adminContext)
  const evidence = await found(orderEvidence(app, params.id, by))
  const format = new URL(request.url).pathname.endsWith('.pdf') ? 'pdf' : 'json'
  const back = {
    to: `/admin/dashboard/orders/${encodeURIComponent(params.id)}`,
    label: 'Back to the order',
  }
  return orWhyNotPrinted({ request, back }, async () => {
    const { evidencePdf } = await import('#app/.server/documents/evidence-pdf.ts')
    const body =
      format === 'pdf'
        ? new Uint8Array(await evidencePdf(evidence))
        : JSON.stringify(evidence, null, 2)
    const { number } = evidence.order
    await recordEvidenceExport(app, { id: params.id, number, by, format })
    return new Response(body, {
      headers: {
        'Content-Type': format === 'pdf' ? 'application/pdf' : 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="evidence-${number}.${format}"`,
        'Cache-Control': 'no-store',
      },
    })
  })
}
