import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { VisitKind } from '#app/domain/visits/visit.ts'

/** What browsers reported, counted by day and kind. */
export const browserReports = pgTable(
  'browser_reports',
  {
    day: date({ mode: 'string' }).notNull(),
    kind: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind] })],
)

/** Views, sources, and carts, in sums of a day by the shop’s clock [VISIT-04]. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<VisitKind>().notNull(),
    key: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.key] })],
)
