import { and, eq, lt, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  type ChangeProblem,
  productChanges,
} from '#app/.server/platform/db/product-change-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import type { BulkChange } from '#app/domain/catalog/bulk-change.ts'
import type { PartOfFacts } from '#app/domain/catalog/product-facts.ts'

export type PlannedRow = {
  productId: string
  name: string
  /** Null: a new product. */
  revision: number | null
  before: PartOfFacts
  after: PartOfFacts
}

export type Plan = {
  kind: 'bulk' | 'csv'
  title: string
  asked: BulkChange | null
  rows: readonly PlannedRow[]
  unchanged: number
  problems: readonly ChangeProblem[]
  notes: readonly string[]
}

/** Nobody reads on after so many. */
const maxProblems = 200
const draftDays = 7

/** Keeps a plan as a draft to be looked at, and answers its id. Old drafts go. */
export async function savePlan(app: AppContext, plan: Plan, by: string): Promise<string> {
  const { kind, title, asked, rows, unchanged, problems, notes } = plan
  const at = app.now()
  const old = new Date(at.getTime() - draftDays * 86_400_000)
  return withDatabase(app, ({ orm }) =>
    orm.transaction(async (tx) => {
      await tx
        .delete(productChanges)
        .where(and(eq(productChanges.state, 'draft'), lt(productChanges.madeAt, old)))
      const [made] = await tx
        .insert(productChanges)
        .values({
          ...{ kind, title, asked, unchanged, pieces: rows.length, madeAt: at, madeBy: by },
          problems: problems.slice(0, maxProblems),
          problemCount: problems.length,
          notes: [...notes],
        })
        .returning({ id: productChanges.id })
      if (!made) throw new RangeError('The plan has no id')
      const listed = rows.map((row, index) => ({ ...row, position: index + 1 }))
      await tx.execute(sql`insert into product_change_rows
          (change_id, position, product_id, name, revision, before, after)
        select ${made.id}, v.position, v."productId", v.name, v.revision, v.before, v.after
        from json_to_recordset(${JSON.stringify(listed)}::json) as v (position integer,
          "productId" text, name text, revision integer, before jsonb, after jsonb)`)
      return made.id
    }),
  )
}
