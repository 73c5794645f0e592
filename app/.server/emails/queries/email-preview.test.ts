import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { rows } from '#app/.server/platform/db/database.ts'
import { onBothDatabases } from '#tests/support/databases.ts'

onBothDatabases('the order that a mail is previewed with', (open) => {
  it('is found at the end of an index, with mails of it and without [SCALE-07]', async () => {
    const { orm } = await open()
    const latest = {
      mail_outbox_by_kind: sql`select order_id from mail_outbox where kind = 'order-paid-buyer'
        order by created_at desc limit 1`,
      orders_paid_last: sql`select id from orders where paid_at is not null order by paid_at desc limit 1`,
    }
    await orm.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_sort = off`)
      for (const [index, query] of Object.entries(latest)) {
        const plan = await rows<Record<string, string>>(tx, sql`explain ${query}`)
        expect(JSON.stringify(plan)).toContain(`using ${index}`)
        expect(JSON.stringify(plan)).not.toContain('Sort')
      }
    })
  })
})
