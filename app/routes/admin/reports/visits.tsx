import { Link } from 'react-router'
import type { VisitReport } from '#app/.server/visits/queries/visits.ts'
import { directKey, otherKey } from '#app/domain/visits/visit.ts'
import { type VisitRange, visitRanges } from '#app/domain/visits/visit-periods.ts'
import { formatCount } from '../components/format-count.ts'
import { Table } from '../components/table.tsx'

const names: Record<VisitRange, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
}

const columns = [
  'Period',
  ['Visits', 'figure'],
  ['Page views', 'figure'],
  ['Carts started', 'figure max-sm:hidden'],
  ['Checkouts', 'figure max-sm:hidden'],
  ['Paid', 'figure'],
] as const

const formatted = (count: number) => count.toLocaleString('en-US')

/** How the shop was visited, in sums, and how far the visits led [VISIT-05]. */
export function Visits({ report }: { report: VisitReport }) {
  const { ranges } = report
  const isCounted = Object.values(ranges).some(({ views, carts }) => views + carts > 0)
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">Visits</h2>
      <p className="mt-1 text-muted text-sm">
        Counted without cookies. Known bots and signed-in staff aren’t counted. New counts appear
        within a minute. Checkouts are orders placed in the shop; Paid is how many of those were
        paid.
      </p>
      {isCounted ? (
        <>
          <Table caption="Visits by period" className="mt-3 max-w-3xl" columns={columns}>
            <tbody>
              {visitRanges.map((range) => (
                <Row key={range} name={names[range]} visits={ranges[range]} />
              ))}
            </tbody>
          </Table>
          <Lists report={report} />
        </>
      ) : (
        <p className="mt-3 border-line border-y py-10 text-muted">
          No visits yet. The first one appears here within a minute after someone opens a page in
          the shop.
        </p>
      )}
    </section>
  )
}

function Row({ name, visits: of }: { name: string; visits: VisitReport['ranges']['today'] }) {
  return (
    <tr>
      <th scope="row" className="!whitespace-normal">
        {name}
        <span className="block font-normal text-muted text-xs sm:hidden">
          {formatCount(of.carts, 'cart')}, {formatCount(of.checkouts, 'checkout')}
        </span>
      </th>
      <td className="figure">{formatted(of.visits)}</td>
      <td className="figure">{formatted(of.views)}</td>
      <td className="figure max-sm:hidden">{formatted(of.carts)}</td>
      <td className="figure max-sm:hidden">{formatted(of.checkouts)}</td>
      <td className="figure">{formatted(of.paid)}</td>
    </tr>
  )
}

function Lists({ report: { range, sources, products, pages } }: { report: VisitReport }) {
  const sourceNames: Record<string, string> = { [directKey]: 'Direct', [otherKey]: 'Other' }
  return (
    <>
      <nav aria-label="Period of the lists" className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {visitRanges.map((each) => (
          <Link
            key={each}
            to={`?visits=${each}`}
            preventScrollReset
            aria-current={each === range ? 'true' : undefined}
            className={`link py-1 ${each === range ? 'font-semibold' : ''}`}
          >
            {names[each]}
          </Link>
        ))}
      </nav>
      <div className="mt-3 grid max-w-5xl grid-cols-1 gap-6 md:grid-cols-3">
        <List
          title="Sources"
          of="Visits"
          rows={sources.map(({ key, count }) => ({ name: sourceNames[key] ?? key, key, count }))}
        />
        <List
          title="Products viewed"
          of="Page views"
          rows={products.map(({ name, key, count }) => ({
            name: name ?? (key === otherKey ? 'Other' : `Deleted product ${key}`),
            ...{ key, count },
          }))}
        />
        <List
          title="Other pages"
          of="Page views"
          rows={pages.map(({ key, count }) => ({
            name: key === '/' ? 'Home page' : key === otherKey ? 'Other' : key,
            ...{ key, count },
          }))}
        />
      </div>
    </>
  )
}

type ListProps = {
  title: string
  of: string
  rows: { name: string; key: string; count: number }[]
}

function List({ title, of, rows }: ListProps) {
  return (
    <Table columns={[title, [of, 'figure']]}>
      <tbody>
        {rows.map(({ name, key, count }) => (
          <tr key={key}>
            <td className="!whitespace-normal break-words">{name}</td>
            <td className="figure">{formatted(count)}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={2} className="text-muted">
              None in this period.
            </td>
          </tr>
        )}
      </tbody>
    </Table>
  )
}
