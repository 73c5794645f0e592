import { csvResponse } from '#app/.server/platform/http/csv-response.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type TaxReport, taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { centsToDecimal } from '#app/domain/money/cents.ts'
import { csv } from '#app/domain/text/csv.ts'
import type { Route } from './+types/sales-tax-csv.ts'
import { askedFor } from './sales-tax-question.ts'

/** The same as the screen, for a spreadsheet: by state, or by jurisdiction. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const search = new URL(request.url).searchParams
  const report = await taxReport(app, askedFor(app, search))
  const byPlace = search.get('by') === 'place'
  const mode = report.livemode ? '' : '-test'
  const name = `sales-tax-${report.month}${byPlace ? '-places' : ''}${mode}.csv`
  return csvResponse(name, csv(byPlace ? places(report) : states(report)))
}

function states({ month, states: found }: TaxReport) {
  const head = 'month,state,orders,sales,taxed_sales,tax_charged,tax_credited,tax_to_pay'.split(',')
  return [
    head,
    ...found.map(({ state, orders, sales, taxedSales, charged, credited, toPay }) => [
      month,
      state,
      orders,
      ...[sales, taxedSales, charged, credited, toPay].map(centsToDecimal),
    ]),
  ]
}

function places({ month, places: found }: TaxReport) {
  const head =
    'month,state,level,name,rate_percent,taxable,tax_charged,tax_credited,tax_to_pay'.split(',')
  return [
    head,
    ...found.map(({ state, level, name, rate, taxable, charged, credited, toPay }) => [
      month,
      state,
      level,
      name,
      rate,
      ...[taxable, charged, credited, toPay].map(centsToDecimal),
    ]),
  ]
}
