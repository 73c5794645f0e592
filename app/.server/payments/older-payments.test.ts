import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { rows } from '../platform/db/database.ts'
import { migrateOn, migrationFiles } from '../platform/db/migrate.ts'

/** An order with its history and events, as the shop stored them before migration 0019. */
const stored = `
insert into orders (id, number, token, state, quote_id, total_cents, currency, gold_price_per_ounce,
  gold_price_per_gram, gold_source, gold_taken_at, payment_provider, payment_session, created_at,
  updated_at, expires_at, held_reason, dispute, dispute_told_at, payment_underway_at,
  payment_asked_at, livemode)
values ('o', 'FN-1', 'a-token-of-sixteen', 'pending', 'q', 200, 'usd', 4000, 128.6, 'x', now(),
  'stripe', 'cs_1', now(), now(), now() + interval '1 hour', 'Too little.', 'open',
  '2026-03-01 12:00:00+00', '2026-03-02 12:00:00+00', '2026-03-03 12:00:00+00', true);
insert into order_lines (order_id, position, product_id, name, size, weight_mg, price_per_gram,
  gold_part_cents, fee_cents, unit_price_cents, quantity, line_total_cents)
values ('o', 0, '7', 'Pendant', 'Small', 1000, 1, 100, 100, 200, 1, 200);
insert into order_history (order_id, from_state, to_state, at, by, why) values
  ('o', null, 'pending', now(), 'shopper', '.'),
  ('o', 'pending', 'pending', now(), 'payment provider (stripe, asked)', '.'),
  ('o', 'pending', 'pending', now(), 'ann@example.com', '.'),
  ('o', 'pending', 'pending', now(), 'the clock', '.');
insert into payment_events (id, provider, type, order_id, outcome, asked, payload, received_at) values
  ('1', 'test', 'failed', 'o', 'noted', false, '{}', now()),
  ('asked:cs_1:bounced', 'stripe', 'bounced', 'o', 'applied', true, '{}', now()),
  ('asked:cs_1:underway', 'stripe', 'underway', 'o', 'marked', true, '{}', now()),
  ('asked:cs_1:paid', 'stripe', 'paid', 'o', 'held', true, '{}', now()),
  ('2', 'stripe', 'refunded', 'o', 'early', false, '{"livemode": false}', now()),
  ('3', 'stripe', 'refunded', null, 'early', false, '{"object": {"id": "cs_live_1"}}', now()),
  ('4', 'stripe', 'refunded', null, 'early', false, '{"object": {"id": "cs_test_1"}}', now());`

onBothDatabases('payments stored by an older shop', (open) => {
  it('have the names and values of today [OPS-03, OPS-08]', async () => {
    const db = await open()
    await db.alone(async (connection) => {
      const { orm } = connection
      const all = await migrationFiles()
      try {
        await connection.script('create schema older; set search_path = older')
        await migrateOn(
          connection,
          all.filter(({ name }) => name < '0019'),
        )
        await connection.script(stored)
        await migrateOn(connection, all)
        expect(
          await rows(
            orm,
            sql`select hold_reason, revision, needs_review, dispute_occurred_at::date::text as dispute,
              payment_processing_at::date::text as processing,
              payment_reconciled_at::date::text as reconciled, metal_value_cents::int as metal
              from orders join order_lines on order_id = id`,
          ),
        ).toEqual([
          {
            hold_reason: 'Too little.',
            revision: 1,
            needs_review: true,
            dispute: '2026-03-01',
            processing: '2026-03-02',
            reconciled: '2026-03-03',
            metal: 100,
          },
        ])
        const actors = await rows<{ actor: string }>(
          orm,
          sql`select actor from order_history order by id`,
        )
        expect(actors.map(({ actor }) => actor)).toEqual([
          'shopper',
          'payment provider',
          'staff',
          'system',
        ])
        const events = await rows<{ id: string; type: string; outcome: string; livemode: boolean }>(
          orm,
          sql`select id, type, outcome, livemode from payment_events where reconciled or provider = 'test'
            or type = 'refunded' order by id collate "C"`,
        )
        expect(
          events.map(({ id, type, outcome, livemode }) => [id, type, outcome, livemode]),
        ).toEqual([
          ['1', 'declined', 'ignored', false],
          // Stripe said so itself; else it is its order's, or the session's own name [MODE-02].
          ['2', 'refunded', 'deferred', false],
          ['3', 'refunded', 'deferred', true],
          ['4', 'refunded', 'deferred', false],
          ['reconciled:cs_1:failed', 'failed', 'applied', true],
          ['reconciled:cs_1:paid', 'paid', 'on hold', true],
          ['reconciled:cs_1:processing', 'processing', 'updated', true],
        ])
      } finally {
        await connection.script('drop schema if exists older cascade; reset search_path')
      }
    })
  })
})
