import { Link, useFetcher } from 'react-router'
import type { ShownAlerts } from '#app/.server/alerts/queries/shown-alerts.ts'
import type { Failure } from './client-action.ts'
import { ErrorBanner } from './error-banner.tsx'
import { formatAge, useServerClock } from './server-clock.ts'

type Props = {
  shown: ShownAlerts
  /** The server's clock, against which ages are shown. */
  serverNow: string
}

/** Those a reader has dismissed do not come back; newer ones do. */
export function Alerts({ shown: { alerts, more }, serverNow }: Props) {
  const now = useServerClock(serverNow, 30_000)
  const fetcher = useFetcher<{ refused: Failure } | null>()
  const [newest] = alerts
  if (!newest) return null
  return (
    <section aria-label="Alerts" className="border-line border-b bg-raised text-sm print:hidden">
      <div className="admin-width py-2 text-notice">
        <ul>
          {alerts.map((alert) => (
            <One key={alert.id} alert={alert} now={now} />
          ))}
          {more > 0 && <li>And {more} more.</li>}
        </ul>
        <ErrorBanner error={fetcher.data?.refused} />
        <fetcher.Form method="post" action="/admin/alerts">
          <input type="hidden" name="until" value={newest.at} />
          <button type="submit" name="action" value="dismiss" className="link min-h-11">
            Dismiss alerts
          </button>
        </fetcher.Form>
      </div>
    </section>
  )
}

function One({
  alert: { at, sentence, path },
  now,
}: {
  alert: ShownAlerts['alerts'][number]
  now: number
}) {
  return (
    <li className="wrap-anywhere">
      {sentence}{' '}
      <Link to={path} className="link inline-block py-0.5">
        Look, {formatAge(at, now)}
      </Link>
    </li>
  )
}
