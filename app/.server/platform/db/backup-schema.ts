import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Backups written by the shop itself, and restores it tried, as schema.ts has the other tables. */
export const backupRuns = pgTable('backup_runs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<'nightly' | 'rehearsal'>().notNull(),
  state: text().$type<'running' | 'done' | 'failed'>().notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
  /** Folder or bucket, and the name there. */
  place: text(),
  name: text(),
  bytes: bigint({ mode: 'number' }),
  /** Of the stored file, in hexadecimal. */
  sha256: text(),
  commandExit: integer('command_exit'),
  commandOutput: text('command_output'),
  /** A sentence for staff. */
  problem: text(),
})

export type BackupRun = typeof backupRuns.$inferSelect
