import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shipByDay } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { brand } from '#brand'
import { onBothDatabases } from '#tests/support/databases.ts'
import { rows } from '../platform/db/database.ts'
import { migrateOn, migrationFiles } from '../platform/db/migrate.ts'

/** An order of two pieces as the shop stored it before migration 0046. */
function order(id: string, state: string, paidAt: string | null, tracking: string | null = null) {
  const quoted = (text: string | null) => (text === null ? 'null' : `'${text}'`)
  return `
insert into orders (id, number, token, state, quote_id, total_cents, currency, gold_price_per_ounce,
  gold_price_per_gram, gold_source, gold_taken_at, payment_provider, payment_reference, created_at,
  updated_at, expires_at, paid_at, tracking, livemode)
values ('${id}', 'FN-${id}', 'a-token-of-sixteen-${id}', '${state}', 'q-${id}', 200, 'usd', 4000, 128.6,
  'x', now(), 'stripe', 'pi_${id}', '2020-01-01', '2020-01-01', now(), ${quoted(paidAt)},
  ${quoted(tracking)}, true);
insert into order_lines (order_id, position, product_id, name, size, weight_mg, price_per_gram,
  metal_value_cents, fee_cents, unit_price_cents, quantity, line_total_cents)
values ('${id}', 0, 'p', 'Raven', 'Small', 1000, 128.6, 60, 40, 100, 2, 200);
insert into order_history (order_id, from_state, to_state, at, actor, by, why)
values ('${id}', null, '${state}', now(), 'system', 'system', 'It was so.');`
}

/** Every few hours, over five years of holidays and changes of the clock. */
const times = Array.from({ length: 400 }, (_, at) =>
  new Date(Date.UTC(2023, 11, 1) + at * 4.71 * 86_400_000).toISOString(),
)

onBothDatabases('orders of an older shop', (open) => {
  it('get their step and the day they were promised for, by the same calendar; what was sent is a parcel [DESK-02, DESK-03, DESK-04, PARCEL-07]', async () => {
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
        await connection.script(
          [
            `delete from shipping_settings; insert into shipping_settings
              (id, processing_time, shipping_time, shipping_cost, updated_at)
              values ('current', 'Made for you in 4 to 7 business days', 'x', 'x', now());`,
            ...times.map((at, index) => order(`at${index}`, 'paid', at)),
            order('sent', 'fulfilled', '2026-03-11T17:00:00Z', 'USPS 9400'),
            order('back', 'refunded', '2026-03-11T17:00:00Z'),
            order('open', 'pending', null),
          ].join('\n'),
        )
        await migrateOn(connection, all)
        const [settings] = await rows(orm, sql`select processing_days from shipping_settings`)
        expect(settings).toEqual({ processing_days: 7 })
        const stored = await rows<{ id: string; step: string; ship_by: string }>(
          orm,
          sql`select id, step, ship_by from orders`,
        )
        const of = (id: string) => stored.find((one) => one.id === id)
        expect(of('sent')).toEqual({ id: 'sent', step: 'sent', ship_by: '2026-03-20' })
        expect(of('back')).toMatchObject({ step: 'paid' })
        expect(of('open')).toEqual({ id: 'open', step: null, ship_by: null })
        times.forEach((at, index) => {
          const shipBy = shipByDay(new Date(at), 7, brand.timeZone)
          expect(of(`at${index}`), at).toMatchObject({ step: 'paid', ship_by: shipBy })
        })
        // What was typed as tracking is a parcel with all pieces [PARCEL-07].
        const parcels = await rows(
          orm,
          sql`select parcels.order_id, carrier, tracking, declared_cents, sent_by, line, quantity
            from parcels join parcel_lines on parcel_id = parcels.id`,
        )
        expect(parcels).toEqual([
          {
            ...{ order_id: 'sent', carrier: 'other', tracking: 'USPS 9400', declared_cents: null },
            ...{ sent_by: 'system', line: 0, quantity: 2 },
          },
        ])
        const [searched] = await rows(
          orm,
          sql`select id, tracking from orders where strpos(search_text, 'usps 9400') > 0`,
        )
        expect(searched).toEqual({ id: 'sent', tracking: 'USPS 9400' })
        const [chain] = await rows(
          orm,
          sql`select count(*) as broken from order_history entry
            join chain_links link on link.chain = 'order_history' and link.row_key = entry.id::text
            where link.digest <> sha256_hex(history_row_text(to_jsonb(entry)))`,
        )
        expect(chain).toEqual({ broken: 0 })
      } finally {
        await connection.script('drop schema if exists older cascade; reset search_path')
      }
    })
  })
})
