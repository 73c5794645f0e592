import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { rows } from '../platform/db/database.ts'
import { migrateOn, migrationFiles } from '../platform/db/migrate.ts'

/** An order as the shop stored it before migration 0048. */
function order(id: string, paidAt: string | null, livemode: boolean): string {
  return `
insert into orders (id, number, token, state, quote_id, total_cents, currency, gold_price_per_ounce,
  gold_price_per_gram, gold_source, gold_taken_at, payment_provider, created_at, updated_at, expires_at,
  paid_at, livemode)
values ('${id}', 'FN-${id}', 'a-token-of-sixteen-${id}', '${paidAt ? 'paid' : 'expired'}', 'q-${id}', 200,
  'usd', 4000, 128.6, 'x', now(), 'stripe', '2025-01-01', now(), now() + interval '1 hour',
  ${paidAt ? `'${paidAt}'` : 'null'}, ${livemode});`
}

const stored = [
  order('later', '2025-03-02', true),
  order('first', '2025-01-05', true),
  order('never', null, true),
  order('second', '2025-01-06', true),
  order('a test', '2025-01-07', false),
].join('\n')

onBothDatabases('orders of an older shop', (open) => {
  it('get the numbers of their receipts in the order of payment; new ones follow [PAPER-01]', async () => {
    const db = await open()
    await db.alone(async (connection) => {
      const { orm } = connection
      const all = await migrationFiles()
      try {
        await connection.script('create schema older; set search_path = older')
        await migrateOn(
          connection,
          all.filter(({ name }) => name < '0046'),
        )
        await connection.script(stored)
        await migrateOn(connection, all)
        await connection.script(order('new', '2025-01-01', true))
        const numbers = await rows(
          orm,
          sql`select order_id as id, number from receipts order by livemode desc, number`,
        )
        expect(numbers.map(({ id, number }) => `${id} ${number}`)).toEqual([
          'first 1',
          'second 2',
          'later 3',
          'new 4',
          'a test 1',
        ])
      } finally {
        await connection.script('drop schema if exists older cascade; reset search_path')
      }
    })
  })
})
