import type { AuditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { Paging } from '#app/ui/paging.tsx'
import { formatCount } from '../components/format-count.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { Table } from '../components/table.tsx'
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
          <Table label="Who did what, newest first" columns={['Time', 'Who', 'What', 'Details']}>
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
          </Table>
          <Paging
            page={log.page}
            pages={log.pages}
            count={formatCount(log.total, 'entry', 'entries')}
            label="Pages of who did what"
            preventScrollReset
          />
        </>
      )}
    </section>
  )
}
