import { desc, getTableColumns } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { auditLog } from '#app/.server/platform/db/schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { pageOf } from '#app/.server/platform/page-of.ts'
import type { AuditAction } from '../record-event.ts'

/** An entry from before migration 0021, when the log held sentences. */
type CarriedOver = {
  action: string
  facts: { carriedOver: { action: string; target: string; details: string } }
}
export type AuditLogEntry = (AuditAction | CarriedOver) &
  Pick<typeof auditLog.$inferSelect, 'id' | 'at' | 'actorType' | 'actorId' | 'address'>

export type AuditLogPage = { entries: AuditLogEntry[]; total: number; page: number; pages: number }

export const auditEventsPerPage = 25

const { personalDigest: _, personalSalt: __, ...shown } = getTableColumns(auditLog)

/** Newest first; a page beyond the end is the last one. */
export async function auditLogPage(app: AppContext, asked: number): Promise<AuditLogPage> {
  return withDatabase(app, async ({ orm }) => {
    const total = await orm.$count(auditLog)
    const { page, pages, limit, offset } = pageOf(asked, total, auditEventsPerPage)
    const found = await orm
      .select(shown)
      .from(auditLog)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset(offset)
    const entries = found.map(({ targetType, targetId, ...row }) => ({
      ...row,
      ...(targetType === null ? {} : { target: { type: targetType, id: targetId } }),
    })) as AuditLogEntry[]
    return { entries, total, page, pages }
  })
}
