import type { SystemFacts } from '#app/.server/system/queries/system-facts.ts'
import { ForServer } from '../components/disclosure.tsx'
import { Facts } from '../components/facts.tsx'
import { Runs } from '../debug/runs.tsx'
import { formatBytes } from './format-bytes.ts'
import { Panel, When } from './panel.tsx'

/** What only the person who runs the server asks for. */
export function OfServer({ facts, now }: { facts: SystemFacts; now: number }) {
  const { version, update, database, pageCache, disk } = facts
  return (
    <ForServer>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Panel title="Program">
          <Facts
            facts={[
              ['Version', [version.version, version.commit].filter(Boolean).join(', commit ')],
              ['Built', version.builtAt !== null && <When at={version.builtAt} now={now} />],
              ['Node', `${version.node}, ${version.system}`],
              ['Memory', formatBytes(version.memory)],
              ['Newer version', update.sentence],
              ['Last asked', update.lastAskedAt && <When at={update.lastAskedAt} now={now} />],
            ]}
          />
        </Panel>
        <Panel title="Database">
          {database ? (
            <Facts
              facts={[
                ['Engine', `${database.engine}, PostgreSQL ${database.server}`],
                ['Size', formatBytes(database.size)],
                ['Migrations', `${database.migrations}, the last ${database.lastMigration}`],
                ['Run', <When key="run" at={database.lastMigrationAt} now={now} />],
              ]}
            />
          ) : (
            <p className="text-alert">The database isn’t responding.</p>
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
        <Panel title="Data folder">
          <p>{disk ? disk.folder : 'The system doesn’t say.'}</p>
        </Panel>
      </div>
      <Runs title="Jobs" runs={facts.jobs} none="No jobs have run in this process yet." now={now} />
    </ForServer>
  )
}
