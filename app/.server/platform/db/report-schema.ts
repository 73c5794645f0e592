import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

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
