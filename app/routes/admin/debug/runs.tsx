import type { DebugRun } from '#app/.server/system/queries/debug-panel.ts'
import { formatAge } from '../components/server-clock.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'

type RunsProps = { title: string; hint?: string; runs: DebugRun[]; none: string; now: number }

/** Feeds or jobs, each with its last run. */
export function Runs({ title, hint, runs, none, now }: RunsProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      {runs.length === 0 ? (
        <p className="mt-3 text-muted">{none}</p>
      ) : (
        <Table
          isWide
          className="mt-3"
          label={`${title}, each with its last run`}
          columns={['Name', 'Last run', 'Outcome']}
        >
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

export function TimeAndAge({ at, now }: { at: string; now: number }) {
  return (
    <>
      <ShopTime at={at} />, {formatAge(at, now)}
    </>
  )
}
