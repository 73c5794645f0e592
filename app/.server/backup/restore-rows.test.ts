import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { heldOrder, paidOrder, payment, pendingOrder } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { checkAuditLog } from '../audit-log/queries/check-audit-log.ts'
import { checkRecords } from '../bookkeeping/jobs/check-records.ts'
import { applyPaymentEvent } from '../payments/commands/apply-payment-event.ts'
import { type Database, rows } from '../platform/db/database.ts'
import { type MigrationFile, migrationFiles } from '../platform/db/migrate.ts'
import { readBackup } from './backup-file.ts'
import { restoreRows } from './restore-rows.ts'
import { swapSchema } from './swap-schema.ts'
import { tablesOf } from './table-rows.ts'
import { notKept, takeBackup } from './take-backup.ts'

const aside = 'before_restore_test'
const origin = { secret: null, secretMark: 'm', now: new Date('2026-03-11T16:00:00Z') }
let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'four-nines-restore-'))
  file = join(folder, 'shop.gz')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Something in every table, and values that are easily lost on the way. */
async function lived(db: Database): Promise<void> {
  const awkward = 'tab\t, line\r\n\u2028, "quoted" \\N \\x41 \u0001 {} 💍'
  const { shop } = await sellingShop(db)
  await changeProducts(shop, { engravingFeeCents: 6000, engravingMax: 20 })
  await pendingOrder(shop, [{ productId: '7', size: 'Small', quantity: 1, engraving: 'For Ada' }])
  const paid = await paidOrder(shop)
  await applyPaymentEvent(shop, {
    ...{ ...payment(paid), id: 'refund', address: null, email: null },
    ...{
      type: 'refunded',
      amount: cents(100),
      reference: `pay-${paid.id}`,
      occurredAt: shop.now(),
    },
  })
  await heldOrder(shop)
  await signedInCookie(shop, await firstAdmin(shop))
  await db.orm.execute(sql`insert into sign_in_attempts values ('k', 3, now())`)
  await db.orm.execute(sql`insert into setup_links values ('current', ${'n'.repeat(32)}, now())`)
  await db.orm.execute(sql`insert into invitations select ${'i'.repeat(22)}, 'ben@example.com', 'bench',
    id, now(), now() + interval '72 hours' from admins`)
  await db.orm.execute(sql`insert into admin_passkeys
    (id, admin_id, name, public_key, counter, device_type, backed_up, created_at)
    select 'p', id, 'Telephone', 'k', 7, 'multiDevice', true, now() from admins`)
  await db.orm.execute(sql`insert into admin_email_changes
    select id, 'new@example.com', ${'h'.repeat(43)}, now() from admins`)
  await db.orm.execute(sql`insert into passkey_challenges values (${'c'.repeat(43)}, null, now())`)
  await db.orm.execute(sql`insert into find_order_links (id, email, asked_at, expires_at)
    values (${'f'.repeat(22)}, 'ada@example.com', now(), now() + interval '1 hour')`)
  await db.orm.execute(sql`insert into price_alerts
    (email, product_id, size_key, under_cents, requested_at, ends_at, weight_mg, fee_cents, threshold)
    values ('ada@example.com', '7', 'Small', 150000, now(), now() + interval '365 days', 14700, 75000, 510200)`)
  await db.orm.execute(
    sql`insert into newsletter_settings values ('current', true, 'Yes.', 1, now())`,
  )
  await db.orm.execute(
    sql`insert into shipping_methods (id, express, countries, updated_at) values ('current', true, '["CA"]', now())`,
  )
  await db.orm.execute(sql`insert into cart_reminder_settings values ('current', true, 24, now())`)
  await db.orm.execute(sql`insert into cart_reminders (order_id, email, requested_at, due_at)
    select id, 'ada@example.com', now(), now() + interval '1 day' from orders limit 1`)
  await db.orm.execute(sql`insert into newsletter_subscribers
    (email, requested_at, confirmed_at, source, sentence, version)
    values ('ada@example.com', now(), now(), '/contact', 'Yes.', 1)`)
  await db.orm.execute(sql`insert into password_resets
    (id, email, requested_at, expires_at, next_attempt_at, admin_id, token_hash)
    select ${'p'.repeat(22)}, email, now(), now() + interval '30 minutes', now(), id, 'hash'
    from admins`)
  await db.orm.execute(sql`insert into browser_reports values ('2026-03-11', 'csp img-src', 2)`)
  await db.orm.execute(sql`insert into redirects values ('/old', '/products', null, now())`)
  await db.orm.execute(sql`insert into visit_counts values ('2026-03-11', 'page', '/', 2)`)
  await db.orm.execute(
    sql`insert into selling values ('current', now(), 'ann@example.com', '', now())`,
  )
  await db.orm.execute(
    sql`insert into sales_tax_settings values ('current', true, '["WA"]', 'txcd_99999999', now())`,
  )
  await db.orm.execute(
    sql`insert into order_taxes select order_id, position, 0, 'WA', 'state', 'Washington', 6.5, 100, 7
      from order_lines`,
  )
  await db.orm.execute(sql`insert into order_holds (order_id, kind, object, reason, opened_at)
    select id, 'dispute', 'dp_1', 'Wait.', now() from orders limit 1`)
  await db.orm.execute(sql`insert into risk_settings values ('current', 500000, true, 0, now())`)
  await db.orm.execute(sql`insert into discount_codes
    (code, key, percent, product_ids, starts_at, created_at, updated_at)
    values ('SUMMER-10', 'SUMMER10', 1000, '{7,9}', now(), now(), now())`)
  await db.orm.execute(sql`insert into payment_settings values ('current', 250, now())`)
  await db.orm.execute(sql`insert into parcels
    (order_id, carrier, tracking, declared_cents, signature, weighed_mg, sent_at, sent_by)
    values (${paid.id}, 'ups', '1Z999AA10123456784', 259600, true, 14200, now(), 'ann@example.com')`)
  await db.orm.execute(sql`insert into parcel_lines select parcels.id, order_id, position, 1
    from parcels join order_lines using (order_id)`)
  await db.orm.execute(sql`insert into weighed_items
    select order_id, position, 1, 'FN-000001', weight_mg, weight_mg, 'as sold', 0, 0, null, 1, now(), 'ann',
      parcels.id, null, null from order_lines join parcels using (order_id) where order_id = ${paid.id}`)
  await db.orm.execute(sql`insert into weighings
    select order_id, line, item, nth, serial, actual_mg, verdict, 50, 50, 0, null, weighed_at, weighed_by
    from weighed_items`)
  await db.orm.execute(sql`insert into metal_books values
    (false, now(), 'ann@example.com', 0, 50000, null, now(), 1), (true, null, null, 0, null, 1000, null, 0)`)
  await db.orm.execute(sql`insert into metal_entries (livemode, key, kind, day, at, by, paid_cents, party,
      note, reverses, stock, suppliers, on_hand, average)
    select false, k, 'purchase', '2026-03-11', now(), 'ann', sign * 400000, ${awkward}::text, 'a slip', undone,
      sign * 31104, sign * -31104, 0, 128.600823
    from (values ('m1', 1, null), ('m2', -1, 1)) entry (k, sign, undone)`)
  await db.orm.execute(sql`insert into labels (order_id, provider, livemode, shipment, state, asked,
    rates, offered_at, offered_to, rate, service, cost_cents, bought_by, asked_at, bought_at, carrier,
    tracking, parcel_id) select ${paid.id}, 'easypost', false, 'shp_1', 'bought', '{}', '[]', now(), 'ann',
      'rate_1', 'UPS Ground', 945, 'ann', now(), now(), 'ups', '1Z999AA10123456784', id from parcels`)
  await db.orm.execute(sql`insert into label_files
    select id, '%PDF-'::bytea || decode('00ff0a5c2e', 'hex'), now() from labels`)
  await db.orm.execute(sql`insert into pickups (order_id, nonce, ready_at, ready_by)
    values (${paid.id}, ${'n'.repeat(22)}, now(), 'ann@example.com')`)
  await db.orm.execute(sql`insert into delay_notices
    (id, order_id, nth, old_ship_by, new_ship_by, reason, answer_by, at, by)
    values (${'n'.repeat(22)}, ${paid.id}, 1, '2026-03-18', '2026-04-20', 'The mold broke.',
      '2026-04-17', now(), 'ann@example.com')`)
  await db.orm.execute(sql`insert into order_addresses
    (order_id, at, by, email, shipping_address, changed, is_taxed)
    select id, now(), 'ann@example.com', email, shipping_address, '{street,ZIP code}', true
    from orders where id = ${paid.id}`)
  await db.orm.execute(sql`insert into order_engravings (order_id, line, at, by, before, after)
    select order_id, position, now(), 'ann@example.com', ${awkward}::text, 'For Ada'
    from order_lines where order_id = ${paid.id}`)
  await db.orm.execute(sql`insert into return_terms (days, tolerance_mg, instructions, at, by)
    values (45, 50, 'To us.', now(), 'ann@example.com')`)
  await db.orm.execute(sql`insert into order_returns
    (id, order_id, nth, key, state, asked_at, reason, accepted_at, accepted_by, instructions)
    values ('r', ${paid.id}, 1, 'return', 'accepted', now(), 'Too small.', now(), 'ann', 'To us.')`)
  await db.orm.execute(
    sql`insert into order_return_lines (return_id, order_id, line, quantity, weighed_mg)
      select 'r', order_id, line, 1, 14200 from parcel_lines where order_id = ${paid.id}`,
  )
  await db.orm.execute(
    sql`insert into stock_claims values (${paid.id}, '5', 2, 'sold', 1, false, now(), ''),
      (${paid.id}, '5', 1, 'sold', 0, true, now(), 'Large')`,
  )
  await db.orm.execute(sql`insert into signing_keys
    values ('0123456789abcdef', 'a2V5', ${awkward}, now())`)
  await db.orm.execute(sql`insert into gold_price_days
    values ('2026-03-11', 1, 1, ${'a'.repeat(64)}, '0123456789abcdef', now(), ${awkward})`)
  await db.orm.execute(sql`insert into certificate_pictures
    values (${'b'.repeat(64)}, decode('ffd800ff0a5c2e', 'hex'))`)
  await db.orm.execute(sql`insert into certificates (id, order_id, line, item, nth, serial, actual_mg,
      issued_at, key_id, picture, file, state, claim_hash)
    values (${'7'.repeat(26)}, ${paid.id}, 0, 1, 1, ${awkward}, 14210, now(), '0123456789abcdef',
      ${'b'.repeat(64)}, ${awkward}, 'lost', ${'c'.repeat(64)})`)
  await db.orm.execute(sql`insert into certificate_events (certificate_id, at, event, actor, by, reason)
    values (${'7'.repeat(26)}, now(), 'lost', 'staff', 'ann@example.com', ${awkward})`)
  await db.orm.execute(sql`insert into trade_in_terms (kinds, exchange_rate, sell_back_rate, offer_days,
      credit_days, instructions, tax_states, identity_rules, retention_days, is_reviewed, at, by)
    values ('{recast,sell-back}', 9500, 9000, 7, 90, ${awkward}, '{CA}', '{"name": "all"}', 1095, true,
      now(), 'ann')`)
  await db.orm.execute(
    sql`insert into production_costs values ('5', ${awkward}, 33333, now(), 'ann')`,
  )
  await db.orm.execute(sql`insert into trade_ins
      (id, token, key, livemode, kind, state, certificate_id, name, owner_name, asked_at)
    values ('t', ${'t'.repeat(32)}, 'trade-in', false, 'recast', 'requested', ${'7'.repeat(26)}, ${awkward},
      ${awkward}, now())`)
  await db.orm.execute(sql`insert into trade_in_history (trade_in_id, at, actor, by, state, why)
    values ('t', now(), 'owner', 'the owner', 'requested', ${awkward})`)
  await db.orm.execute(sql`insert into trade_in_payouts values
    ('p', 't', 'payout', 'check', 100, 200, ${awkward}, '2026-03-11', '', now(), 'ann')`)
  await db.orm.execute(sql`insert into trade_in_identities values ('t', 'sealed', now(), 'ann')`)
  await db.orm.execute(sql`insert into stripe_transactions values ('txn_1', false, 'fee', null, null, -700, 0,
    -700, 'usd', now(), 'po_1', ${awkward})`)
  await db.orm.execute(sql`insert into stripe_payouts
    values ('po_1', false, 700, 'usd', now(), 'paid', true, true, false)`)
  await db.orm.execute(
    sql`insert into stripe_balance_reads values (false, now(), now(), 'unavailable')`,
  )
  await db.orm.execute(sql`insert into journal_accounts (names, codes, tax_rate, at, by)
    values (${JSON.stringify({ sales: awkward })}::jsonb, '{}', ${awkward}, now(), 'ann')`)
  await db.orm.execute(sql`insert into trade_in_photos
    values (${'p'.repeat(22)}, 't', ${Buffer.from('RIFF\0\xff')}, 1, 1, 'k', now(), 'ann')`)
  await db.withLease('a job', async () => {})
  await checkRecords(shop)
  for (const at of ['1969-07-20 20:17:40.000001+00', '2026-03-08 02:30:00.123456-07']) {
    await db.orm.execute(
      sql`insert into audit_log (at, actor_type, actor_id, action, target_type, target_id, facts)
        values (${at}::timestamptz, 'admin', ${awkward}, 'null', 'x', '',
          ${JSON.stringify({ text: awkward })}::jsonb)`,
    )
  }
  await db.orm.execute(
    sql`insert into payment_events (id, provider, livemode, type, amount_cents, outcome, payload, received_at)
      values ('e', 'test', false, 'paid', 9007199254740991, 'applied',
        ${JSON.stringify({ text: awkward, list: [1.5, '2', null, 1e21] })}::jsonb, now())`,
  )
  await db.orm.execute(
    sql`insert into payment_notes (event_id, at, by, text) values ('e', now(), 'ann', ${awkward})`,
  )
  await db.orm.execute(
    sql`insert into text_versions (kind, key, version, fields, at, by)
      values ('email', 'alert', 1, ${JSON.stringify({ body: awkward })}::jsonb, now(), 'ann')`,
  )
  await db.orm.execute(
    sql`insert into text_versions (kind, key, version, fields, at, by)
      values ('shop', 'brand', 1, ${JSON.stringify({ name: awkward })}::jsonb, now(), 'ann')`,
  )
  await db.orm.execute(
    sql`insert into text_drafts (kind, key, fields, seen, revision, at, by)
      values ('shop', 'post-5', ${JSON.stringify({ body: awkward })}::jsonb, 0, 1, now(), 'ann')`,
  )
  await db.orm.execute(
    sql`insert into shop_text_readings (key, version, at, by)
      values ('policy-privacy-policy', 0, now(), ${awkward})`,
  )
  await db.orm.execute(
    sql`insert into messages (id, kind, received_at, sent_once, name, email, subject, body, changed_at)
      values ('m', 'contact', now(), 'once', ${awkward}, 'a@example.com', 'A', ${awkward}, now())`,
  )
  await db.orm.execute(
    sql`insert into message_answers (id, message_id, at, by, text)
      values ('n', 'm', now(), 'ann', ${awkward})`,
  )
  await db.orm.execute(
    sql`insert into customer_notes (email, at, by, text) values ('a@example.com', now(), 'ann', ${awkward})`,
  )
  await db.orm.execute(
    sql`insert into product_changes (id, kind, title, asked, pieces, unchanged, made_at, made_by)
      values ('c', 'bulk', 'A', ${JSON.stringify({ text: awkward })}::jsonb, 1, 0, now(), 'ann')`,
  )
  await db.orm.execute(
    sql`insert into product_change_rows (change_id, position, product_id, name, revision, before, after)
      values ('c', 1, '5', ${awkward}, 1, '{}', ${JSON.stringify({ name: awkward })}::jsonb)`,
  )
  await db.orm.execute(sql`insert into pay_links
    (id, order_id, key, kind, amount_cents, made_by, made_at, ends_at)
    values (${'l'.repeat(22)}, ${paid.id}, 'link', 'balance', 100, 'ann', now(), now() + interval '1 day')`)
  await db.orm.execute(sql`insert into order_edits
    (id, order_id, key, at, by, reason, added, taxes, credits, sold_cents, due_cents, state, settled_at, settled_why)
    values ('e', ${paid.id}, 'edit', now(), 'ann', ${awkward}, '[]', '[]', '[]', 100, 0, 'ended', now(), ${awkward})`)
  await db.orm.execute(sql`insert into hand_payments
    (id, order_id, key, kind, amount_cents, payer, received_on, by, at)
    values ('h', ${paid.id}, 'hand', 'cash', 100, ${awkward}, '2026-03-11', 'ann', now())`)
  await db.orm.execute(sql`insert into form_8300_filings (order_id, crossed_on, sum_cents, filed_by, filed_at)
    values (${paid.id}, '2026-03-11', 1000001, 'ann', now())`)
  await db.orm.execute(sql`insert into media
    (id, name, master_width, master_height, version, width, height, bytes, upload_key, created_at, created_by)
    values ('0123456789abcdef', ${awkward}, 800, 600, '01234567', 800, 600, 9, 'key', now(), 'ann')`)
  await db.orm.execute(sql`insert into custom_work
    (order_id, stage, stage_at, stage_by, deposit_cents, gold_fixed, agreement, request)
    values (${paid.id}, 'casting', now(), 'ann', 100, 'delivery', 'Agreed.', ${awkward})`)
  await db.orm.execute(
    sql`insert into gold_price_history
      (price, price_per_gram, change, change_percent, source, status, taken_at, recorded_at)
      values (9999999999999999.9999, 0.0001, -0.0001, -1.02, 'x', 'held', now(), now())`,
  )
}

