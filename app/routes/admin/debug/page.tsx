import { Link } from 'react-router'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { DebugFact, DebugPanel } from '#app/.server/system/queries/debug-panel.ts'
import { debugPanel } from '#app/.server/system/queries/debug-panel.ts'
import { adminTitle } from '../components/admin-title.ts'
import { ForServer } from '../components/disclosure.tsx'
import { Facts } from '../components/facts.tsx'
import { useServerClock } from '../components/server-clock.ts'
import type { Route } from './+types/page.ts'
import { Runs, TimeAndAge } from './runs.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return debugPanel(context.get(appContext), goldPriceOfRequest(context))
}

export const meta: Route.MetaFunction = () => adminTitle('Recent errors')

/** Read-only: how the shop runs [D39]. */
export default function Debug({ loaderData: panel }: Route.ComponentProps) {
  const now = useServerClock(panel.now, 30_000)
  return (
    <>
      <p className="max-md:-mt-2.5 max-md:-mb-1 flex flex-wrap gap-x-5 text-sm">
        <Link to="/admin/dashboard/system" className="link inline-block py-1 max-md:py-0.5">
          Back to System
        </Link>
        <Link to="/admin/dashboard/log" className="link inline-block py-1 max-md:py-0.5">
          Activity log
        </Link>
      </p>
      <h1 className="mt-2">Recent errors</h1>
      <p className="mt-1 text-muted text-sm">Since the last restart.</p>
      <div className="mt-6 grid grid-cols-1 gap-10">
        <Errors errors={panel.errors} now={now} />
        <Panel title="Gold price" facts={panel.gold} now={now} />
        <Runs
          title="Gold price sources"
          hint="Tried in this order. If one fails, we try the next."
          runs={panel.feeds}
          none="Automatic updates are off."
          now={now}
        />
        <ForServer>
          <Panel title="Backend" facts={panel.backend} now={now} />
          <Runs
            title="Jobs"
            runs={panel.jobs}
            none="No jobs have run in this process yet."
            now={now}
          />
        </ForServer>
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

function Errors({ errors, now }: { errors: DebugPanel['errors']; now: number }) {
  return (
    <section aria-label="Recent errors">
      {errors.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul className="border-line border-t">
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
