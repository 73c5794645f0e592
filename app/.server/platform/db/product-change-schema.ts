import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BulkChange } from '#app/domain/catalog/bulk-change.ts'
import type { PartOfFacts } from '#app/domain/catalog/product-facts.ts'
import { at, madeId } from './columns.ts'

/** Why a planned change cannot be made. `row` and `column` are those of a file. */
export type ChangeProblem = {
  row: number | null
  column: string | null
  name: string
  message: string
}

/** A change of many products at once: as a draft it is looked at, then it is made, and may be undone. */
export const productChanges = pgTable('product_changes', {
  id: madeId(),
  kind: text().$type<'bulk' | 'csv'>().notNull(),
  title: text().notNull(),
  asked: jsonb().$type<BulkChange>(),
  state: text().$type<'draft' | 'applied' | 'undone'>().notNull().default('draft'),
  pieces: integer().notNull(),
  unchanged: integer().notNull(),
  problems: jsonb().$type<ChangeProblem[]>().notNull().default(sql`'[]'`),
  problemCount: integer('problem_count').notNull().default(0),
  notes: jsonb().$type<string[]>().notNull().default(sql`'[]'`),
  madeAt: at('made_at').notNull(),
  madeBy: text('made_by').notNull(),
  appliedAt: at('applied_at'),
  appliedBy: text('applied_by'),
  undoneAt: at('undone_at'),
  undoneBy: text('undone_by'),
})

/** What it changes of each product, before and after. */
export const productChangeRows = pgTable(
  'product_change_rows',
  {
    changeId: text('change_id').notNull(),
    position: integer().notNull(),
    productId: text('product_id').notNull(),
    name: text().notNull(),
    /** The revision it was planned from; null for a new product. */
    revision: integer(),
    before: jsonb().$type<PartOfFacts>().notNull(),
    after: jsonb().$type<PartOfFacts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.changeId, table.position] })],
)
