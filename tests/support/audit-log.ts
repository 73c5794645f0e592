import type { AppContext } from '#app/.server/app-context.ts'
import { auditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { auditLabel } from '#app/routes/admin/debug/audit-log-labels.ts'

/** What the audit log shows of its latest entries, oldest first: `WHO: WHAT (DETAILS)`. */
export async function auditLabels(app: AppContext): Promise<string[]> {
  const { entries } = await auditLogPage(app, 1)
  return entries
    .map(auditLabel)
    .map(({ who, what, details }) => `${who}: ${what}${details && ` (${details})`}`)
    .reverse()
}
