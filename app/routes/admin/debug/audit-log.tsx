import type { AuditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { Pager } from '../components/pager.tsx'
import { ScrollingTable } from '../components/scrolling-table.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { auditLabel } from './audit-log-labels.ts'

/** Who of the staff did what, and when, newest first. */
export function AuditLog({ log }: { log: AuditLogPage | null }) {
  return (
    <section aria-label="Who did what">
      <h2>Who did what</h2>
      {log === null && <p className="mt-3 text-alert">The log cannot be read right now.</p>}
      {log?.total === 0 && <p className="mt-3 text-muted">Nothing was written down yet.</p>}
      {log && log.total > 0 && (
        <>
          <ScrollingTable label="Who did what, newest first">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              {log.entries.map((entry) => {
                const { who, what, details } = auditLabel(entry)
                return (
                  <tr key={entry.id}>
                    <td className="whitespace-nowrap">
                      <ShopTime at={entry.at} />
                    </td>
                    <td>{who}</td>
                    <td className="min-w-44">{what}</td>
                    <td className="min-w-48 wrap-anywhere text-muted">{details}</td>
                  </tr>
                )
              })}
            </tbody>
          </ScrollingTable>
          <Pager
            page={log.page}
            pages={log.pages}
            count={`${log.total.toLocaleString('en-US')} ${log.total === 1 ? 'entry' : 'entries'}`}
            label="Pages of who did what"
            staysPut
          />
        </>
      )}
    </section>
  )
}
