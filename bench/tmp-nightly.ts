import { pino } from 'pino'
import { sql } from 'drizzle-orm'
import { migrate } from '#app/.server/platform/db/migrate.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { seed as seedShop } from '#app/.server/platform/db/seed.ts'
import { postgresServer } from '#tests/support/postgres-server.ts'
import { fillShop } from './tmp-full.ts'
import { chainFindings } from '#app/.server/bookkeeping/queries/chain-findings.ts'
import * as of from '#app/.server/bookkeeping/queries/order-findings.ts'

const server = await postgresServer()
try {
  const db = await openPostgres(await server.createDatabase('shop'), pino({ level: 'silent' }))
  await migrate(db); await seedShop(db)
  console.time('fill'); await fillShop(db); console.timeEnd('fill')
  console.time('links')
  await db.alone(async ({ script }) => {
    for (const [chain, table, fn] of [['orders','orders','order_row_text'],['order_history','order_history','history_row_text'],['payment_events','payment_events','payment_row_text'],['ledger_entries','ledger_entries','ledger_row_text']])
    await script(`do $$ declare r record; prev text := ''; n bigint := 0; d text; begin
      set local timezone='UTC';
      select coalesce(max(position),0) into n from chain_links where chain='${chain}';
      if n>0 then select hash into prev from chain_links where chain='${chain}' and position=n; end if;
      for r in select e.id::text as id, ${fn}(to_jsonb(e)) as c from ${table} e where not exists (select from chain_links where chain='${chain}' and row_key=e.id::text) loop
       n := n+1; d := sha256_hex(r.c); prev := sha256_hex(prev || d);
       insert into chain_links values ('${chain}', n, r.id, d, prev); end loop; end $$`)
  })
  console.timeEnd('links')
  for (const stats of [true, false]) {
    if (!stats) await db.alone(async ({ script }) => script('delete from pg_statistic'))
    console.log('statistics', stats)
    console.time('chains')
    try { console.log((await chainFindings(db.orm, {})).findings) } catch (e) { console.log(String((e as any).cause ?? e)) }
    console.timeEnd('chains')
    console.time('orders')
    try { console.log((await of.orderFindings(db.orm)).slice(0,5)) } catch (e) { console.log(String((e as any).cause ?? e), String(e).slice(0,1500)) }
    console.timeEnd('orders')
  }
  await db.close()
} finally { await server.close() }