/** Every row of every table as the database itself writes it, made columns included. */
async function everythingIn(db: Database, but: ReadonlySet<string> = new Set()) {
  const all: Record<string, string[]> = {}
  for (const { name } of await tablesOf(db.orm)) {
    if (but.has(name)) continue
    const lines = await rows<{ line: string }>(
      db.orm,
      sql`select t::text as line from ${sql.identifier(name)} t order by 1`,
    )
    all[name] = lines.map(({ line }) => line)
  }
  return all
}

async function backUp(db: Database): Promise<void> {
  await writeFile(file, await takeBackup(db, origin))
}

async function restore(db: Database, migrations?: MigrationFile[]) {
  const contents = await readBackup(file)
  const known = migrations ?? (await migrationFiles())
  let unknownTables: string[] = []
  const kept = await swapSchema(db, aside, async (connection) => {
    unknownTables = await restoreRows(connection, file, contents, known)
  })
  return { kept, unknownTables }
}

/** A backup brings none of it back. */
const ended = [
  'admin_sessions',
  'sign_in_attempts',
  'setup_links',
  'invitations',
  'find_order_links',
  'password_resets',
  'passkey_challenges',
  'admin_email_changes',
]

async function comesBack(from: Database, to: Database): Promise<void> {
  await lived(from)
  await backUp(from)
  await restore(to)
  const before = await everythingIn(from, notKept)
  const after = await everythingIn(to, notKept)
  expect(Object.values(before).every((lines) => lines.length > 0)).toBe(true)
  expect(after).toEqual(before)
  for (const name of ended) {
    expect((await everythingIn(from))[name]).not.toEqual([])
    expect((await everythingIn(to))[name]).toEqual([])
  }
}

