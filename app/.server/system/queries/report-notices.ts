import { and, desc, gte, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { browserReports } from '#app/.server/platform/db/report-schema.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { fromExtension } from '#app/contracts/platform/browser-report.ts'

const dayMs = 24 * 3_600_000

/** What browsers reported today and yesterday (UTC), in one sentence; nothing where that is nothing. */
export async function reportNotices(app: AppContext): Promise<string[]> {
  const yesterday = new Date(app.now().getTime() - dayMs).toISOString().slice(0, 10)
  const total = sql<number>`sum(${browserReports.count})::int`
  const read = await withFallback(app, ({ orm }) =>
    orm
      .select({ kind: browserReports.kind, total })
      .from(browserReports)
      .where(and(gte(browserReports.day, yesterday), ne(browserReports.kind, fromExtension)))
      .groupBy(browserReports.kind)
      .orderBy(desc(total), browserReports.kind),
  )
  const counted = read?.value ?? []
  if (counted.length === 0) return []
  const list = counted.map((each) => `${each.kind} ${each.total}`).join(', ')
  return [
    `Browsers have reported problems since yesterday: ${list}. Show this to the person who runs the server.`,
  ]
}
