import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import type { DebugFact, DebugPanel, DebugRun } from '#app/.server/health/queries/debug-panel.ts'
import { debugPanel } from '#app/.server/health/queries/debug-panel.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Facts } from '../components/facts.tsx'
import { formatAge, useServerClock } from '../components/server-clock.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
import type { Route } from './+types/page.ts'
import { AuditLog } from './audit-log.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return debugPanel(context.get(appContext), page, goldPriceOfRequest(context))
}

export const meta: Route.MetaFunction = () => [{ title: 'Debug' }]

/** Read-only: how the shop runs, and who did what [D39]. */
export default function Debug({ loaderData: panel }: Route.ComponentProps) {
  const now = useServerClock(panel.now, 30_000)
  return (
    <>
      <h1>Debug</h1>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        <Panel title="Backend" facts={panel.backend} now={now} />
        <Panel title="Gold price" facts={panel.gold} now={now} />
      </div>
      <div className="mt-10 grid grid-cols-1 gap-10">
        <Runs
          title="Gold feeds"
          hint="In the order they are tried; a failing one is skipped."
          runs={panel.feeds}
          none="Fetching is turned off by GOLD_SOURCES."
          now={now}
        />
        <Runs title="Jobs" runs={panel.jobs} none="No job has run in this process yet." now={now} />
        <Errors errors={panel.errors} now={now} />
        <AuditLog log={panel.log} />
      </div>
    </>
  )
}

function Panel({ title, facts, now }: { title: string; facts: DebugFact[]; now: number }) {
  return (
    <section aria-label={title} className="admin-panel min-w-0">
      <h2>{title}</h2>
      <div className="mt-3">
        <Facts
          facts={facts.map(({ name, value, at }) => [
            name,
            at ? <TimeAndAge key={name} at={at} now={now} /> : value,
          ])}
        />
      </div>
    </section>
  )
}

type RunsProps = { title: string; hint?: string; runs: DebugRun[]; none: string; now: number }

function Runs({ title, hint, runs, none, now }: RunsProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      {runs.length === 0 ? (
        <p className="mt-3 text-muted">{none}</p>
      ) : (
        <Table label={`${title}, each with its last run`} columns={['Name', 'Last run', 'Outcome']}>
          <tbody>
            {runs.map(({ name, at, failed, outcome }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="whitespace-nowrap">{at ? <TimeAndAge at={at} now={now} /> : '–'}</td>
                <td className={`min-w-44 ${failed ? 'text-alert' : ''}`}>{outcome}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function Errors({ errors, now }: { errors: DebugPanel['errors']; now: number }) {
  return (
    <section aria-label="Last errors">
      <h2>Last errors</h2>
      <p className="mt-1 text-muted text-sm">
        Of this process since it started. The log holds each one whole.
      </p>
      {errors.length === 0 ? (
        <p className="mt-3">None.</p>
      ) : (
        <ul className="mt-3 border-line border-t">
          {errors.map(({ at, message, code }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same error may come twice in a moment.
            <li key={place} className="border-line border-b py-2 wrap-anywhere">
              {message}
              {code && ` (${code})`}{' '}
              <span className="block text-muted text-sm">
                <TimeAndAge at={at} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function TimeAndAge({ at, now }: { at: string; now: number }) {
  return (
    <>
      <ShopTime at={at} />, {formatAge(at, now)}
    </>
  )
}
