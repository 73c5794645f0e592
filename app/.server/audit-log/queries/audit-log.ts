import { desc } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffLog } from '#app/.server/platform/db/schema.ts'

type StaffDeed = {
  id: number
  at: Date
  by: string
  deed: string
  subject: string
  details: string
}
export type AuditLogPage = { deeds: StaffDeed[]; total: number; page: number; pages: number }

export const auditEventsPerPage = 25

/** Who of the staff did what, newest first; a page beyond the end is the last one. */
export async function auditLogPage(app: AppContext, asked: number): Promise<AuditLogPage> {
  if (!app.db) return { deeds: [], total: 0, page: 1, pages: 1 }
  const { orm } = app.db
  const total = await orm.$count(staffLog)
  const pages = Math.max(1, Math.ceil(total / auditEventsPerPage))
  const page = Number.isFinite(asked) ? Math.min(Math.max(1, Math.trunc(asked)), pages) : 1
  const deeds = await orm
    .select()
    .from(staffLog)
    .orderBy(desc(staffLog.at), desc(staffLog.id))
    .limit(auditEventsPerPage)
    .offset((page - 1) * auditEventsPerPage)
  return { deeds, total, page, pages }
}
