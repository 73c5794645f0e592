import { Link } from 'react-router'
import { monthJournal } from '#app/.server/bookkeeping/queries/journal.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { AccountTotal } from '#app/domain/bookkeeping/journal.ts'
import type { AccountTerms } from '#app/domain/bookkeeping/journal-accounts.ts'
import { type Cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import { formatMediumDay } from '#app/domain/time/day.ts'
import { adminTitle } from '../components/admin-title.ts'
import { Table } from '../components/table.tsx'
import { MonthChoice } from '../tax/month-choice.tsx'
import { askedFor } from '../tax/sales-tax-question.ts'
import type { Route } from './+types/page.ts'

/** Xero takes this many lines of a file. */
const xeroLines = 300

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const question = askedFor(app, new URL(request.url).searchParams)
  const { entries, ...journal } = await monthJournal(app, question)
  const lines = entries.reduce((sum, entry) => sum + entry.lines.length, 0)
  return { ...journal, entries: entries.length, lines }
}

export const meta: Route.MetaFunction = () => adminTitle('Accounting')

/** A month as journal entries, and what of it does not tie out [JOURNAL-04, JOURNAL-06]. */
export default function Accounting({ loaderData: journal }: Route.ComponentProps) {
  const { month, livemode, entries, lines, totals, terms, payouts, looseEnds, missing } = journal
  const asked = `month=${month}&mode=${livemode ? 'live' : 'test'}`
  return (
    <>
      <p className="max-md:-mt-2.5 max-md:-mb-1 flex flex-wrap gap-x-6 text-sm print:hidden">
        <Link
          to="/admin/dashboard/accounting/accounts"
          className="link inline-block py-1 max-md:py-0.5"
        >
          Account names and codes
        </Link>
        <Link
          to={`/admin/dashboard/sales-tax/report?${asked}`}
          className="link inline-block py-1 max-md:py-0.5"
        >
          Sales tax by month
        </Link>
      </p>
      <h1 className="mt-2">Accounting</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Journal entries for one month, by day, for your accountant. They include Stripe’s fees and
        payouts.
      </p>
      <MonthChoice month={month} livemode={livemode} />
      {!livemode && (
        <p className="mt-4 text-notice">Test payments: don’t import these into your books.</p>
      )}
      {missing.map((sentence) => (
        <p key={sentence} className="mt-4 max-w-2xl text-notice">
          {sentence}
        </p>
      ))}
      {entries === 0 ? (
        <p className="mt-6 border-line border-y py-12 text-center text-muted">
          There are no journal entries for this month.
        </p>
      ) : (
        <>
          <Totals totals={totals} terms={terms} />
          <Files asked={asked} lines={lines} />
        </>
      )}
      {payouts.length > 0 && <Payouts payouts={payouts} />}
      <LooseEnds sentences={looseEnds} isWhole={missing.length === 0} />
    </>
  )
}

function Files({ asked, lines }: { asked: string; lines: number }) {
  const files = [
    ['quickbooks.csv', 'Download for QuickBooks'],
    ['xero.csv', 'Download for Xero'],
  ] as const
  return (
    <div className="mt-5 print:hidden">
      <div className="flex flex-wrap gap-3">
        {files.map(([file, label]) => (
          <a
            key={file}
            href={`/admin/dashboard/accounting/${file}?${asked}`}
            download
            className="button button-line"
          >
            {label}
          </a>
        ))}
      </div>
      {lines > xeroLines && (
        <p className="mt-3 max-w-2xl text-muted text-sm">
          This month has {lines} lines. If Xero accepts only {xeroLines} at a time, split the file
          between two entries.
        </p>
      )}
    </div>
  )
}

const totalColumns = [
  ['Account', 'pl-0'],
  ['Debits', 'figure'],
  ['Credits', 'figure pr-0'],
] as const

const orNothing = (amount: Cents) => (amount === 0 ? '' : formatCents(amount))

function Totals({ totals, terms }: { totals: AccountTotal[]; terms: AccountTerms }) {
  return (
    <section aria-labelledby="by-account" className="mt-8">
      <h2 id="by-account">By account</h2>
      <Table label="Totals by account" className="mt-3 max-w-3xl" columns={totalColumns}>
        <tbody>
          {totals.map(({ account, debits, credits }) => (
            <tr key={account}>
              <td className="pl-0 wrap-anywhere">
                {terms.names[account]}
                <span className="text-muted max-sm:hidden"> {terms.codes[account]}</span>
              </td>
              <td className="figure">{orNothing(debits)}</td>
              <td className="figure pr-0">{orNothing(credits)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="pl-0">
              Total
            </th>
            <td className="figure">{formatCents(sumCents(totals.map((each) => each.debits)))}</td>
            <td className="figure pr-0">
              {formatCents(sumCents(totals.map((each) => each.credits)))}
            </td>
          </tr>
        </tfoot>
      </Table>
    </section>
  )
}

const payoutColumns = [
  ['Payout', 'pl-0'],
  ['Amount', 'figure'],
  ['Its transactions', 'figure pr-0'],
] as const

function Payouts({ payouts }: { payouts: Route.ComponentProps['loaderData']['payouts'] }) {
  return (
    <section aria-labelledby="payouts" className="mt-10">
      <h2 id="payouts">Stripe’s payouts</h2>
      <Table
        label="Payouts and their transactions"
        className="mt-3 max-w-3xl"
        columns={payoutColumns}
      >
        <tbody>
          {payouts.map(({ id, day, amount, sum, tiesOut }) => (
            <tr key={id}>
              <td className="pl-0">
                {formatMediumDay(day)}
                <span className="block wrap-anywhere text-muted text-sm">{id}</span>
              </td>
              <td className="figure">{formatCents(amount)}</td>
              <td className="figure pr-0">
                {sum === null ? 'Not listed' : formatCents(sum)}
                <span className={`block text-sm ${tiesOut ? 'text-muted' : 'text-notice'}`}>
                  {tiesOut ? 'ties out' : 'doesn’t tie out'}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function LooseEnds({ sentences, isWhole }: { sentences: string[]; isWhole: boolean }) {
  return (
    <section aria-labelledby="loose-ends" className="mt-10">
      <h2 id="loose-ends">Doesn’t tie out</h2>
      {sentences.length === 0 ? (
        <p className="mt-2 text-muted">
          {isWhole
            ? 'Everything ties out. The ledger, Stripe’s balance, and its payouts agree to the cent.'
            : 'No other differences were found.'}
        </p>
      ) : (
        <ul className="mt-3 max-w-3xl list-disc space-y-2 pl-5 wrap-anywhere">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
