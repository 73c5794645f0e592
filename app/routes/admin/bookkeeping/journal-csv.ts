import { monthJournal } from '#app/.server/bookkeeping/queries/journal.ts'
import { csvResponse } from '#app/.server/platform/http/csv-response.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { quickBooksCsv, xeroCsv } from '#app/domain/bookkeeping/journal-csv.ts'
import { askedFor } from '../tax/sales-tax-question.ts'
import type { Route } from './+types/journal-csv.ts'

const files = new Map([
  ['quickbooks.csv', quickBooksCsv],
  ['xero.csv', xeroCsv],
])

/** The journal entries of a month, as a program imports them [JOURNAL-06]. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const write = await found(Promise.resolve(files.get(params.file) ?? null))
  const app = context.get(appContext)
  const journal = await monthJournal(app, askedFor(app, new URL(request.url).searchParams))
  const mode = journal.livemode ? '' : '-test'
  const [program] = params.file.split('.')
  return csvResponse(
    `journal-${journal.month}-${program}${mode}.csv`,
    write(journal.entries, journal.terms),
  )
}
