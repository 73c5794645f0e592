import { type SQL, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rows } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { allToDo, atStep, disputed, lateOn, promisedFirst, toDo } from './orders-to-do.ts'
import { soldOn } from './sales-figures.ts'

const newestFirst = [sql`orders.created_at desc`, sql`orders.id collate "C"`]

/** Where, in which order, and the index that has them so. */
const lists: [where: SQL, order: SQL[], index: string][] = [
  [toDo, promisedFirst, 'orders_to_do'],
  [allToDo, promisedFirst, 'orders_open'],
  [lateOn('2026-03-11'), promisedFirst, 'orders_to_do'],
  [atStep('making'), promisedFirst, 'orders_to_do_by_step'],
  [atStep('sent'), newestFirst, 'orders_sent_by_step'],
  [disputed, newestFirst, 'orders_disputed'],
]

onBothDatabases('the work on orders', (open) => {
  it('is listed in its order by an index alone, however many orders there are [DESK-07]', async () => {
    const { orm } = await open()
    await orm.transaction(async (tx) => {
      // The planner would read all of an empty table.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const planOf = async (query: SQL) =>
        JSON.stringify(await rows(tx, sql`explain (costs off) ${query}`))
      for (const [where, order, index] of lists) {
        const plan = await planOf(
          sql`select id from orders where ${where} order by ${sql.join(order, sql`, `)} limit 25`,
        )
        expect(plan).toContain(`using ${index} on orders`)
        expect(plan).not.toContain('Sort')
      }
      const sold = await planOf(
        sql`select count(*) from orders where ${soldOn({ from: '2026-03-01', to: '2026-03-31' })}`,
      )
      expect(sold).toContain('using ledger_entries_sold on ledger_entries')
      const backup = await planOf(
        sql`select at from audit_log where action = 'backup.written' order by at desc limit 1`,
      )
      expect(backup).toContain('using audit_log_backups on audit_log')
    })
  })
})
