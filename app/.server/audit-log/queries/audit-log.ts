import { desc } from 'drizzle-orm'
import { staffLog } from '#app/.server/platform/db/schema.ts'
import type { Shop } from '#app/.server/app-context.ts'

export type StaffDeed = {
  id: number
  at: Date
  by: string
  deed: string
  subject: string
  details: string
}
export type StaffLogPage = { deeds: StaffDeed[]; total: number; page: number; pages: number }

export const deedsOnAPage = 25

/** Who of the staff did what, newest first; a page beyond the end is the last one. */
export async function staffLogPage(shop: Shop, asked: number): Promise<StaffLogPage> {
  if (!shop.db) return { deeds: [], total: 0, page: 1, pages: 1 }
  const { orm } = shop.db
  const total = await orm.$count(staffLog)
  const pages = Math.max(1, Math.ceil(total / deedsOnAPage))
  const page = Number.isFinite(asked) ? Math.min(Math.max(1, Math.trunc(asked)), pages) : 1
  const deeds = await orm
    .select()
    .from(staffLog)
    .orderBy(desc(staffLog.at), desc(staffLog.id))
    .limit(deedsOnAPage)
    .offset((page - 1) * deedsOnAPage)
  return { deeds, total, page, pages }
}
