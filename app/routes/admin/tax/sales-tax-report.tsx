import { Link } from 'react-router'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { type TaxReport, taxReport } from '#app/.server/tax/queries/tax-report.ts'
import { stateName } from '#app/domain/address/us-places.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatPercent } from '#app/domain/tax/sales-tax.ts'
import { adminTitle } from '../components/admin-title.ts'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/sales-tax-report.ts'
import { MonthChoice } from './month-choice.tsx'
import { askedFor } from './sales-tax-question.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  return taxReport(app, askedFor(app, new URL(request.url).searchParams))
}

export const meta: Route.MetaFunction = () => adminTitle('Sales tax by month')

export default function SalesTaxReport({ loaderData: report }: Route.ComponentProps) {
  const { month, livemode, states, places, withoutLines } = report
  const asked = `month=${month}&mode=${livemode ? 'live' : 'test'}`
  return (
    <>
      <p className="max-md:-mt-2.5 max-md:-mb-1 flex flex-wrap gap-x-6 text-sm print:hidden">
        <Link to="/admin/dashboard/sales-tax" className="link inline-block py-1 max-md:py-0.5">
          Sales tax settings
        </Link>
        <Link
          to={`/admin/dashboard/accounting?${asked}`}
          className="link inline-block py-1 max-md:py-0.5"
        >
          Journal entries
        </Link>
      </p>
      <h1 className="mt-2">Sales tax by month</h1>
      <MonthChoice month={month} livemode={livemode} />
      {!livemode && (
        <p className="mt-4 text-notice">
          Test payments: no card was charged, and none of this is owed.
        </p>
      )}
      {states.length === 0 ? (
        <p className="mt-6 border-line border-y py-12 text-center text-muted">
          Nothing was sold or returned this month.
        </p>
      ) : (
        <ByState report={report} asked={asked} />
      )}
      {withoutLines > 0 && (
        <p className="mt-6 text-notice">
          {withoutLines === 1 ? '1 order is' : `${withoutLines} orders are`} not among the
          jurisdictions yet: Stripe hasn’t reported how each line was taxed.
        </p>
      )}
      {places.length > 0 && <ByPlace places={places} asked={asked} />}
    </>
  )
}

const stateColumns = [
  ['State', 'pl-0'],
  ['Orders', 'figure max-md:hidden'],
  ['Sales', 'figure max-md:hidden'],
  ['Taxed sales', 'figure max-sm:hidden'],
  ['Tax charged', 'figure'],
  ['Tax credited', 'figure max-sm:hidden'],
  ['Tax due', 'figure pr-0'],
] as const

function ByState({ report, asked }: { report: TaxReport; asked: string }) {
  const { states, total } = report
  return (
    <section aria-labelledby="by-state" className="mt-8">
      <Heading id="by-state" csv={`?${asked}`}>
        By state
      </Heading>
      <Table label="Tax by state" columns={stateColumns}>
        <tbody>
          {states.map((each) => (
            <tr key={each.state}>
              <td className="pl-0">{stateName(each.state) || 'No address'}</td>
              <Figures of={each} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="pl-0">
              Total
            </th>
            <Figures of={total} />
          </tr>
        </tfoot>
      </Table>
      <p className="mt-3 text-muted text-sm">
        Based on your shop’s records.{' '}
        <span className="max-md:hidden">Sales are merchandise minus returns. </span>
        Refunds count in the month they were issued, and payments reversed by a bank count in the
        month they were reversed. A sale stays in the state its tax was calculated for, even if you
        correct the address later.
      </p>
    </section>
  )
}

function Figures({ of: row }: { of: TaxReport['total'] }) {
  return (
    <>
      <td className="figure max-md:hidden">{row.orders}</td>
      <td className="figure max-md:hidden">{formatCents(row.sales)}</td>
      <td className="figure max-sm:hidden">{formatCents(row.taxedSales)}</td>
      <td className="figure">
        {formatCents(row.charged)}
        {/* Where its column has no room, so that the sum to pay can be followed. */}
        {row.credited !== 0 && (
          <span className="block text-muted text-sm sm:hidden">
            {row.credited > 0
              ? `less ${formatCents(row.credited)} credited`
              : `plus ${formatCents(cents(-row.credited))} no longer credited`}
          </span>
        )}
      </td>
      <td className="figure max-sm:hidden">{formatCents(row.credited)}</td>
      <td className="figure pr-0 font-medium">{formatCents(row.toPay)}</td>
    </>
  )
}

const placeColumns = [
  ['Jurisdiction', 'pl-0'],
  ['Level', 'max-sm:hidden'],
  ['Rate', 'figure'],
  ['Taxable', 'figure max-sm:hidden'],
  ['Tax charged', 'figure max-md:hidden'],
  ['Tax credited', 'figure max-md:hidden'],
  ['Tax due', 'figure pr-0'],
] as const

function ByPlace({ places, asked }: { places: TaxReport['places']; asked: string }) {
  return (
    <section aria-labelledby="by-place" className="mt-10">
      <Heading id="by-place" csv={`?${asked}&by=place`}>
        By jurisdiction
      </Heading>
      <Table label="Tax by jurisdiction" columns={placeColumns}>
        <tbody>
          {places.map(({ state, level, name, rate, taxable, charged, credited, toPay }) => (
            <tr key={[state, level, name, rate].join()}>
              <td className="pl-0 wrap-anywhere">
                {name}
                {state && <span className="text-muted"> {state}</span>}
              </td>
              <td className="max-sm:hidden">{level}</td>
              <td className="figure">{formatPercent(rate)}</td>
              <td className="figure max-sm:hidden">{formatCents(taxable)}</td>
              <td className="figure max-md:hidden">{formatCents(charged)}</td>
              <td className="figure max-md:hidden">{formatCents(credited)}</td>
              <td className="figure pr-0">{formatCents(toPay)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-3 text-muted text-sm">
        Tax that was credited is split among the jurisdictions that charged it.
      </p>
    </section>
  )
}

function Heading({ id, csv, children }: { id: string; csv: string; children: string }) {
  return (
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <h2 id={id}>{children}</h2>
      <a
        href={`/admin/dashboard/sales-tax/report.csv${csv}`}
        download
        className="link py-1 print:hidden"
      >
        Download as CSV
      </a>
    </div>
  )
}
