import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { rows } from '../platform/db/database.ts'
import { migrateOn, migrationFiles } from '../platform/db/migrate.ts'

type Older = { state: string; refunded?: number; dispute?: 'open' | 'lost'; held?: boolean }

/** An order of $2.00 as the shop stored it before migration 0036. */
function order(id: string, { state, refunded = 0, dispute, held }: Older): string {
  const paid = ['paid', 'fulfilled', 'refunded'].includes(state)
  return `
insert into orders (id, number, token, state, quote_id, total_cents, currency, gold_price_per_ounce,
  gold_price_per_gram, gold_source, gold_taken_at, payment_provider, payment_reference, created_at,
  updated_at, expires_at, paid_at, refunded_cents, hold_reason, dispute, dispute_occurred_at, livemode)
values ('${id}', 'FN-${id}', 'a-token-of-sixteen-${id}', '${state}', 'q-${id}', 200, 'usd', 4000, 128.6,
  'x', now(), 'stripe', ${paid ? `'pi_${id}'` : 'null'}, now(), now(), now() + interval '1 hour',
  ${paid ? 'now()' : 'null'}, ${refunded}, ${held ? `'Look.'` : 'null'},
  ${dispute ? `'${dispute}', now()` : 'null, null'}, true);`
}

function event(
  id: string,
  of: string | null,
  type: string,
  outcome: string,
  amount: number,
): string {
  const reference = of === null ? `pi_${id}` : `pi_${of}`
  return `
insert into payment_events (id, provider, type, order_id, outcome, amount_cents, currency, reference,
  payload, received_at)
values ('${id}', 'stripe', '${type}', ${of === null ? 'null' : `'${of}'`}, '${outcome}', ${amount}, 'usd',
  '${reference}', '{"livemode": true}', now());`
}

const stored = [
  order('part', { state: 'paid', refunded: 50 }),
  event('1', 'part', 'paid', 'applied', 200),
  event('2', 'part', 'refunded', 'updated', 50),
  order('whole', { state: 'refunded', refunded: 200 }),
  event('3', 'whole', 'paid', 'applied', 200),
  order('short', { state: 'fulfilled' }),
  event('4', 'short', 'paid', 'on hold', 199),
  event('4b', 'short', 'paid', 'on hold', 199),
  order('lost', { state: 'fulfilled', dispute: 'lost' }),
  event('5', 'lost', 'paid', 'applied', 200),
  event('6', 'lost', 'dispute lost', 'updated', 150),
  order('held', { state: 'pending', held: true }),
  event('7', 'held', 'paid', 'on hold', 10),
  order('old', { state: 'paid' }),
  order('left', { state: 'expired' }),
  event('8', null, 'paid', 'unknown order', 30),
].join('\n')

onBothDatabases('orders of an older shop', (open) => {
  it('come into the ledger with their payments, refunds and disputes [LEDGER-07]', async () => {
    const db = await open()
    await db.alone(async (connection) => {
      const { orm } = connection
      const all = await migrationFiles()
      try {
        await connection.script('create schema older; set search_path = older')
        await migrateOn(
          connection,
          all.filter(({ name }) => name < '0036'),
        )
        await connection.script(stored)
        await migrateOn(connection, all)
        const sums = await rows(
          orm,
          sql`select coalesce(order_id, 'none') as id, sum(receivable)::int as due,
              -sum(sales)::int as sold, sum(discounts)::int as discounts, sum(payments)::int as payments,
              sum(disputed)::int as disputed, sum(losses)::int as losses,
              -sum(unattached)::int as unattached
            from ledger_entries group by order_id order by 1`,
        )
        const sum = { due: 0, sold: 200, discounts: 0, payments: 200, disputed: 0, losses: 0 }
        expect(sums).toEqual([
          { id: 'held', ...sum, due: -10, sold: 0, payments: 10, unattached: 0 },
          { id: 'lost', ...sum, payments: 50, losses: 150, unattached: 0 },
          { id: 'none', ...sum, sold: 0, payments: 30, unattached: 30 },
          { id: 'old', ...sum, unattached: 0 },
          { id: 'part', ...sum, sold: 150, payments: 150, unattached: 0 },
          { id: 'short', ...sum, discounts: 1, payments: 199, unattached: 0 },
          { id: 'whole', ...sum, sold: 0, payments: 0, unattached: 0 },
        ])
        const [links] = await rows(
          orm,
          sql`select (select count(*) from ledger_entries) = count(*) as all_linked
            from chain_links where chain = 'ledger_entries'`,
        )
        expect(links).toEqual({ all_linked: true })
      } finally {
        await connection.script('drop schema if exists older cascade; reset search_path')
      }
    })
  })
})
