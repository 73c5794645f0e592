import { apiRoute, jsonBody } from '#app/.server/platform/http/api-route.ts'
import { rateLimit } from '#app/.server/platform/http/limits/rate-limits.ts'
import { countReports } from '#app/.server/system/commands/count-reports.ts'
import { browserReports, kindsOf } from '#app/contracts/platform/browser-report.ts'

export const middleware = [rateLimit('report')]

/** What browsers report of our pages, by CSP and the header Reporting-Endpoints [REPORT-01]. */
export const loader = apiRoute({
  POST: async ({ request, app }) => {
    await countReports(app, kindsOf(await jsonBody(request, browserReports)))
    return new Response(null, { status: 204 })
  },
})

export const action = loader
