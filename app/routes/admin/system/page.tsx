import { type ReactNode, useId } from 'react'
import { Form, Link } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { systemFacts } from '#app/.server/health/queries/system-facts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { may } from '#app/domain/access/rights.ts'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { formatCount } from '../components/format-count.ts'
import { runCommand } from '../components/run-command.ts'
import { formatAge, useServerClock } from '../components/server-clock.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { Runs } from '../debug/runs.tsx'
import type { Route } from './+types/page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { role } = context.get(adminContext)
  const facts = await systemFacts(context.get(appContext))
  return { ...facts, mayTakeBackup: may(role, 'privacy') && facts.database !== null }
}

/** Opens the download of a backup for ten minutes, to an owner who confirms that it is them; the right: require-right.ts. */
export async function action({ context }: Route.ActionArgs) {
  return runCommand(context.get(appContext), async () => {
    await requireFreshFactor(context)
    return { done: 'The backup can be downloaded now.' }
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Nothing can be downloaded.')
}

export const meta: Route.MetaFunction = () => [{ title: 'System' }]

/** How the shop runs, read-only, with what to send along with a question for help [SYSTEM-01]. */
export default function System({ loaderData: facts, actionData }: Route.ComponentProps) {
  const now = useServerClock(facts.now, 30_000)
  const refused = useAnswer(actionData)
  const isOpen = actionData !== undefined && 'done' in actionData
  const at = (time: string | null | undefined) => (time ? <When at={time} now={now} /> : 'never')
  const { version, database, backup, mail, pageCache, disk } = facts
  return (
    <>
      <h1>System</h1>
      <p className="mt-2 text-sm">
        <a href="/admin/dashboard/system/facts.json" className="link inline-block py-1" download>
          Facts to ask for help with (JSON)
        </a>
        <span className="text-muted">: no keys, no addresses, no buyers.</span>
      </p>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Panel title="Version">
          <Facts
            facts={[
              ['Version', [version.version, version.commit].filter(Boolean).join(', commit ')],
              ['Built', version.builtAt !== null && at(version.builtAt)],
              ['Started', at(version.startedAt)],
              ['Node', `${version.node}, ${version.system}`],
              ['Memory', formatBytes(version.memory)],
            ]}
          />
          <h3 className="mt-4">Newer version</h3>
          <p className="mt-1 text-sm wrap-anywhere">{facts.update.sentence}</p>
          {facts.update.lastAskedAt && (
            <p className="mt-1 text-muted text-sm">Last asked: {at(facts.update.lastAskedAt)}</p>
          )}
        </Panel>
        <Panel title="Database">
          {database ? (
            <Facts
              facts={[
                ['Engine', `${database.engine}, PostgreSQL ${database.server}`],
                ['Size', formatBytes(database.size)],
                ['Migrations', `${database.migrations}, the last ${database.lastMigration}`],
                ['Run', at(database.lastMigrationAt)],
              ]}
            />
          ) : (
            <p className="text-alert">The database does not answer.</p>
          )}
        </Panel>
        <Panel title="Backups">
          {backup && (
            <Facts
              facts={[
                ['Last', at(backup.health.last?.at)],
                ['Where', backup.health.last?.where ?? null],
                [
                  'Restore tried',
                  backup.health.rehearsal ? (
                    <>
                      {at(backup.health.rehearsal.at)}
                      {backup.health.rehearsal.failed ? ': it failed' : ': well'}
                    </>
                  ) : (
                    'never'
                  ),
                ],
                ['Every night', backup.place ?? 'off: BACKUP_TO is not set'],
                ['Encrypted', backup.encrypted ? 'yes' : 'no: BACKUP_KEY is not set'],
              ]}
            />
          )}
          {backup && backup.stored.length > 0 && (
            <ul className="mt-3 text-sm">
              {backup.stored.map(({ at: stored, name, bytes }) => (
                <li key={stored} className="wrap-anywhere">
                  {name}, {formatBytes(bytes)}
                </li>
              ))}
            </ul>
          )}
          {facts.mayTakeBackup &&
            (isOpen ? (
              <p className="mt-4">
                <a href="/admin/dashboard/system/backup" className="button button-line" download>
                  Download the backup
                </a>
              </p>
            ) : (
              <Form method="post" className="mt-4">
                <SubmitButton name="action" value="open-backup">
                  Take a backup to download …
                </SubmitButton>
              </Form>
            ))}
        </Panel>
        <Panel title="Mail">
          {mail && (
            <Facts
              facts={[
                ['Sent by', mail.sends ? 'the mail server' : 'nobody: SMTP_URL is not set'],
                ['Waiting', waitingText(mail)],
                ['Not sent', formatCount(mail.failed, 'mail')],
                ['Last error', mail.lastError ? mail.lastError.words : 'none'],
                ['Of a mail of', mail.lastError && at(mail.lastError.at)],
              ]}
            />
          )}
        </Panel>
        <Panel title="Page cache">
          {pageCache ? (
            <Facts
              facts={[
                ['Pages', pageCache.pages.toLocaleString('en-US')],
                ['Memory', `${formatBytes(pageCache.bytes)} of ${formatBytes(pageCache.limit)}`],
              ]}
            />
          ) : (
            <p className="text-muted">No pages are kept in this process.</p>
          )}
        </Panel>
        <Panel title="Disk">
          {disk ? (
            <Facts
              facts={[
                ['Free', `${formatBytes(disk.free)} of ${formatBytes(disk.total)}`],
                ['Data folder', disk.folder],
              ]}
            />
          ) : (
            <p className="text-muted">The system does not say.</p>
          )}
        </Panel>
      </div>
      <div className="mt-10 grid grid-cols-1 gap-10">
        <Runs
          title="Gold feeds"
          runs={facts.feeds}
          none="Fetching is turned off by GOLD_SOURCES."
          now={now}
        />
        <Runs title="Jobs" runs={facts.jobs} none="No job has run in this process yet." now={now} />
        <p className="text-sm">
          <Link to="/admin/dashboard/debug" className="link inline-block py-1">
            Debug: last errors, and who did what
          </Link>
        </p>
      </div>
    </>
  )
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="admin-panel min-w-0">
      <h2 id={id}>{title}</h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}

function When({ at, now }: { at: string; now: number }) {
  return (
    <>
      <ShopTime at={at} />, {formatAge(at, now)}
    </>
  )
}

const waitingText = ({ waiting, retried }: { waiting: number; retried: number }) =>
  retried === 0 ? `${waiting}` : `${waiting}, of which ${retried} refused once`

/** `512 bytes`, `3.4 MB`: thousands, as disks are sold. */
function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power - 1]}`
}
