import { Link } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { requireReauthentication } from '#app/.server/auth/require-reauthentication.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { systemFacts } from '#app/.server/system/queries/system-facts.ts'
import { may } from '#app/domain/access/rights.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { formatCount } from '../components/format-count.ts'
import { runCommand } from '../components/run-command.ts'
import { useServerClock } from '../components/server-clock.ts'
import { useAnswer } from '../components/toasts.tsx'
import { Runs } from '../debug/runs.tsx'
import type { Route } from './+types/page.ts'
import { Backups } from './backups.tsx'
import { formatBytes } from './format-bytes.ts'
import { Panel, When } from './panel.tsx'
import { refusalOf } from './send-backup.ts'
import { OfServer } from './server-details.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { role } = context.get(adminContext)
  const facts = await systemFacts(context.get(appContext))
  const mayTakeBackup = may(role, 'privacy') && facts.database !== null
  return { ...facts, mayTakeBackup, notDownloaded: refusalOf(request) }
}

/** Opens the download of backups for ten minutes, to an owner who confirms that it is them; the right: route-rights.ts. */
export async function action({ context }: Route.ActionArgs) {
  return runCommand(context.get(appContext), async () => {
    await requireReauthentication(context)
    return { done: 'You can download backups for the next ten minutes.' }
  })
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('Nothing can be downloaded.')

export const meta: Route.MetaFunction = () => adminTitle('System')

/** How the shop runs, read-only, with what to send along with a question for help [SYSTEM-01]. */
export default function System({ loaderData: facts, actionData }: Route.ComponentProps) {
  const now = useServerClock(facts.now, 30_000)
  const refused = useAnswer(actionData)
  const isOpen = actionData !== undefined && 'done' in actionData
  const { version, update, database, mail: email, disk } = facts
  return (
    <>
      <h1>System</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Your shop’s status. If you need help, send the{' '}
        <a href="/admin/dashboard/system/facts.json" className="link inline-block py-1" download>
          support file
        </a>
        . It contains no keys, addresses, or buyer information.
      </p>
      <ErrorBanner error={refused ?? (actionData ? null : facts.notDownloaded)} />
      {!database && (
        <p className="mt-6 text-alert">
          The database isn’t responding. Nothing can be saved or sold until it does.
        </p>
      )}
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Panel title="Backups">
          <Backups facts={facts} now={now} isOpen={isOpen} />
        </Panel>
        <Panel title="Email">
          {email && (
            <Facts
              facts={[
                [
                  'Sent by',
                  email.sends ? 'your mail server' : 'Not set up. Add a mail server in Setup.',
                ],
                ['Waiting', waitingText(email)],
                ['Not sent', formatCount(email.failed, 'email')],
                ['Price alerts', `${email.priceAlerts} waiting for a lower price`],
                ['Last delivery failure', email.lastError ? email.lastError.words : 'none'],
                ['Email of', email.lastError && <When at={email.lastError.at} now={now} />],
              ]}
            />
          )}
        </Panel>
        <Panel title="Version">
          <Facts
            facts={[
              ['Version', version.version],
              ['Running since', <When key="since" at={version.startedAt} now={now} />],
            ]}
          />
          <p className="mt-3 text-sm">{update.plain}</p>
        </Panel>
        {facts.mayTakeBackup && (
          <Panel title="Signed records">
            <p className="text-sm">
              A file of every certificate and daily gold price that anyone can verify independently.
              Keep a copy somewhere safe. It contains no buyer names.
            </p>
            <div className="mt-4">
              <DownloadButton
                action="/admin/dashboard/system/signed-records.tar.gz"
                className="button button-line"
              >
                Download the signed records
              </DownloadButton>
            </div>
          </Panel>
        )}
        <Panel title="Disk">
          {disk ? (
            <Facts facts={[['Free', `${formatBytes(disk.free)} of ${formatBytes(disk.total)}`]]} />
          ) : (
            <p className="text-muted">The server doesn’t report how much space is left.</p>
          )}
        </Panel>
      </div>
      <div className="mt-10 grid grid-cols-1 gap-10">
        <Runs
          title="Gold price sources"
          runs={facts.feeds}
          none="The gold price isn’t updated automatically. Set it under Gold Price, or choose sources in Setup."
          now={now}
        />
        <p className="text-sm">
          <Link to="/admin/dashboard/debug" className="link inline-block py-1">
            Recent errors
          </Link>
        </p>
        <OfServer facts={facts} now={now} />
      </div>
    </>
  )
}

const waitingText = ({ waiting, retried }: { waiting: number; retried: number }) =>
  retried === 0 ? `${waiting}` : `${waiting}, ${retried} of them refused once`