onBothDatabases('a backup', (open) => {
  it('brings back every row of every table as it was, but what must end [OPS-08, CHAIN-05]', async () => {
    const db = await open()
    await lived(db)
    await backUp(db)
    const before = await everythingIn(db, notKept)
    // A restore reverts what came after the backup.
    await db.orm.execute(sql`delete from mail_outbox`)
    await db.orm.execute(sql`update products set name = 'Altered', revision = 9`)
    const replaced = await everythingIn(db)
    expect(await restore(db)).toEqual({ kept: aside, unknownTables: [] })
    expect(await everythingIn(db, notKept)).toEqual(before)

    // It goes on counting after the last row, and is held to the same rules.
    const [last] = await rows<{ id: number }>(db.orm, sql`select max(id) as id from audit_log`)
    const [next] = await rows<{ id: number }>(
      db.orm,
      sql`insert into audit_log (at, actor_type, actor_id, action)
        values (now(), 'admin', 'a', 'b') returning id`,
    )
    expect(next?.id).toBe((last?.id ?? 0) + 1)
    await expect(db.orm.execute(sql`update orders set total_cents = -1`)).rejects.toThrow()
    await expect(db.orm.execute(sql`delete from orders`)).rejects.toThrow()

    // The audit log is the one that was, and goes on [CHAIN-05].
    expect(await checkAuditLog(testShop({ db }))).toMatchObject({ problem: null })

    // And nothing of what it replaced is lost.
    await db.orm.execute(sql`set search_path = ${sql.identifier(aside)}`)
    expect(await everythingIn(db)).toEqual(replaced)
  })

  it('of an older shop is brought up to date, of a newer one refused [OPS-08, UPDATE-06]', async () => {
    const db = await open()
    await backUp(db)
    const known = await migrationFiles()
    const text = `alter table products add column karat int not null default 24;`
    const newer = [...known, { name: '9001_karat.sql', checksum: 'c', text }]
    await restore(db, newer)
    expect(await rows(db.orm, sql`select distinct karat from products`)).toEqual([{ karat: 24 }])
    await backUp(db)
    const all = await everythingIn(db)
    await expect(restore(db)).rejects.toMatchObject({
      obstacle: 'refused',
      message:
        'The backup was written by a newer version of the shop (9001_karat.sql); update the shop, then restore it',
    })
    const altered = newer.map((each) => ({ ...each, checksum: `not ${each.checksum}` }))
    await expect(restore(db, altered)).rejects.toThrow(/0001_text.sql was changed after the backup/)
    expect(await everythingIn(db)).toEqual(all)
  })

  it('from before the first release is refused in a sentence that says what to do [UPDATE-05]', async () => {
    const db = await open()
    await db.orm.execute(
      sql`insert into schema_migrations (name, checksum) values ('0001_shop.sql', 'c')`,
    )
    await backUp(db)
    await db.orm.execute(sql`delete from schema_migrations where name = '0001_shop.sql'`)
    const all = await everythingIn(db)
    await expect(restore(db)).rejects.toMatchObject({
      obstacle: 'refused',
      message: expect.stringMatching(
        /^The backup was written by a version of the shop from before its first release, .* Nothing was changed: restore it with the last version before the first release, or start with an empty database$/,
      ),
    })
    expect(await everythingIn(db)).toEqual(all)
  })
})

