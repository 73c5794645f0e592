import type { AppContext } from '#app/.server/app-context.ts'
import { auditLogPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { auditLabel } from '#app/routes/admin/audit-log/labels/label.ts'

/** What the audit log shows of its latest entries, oldest first: `WHO: WHAT (DETAILS; CHANGES)`. */
export async function auditLabels(app: AppContext): Promise<string[]> {
  const { entries } = await auditLogPage(app)
  return entries
    .map(auditLabel)
    .map(({ who, what, details, changes }) => {
      const changed = changes.map(({ label, before, after }) => `${label}: ${before} → ${after}`)
      const more = [details, ...changed].filter(Boolean).join('; ')
      return `${who}: ${what}${more && ` (${more})`}`
    })
    .reverse()
}
