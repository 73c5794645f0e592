import { lt, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { browserReports } from '#app/.server/platform/db/report-schema.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'

const keptMs = 90 * 24 * 3_600_000

/** Counts what a browser reported by kind and day; nothing else of it is kept [REPORT-01]. */
export async function countReports(app: AppContext, kinds: readonly string[]): Promise<void> {
  if (!hasDatabase(app) || kinds.length === 0) return
  const now = app.now()
  const day = dayOf(now)
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const rows = [...counts].map(([kind, count]) => ({ day, kind, count }))
  await withDatabase(app, async ({ orm }) => {
    await orm
      .insert(browserReports)
      .values(rows)
      .onConflictDoUpdate({
        target: [browserReports.day, browserReports.kind],
        set: { count: sql`least(${browserReports.count} + excluded.count, 1000000)` },
      })
    const oldest = dayOf(new Date(now.getTime() - keptMs))
    await orm.delete(browserReports).where(lt(browserReports.day, oldest))
  })
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