onPostgres('a backup', (open) => {
  it('goes from the embedded database to PostgreSQL, and back [OPS-08, OPS-03]', async () => {
    const [embedded, server] = [await memoryDatabase(), await open()]
    await comesBack(embedded, server)
    await embedded.close()
    const again = await memoryDatabase()
    await comesBack(await open(), again)
    await again.close()
  })

  it('that fails half way leaves all as it was [OPS-08]', async () => {
    const db = await open()
    await backUp(db)
    const all = await everythingIn(db)
    const contents = await readBackup(file)
    const failed = swapSchema(db, aside, async (connection) => {
      await restoreRows(connection, file, contents, await migrationFiles())
      throw new Error('interrupted')
    })
    await expect(failed).rejects.toThrow('interrupted')
    expect(await everythingIn(db)).toEqual(all)
    const schemas = sql`select nspname from pg_namespace where nspname ~ '^(restoring|before)'`
    expect(await rows(db.orm, schemas)).toEqual([])
  })

  it('takes the place of everything, what others added too [OPS-08]', async () => {
    const db = await open()
    await db.orm.execute(sql`create table notes (n int)`)
    await db.orm.execute(sql`insert into notes values (7), (7), (null)`)
    await backUp(db)
    expect((await readBackup(file)).tables.get('notes')?.rows).toBe(3)
    await db.orm.execute(sql`create view sold as select count(*) from orders`)
    await db.orm.execute(sql`create function one() returns int language sql return 1`)
    expect(await restore(db)).toEqual({ kept: aside, unknownTables: ['notes'] })
    const names = await rows<{ name: string }>(
      db.orm,
      sql`select relname as name from pg_class
          where relnamespace = 'public'::regnamespace and relname in ('sold', 'notes')
        union all select proname from pg_proc where pronamespace = 'public'::regnamespace
        order by name`,
    )
    expect(names.map(({ name }) => name)).toEqual([
      'append_chain_link',
      'audit_cleared',
      'audit_log_words',
      'audit_personal',
      'audit_row_text',
      'check_metal_reversal',
      'close_pay_links',
      'collect_tracking',
      'count_customer',
      'count_open_holds',
      'delete_unused_category',
      'email_key',
      'folded',
      'follow_customer',
      'follow_state',
      'from_punycode',
      'gold_price_link_text',
      'gold_price_row_text',
      'history_row_text',
      'is_restoring',
      'keep_an_owner',
      'keep_audit_entry',
      'keep_certificate',
      'keep_custom_work',
      'keep_delay_notice',
      'keep_hand_payment',
      'keep_label',
      'keep_order_return',
      'keep_order_return_line',
      'keep_parcel',
      'keep_refund',
      'keep_released_hold',
      'keep_signing_key',
      'keep_trade_in',
      'keep_weighed_item',
      'keep_weighing',
      'ledger_row_text',
      'link_audit_entry',
      'link_edited_order',
      'link_fixed_order',
      'link_gold_price',
      'link_ledger_entry',
      'link_order',
      'link_order_history',
      'link_payment_event',
      'name_key',
      'number_receipt',
      'order_lines_keep_engraving',
      'order_lines_of',
      'order_row_text',
      'payment_personal',
      'payment_row_text',
      'phone_digits',
      'plain_signs',
      'raise_page_revision',
      'refuse_change',
      'refuse_item_beyond_line',
      'refuse_too_many_pieces',
      'refuse_too_many_returned',
      'refuse_two_counts',
      'seal_audit_entry',
      'seal_payment_event',
      'search_folded',
      'sha256_hex',
      'shown_email',
      'single_spaced',
      'take_turn_with_categories',
      'visible_text',
      'without_accents',
      'without_gaps',
    ])
  })

  it('reads the same however the server writes times [OPS-08]', async () => {
    const db = await open()
    await backUp(db)
    const { tables } = await readBackup(file)
    const [found] = await rows<{ name: string }>(db.orm, sql`select current_database() as name`)
    const here = sql.identifier(found?.name ?? '')
    await db.orm.execute(sql`alter database ${here} set datestyle = 'SQL, DMY'`)
    await db.orm.execute(sql`alter database ${here} set time zone 'Asia/Kolkata'`)
    await backUp(db)
    expect((await readBackup(file)).tables).toEqual(tables)
    await restore(db)
    await backUp(db)
    expect((await readBackup(file)).tables).toEqual(tables)
  })

  it('is refused of a database without a shop [OPS-08]', async () => {
    const db = await open()
    await db.orm.execute(sql`drop table schema_migrations`)
    await expect(takeBackup(db, origin)).rejects.toMatchObject({ obstacle: 'not there' })
  })
})
