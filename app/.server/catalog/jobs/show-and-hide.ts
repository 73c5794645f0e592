import { eq, lte, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { recordAuditEvent } from '#app/.server/audit-log/record-event.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { catalogChanged } from '../queries/cached-catalog.ts'

/**
 * Shows and hides the pieces whose time has come [BULK-09]. The times are cleared with it, so that what
 * staff switch later stands; where both are over, the later one holds.
 */
export async function showAndHide(app: AppContext): Promise<void> {
  const now = app.now()
  const done = await app.db.orm.transaction(async (tx) => {
    const due = await tx
      .select({
        id: products.id,
        name: products.name,
        active: products.active,
        from: products.shownFrom,
        until: products.shownUntil,
      })
      .from(products)
      .where(or(lte(products.shownFrom, now), lte(products.shownUntil, now)))
      .orderBy(sql`${products.id} collate "C"`)
      .for('update')
    for (const { id, name, active, ...times } of due) {
      const after = dueVisibility(times, now) ?? active
      await tx
        .update(products)
        .set({
          active: after,
          shownFrom: null,
          ...(after ? {} : { shownUntil: null }),
          revision: sql`${products.revision} + 1`,
          updatedAt: now,
        })
        .where(eq(products.id, id))
      if (after === active) continue
      await recordAuditEvent(tx, {
        ...{ at: now, actor: { type: 'command', id: 'the schedule' } },
        ...{ action: 'product.switched', target: { type: 'product', id } },
        facts: { name, what: 'active', before: active, after },
      })
    }
    return due.length
  })
  if (done > 0) await catalogChanged(app)
}

export type ShownTimes = { from: Date | null; until: Date | null }

/** What is due of a piece at a moment: to be shown, to be hidden, or nothing; the later of the two. */
export function dueVisibility({ from, until }: ShownTimes, now: Date): boolean | null {
  if (until && until <= now) return false
  return from && from <= now ? true : null
}
